import Foundation

/// Prints the current case if it crashes the program.
enum CrashNotice {
  // A signal handler can only read existing memory; this program has one thread.
  nonisolated(unsafe) private static var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: 256)
  nonisolated(unsafe) private static var count = 0

  /// Sets the text to print.
  static func text(_ text: String) {
    count = 0
    for byte in "\(text) ends the program; --case prints its steps.\n".utf8 where count < 256 {
      bytes[count] = byte
      count += 1
    }
  }

  static func install() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { _ in
        _ = write(1, CrashNotice.bytes.baseAddress, CrashNotice.count)
        _exit(1)
      }
    }
  }
}
