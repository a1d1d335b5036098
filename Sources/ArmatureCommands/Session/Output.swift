#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Text on its way to a file descriptor, or kept in memory where there is none.
///
/// The first error of the system is kept, and nothing is written after it: a text of a million lines
/// for a reader who has left costs nothing, and the command tells at its end.
final class Output: TextOutputStream {
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  /// The number of the first error, or 0.
  private(set) var failure: Int32 = 0

  init(descriptor: Int32?) { self.descriptor = descriptor }

  /// What was written and not passed on; all of it for an output in memory.
  var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Whether a person is likely to look at it.
  var isTerminal: Bool { descriptor.map { isatty($0) == 1 } ?? false }

  /// How many columns a line has on the terminal; `nil` where nobody looks.
  var lineWidth: Int? {
    var size = winsize()
    guard let descriptor, isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  func write(_ string: String) {
    guard failure == 0 else { return }
    buffer += string.utf8
    if buffer.count > 1 << 16 { flush() }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == 0 else { return }
    buffer += bytes
    if buffer.count > 1 << 16 { flush() }
  }

  func line(_ string: String = "") { write(string + "\n") }

  /// Writes the path of a file, by the bytes that the system knows it by.
  func line(path: String) {
    guard failure == 0 else { return }
    buffer += path.systemBytes
    line()
  }

  /// Passes on what was written so far.
  func flush() {
    guard let descriptor else { return }
    var rest = buffer[...]
    while !rest.isEmpty && failure == 0 {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        failure = errno
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The system's `write`, which the method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
