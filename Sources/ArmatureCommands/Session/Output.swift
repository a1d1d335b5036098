#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stream of text to a file descriptor. Without a descriptor, the text stays in memory.
///
/// The output keeps the first system error and discards everything that is written afterwards. If the reader of a pipe
/// has exited, writing a million lines takes no time, and the command reports the error at its end.
final class Output: TextOutputStream {
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  /// The number of the first error, or 0.
  private(set) var failure: Int32 = 0

  init(descriptor: Int32?) { self.descriptor = descriptor }

  /// The text that was not flushed yet. For an output in memory, this is all text.
  var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Whether a person probably reads the output.
  var isTerminal: Bool { descriptor.map { isatty($0) == 1 } ?? false }

  /// The number of columns on the terminal; `nil` if the output is not a terminal.
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

  /// Writes the path of a file in the system's bytes.
  func line(path: String) {
    guard failure == 0 else { return }
    buffer += path.systemBytes
    line()
  }

  /// Passes the buffered text to the descriptor.
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

/// The system's `write`, hidden by the method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// The style of a word on a terminal, as the parameter of "select graphic rendition" (ECMA-48).
enum TextStyle: String {
  case bold = "1"
  case red = "1;31"
  case yellow = "1;33"

  func applied(to text: String, _ hasColor: Bool = true) -> String {
    hasColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
