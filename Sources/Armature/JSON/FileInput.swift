#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file that is read from start to end, and closed with the value.
struct FileInput: ~Copyable {
  /// The path, or another name, for messages.
  private let name: String
  private let descriptor: Int32

  /// Opens a file, a pipe, or a device such as `/dev/stdin`.
  init(path: String, name: String? = nil) throws(FileReadError) {
    let name = name ?? path
    // C functions would open the path up to the NUL.
    if path.utf8.contains(0) { throw FileReadError(path: name, reason: .missing) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileReadError(path: name, code: errno) }
    self.name = name
    self.descriptor = descriptor
  }

  /// Reads a file that is already open, and stays open.
  init(duplicating other: Int32, name: String) throws(FileReadError) {
    let descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    if descriptor < 0 { throw FileReadError(path: name, code: errno) }
    self.name = name
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// The size of an ordinary file in bytes; 0 for any other file.
  var size: Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// Reads a number of bytes, or up to the end of the file, and returns the number read.
  ///
  /// - Parameter memory: Memory for `count` bytes.
  borrowing func read(
    into memory: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(FileReadError) -> Int {
    var total = 0
    while total < count {
      // At most 1 GiB at a time: some systems reject more than 2 GiB.
      let more = systemRead(descriptor, memory + total, min(count - total, 1 << 30))
      if more == 0 { break }
      if more > 0 {
        total += more
      } else if errno != EINTR {
        throw FileReadError(path: name, code: errno)
      }
    }
    return total
  }
}

/// The system's `read`, which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer, _ count: Int)
  -> Int
{
  read(descriptor, memory, count)
}
