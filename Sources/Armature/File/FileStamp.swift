#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells the content of a file from what others make of it.
///
/// Who replaces a file makes another one, and whoever writes into it leaves a time. Not its permissions,
/// nor its names: these may change at any time.
struct FileStamp: Equatable, CustomStringConvertible {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  /// The time of the last write, in nanoseconds.
  private let written: Int64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    written = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The numbers, in a line of text.
  var description: String { "\(device) \(number) \(size) \(written)" }

  /// Whether the file has as many bytes.
  func hasSameSize(as other: FileStamp) -> Bool { size == other.size }

  /// Whether it is the same file, whatever is in it.
  func isSameFile(as other: FileStamp) -> Bool {
    (device, number) == (other.device, other.number)
  }
}

/// What the system knows of an open file, or of the one that a path leads to; `nil` if it says an error.
func fileStatus(_ descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

/// What the system knows of the file that a path leads to; `nil` if it says an error.
func fileStatus(_ path: String) -> stat? {
  var status = stat()
  return stat(path, &status) == 0 ? status : nil
}

extension stat {
  /// Whether it is that of a file that has bytes, and not of a folder, a pipe or a device.
  var isOrdinary: Bool { st_mode & S_IFMT == S_IFREG }
}
