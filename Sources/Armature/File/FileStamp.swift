#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The identity and time of a file, which show whether another program has changed its content.
///
/// If a program replaces the file, its identity changes. If a program writes to the file, its time changes. Permissions
/// and names are not included, because they may change at any time.
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

  /// Returns whether two files have the same number of bytes.
  func hasSameSize(as other: FileStamp) -> Bool { size == other.size }

  /// Returns whether two stamps are of the same file, regardless of its content.
  func isSameFile(as other: FileStamp) -> Bool {
    (device, number) == (other.device, other.number)
  }
}

/// Returns the system's status of an open file; `nil` on an error.
func fileStatus(_ descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

/// Returns the system's status of the file at a path; `nil` on an error.
func fileStatus(_ path: String) -> stat? {
  var status = stat()
  return stat(path, &status) == 0 ? status : nil
}

extension stat {
  /// True for an ordinary file, and not for a folder, a pipe or a device.
  var isOrdinary: Bool { st_mode & S_IFMT == S_IFREG }
}
