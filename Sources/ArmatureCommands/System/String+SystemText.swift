import Armature

#if canImport(Glibc)
  // No code changes the variable `environ` while it is read.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// Text of the system that may contain any bytes, such as file names, arguments and environment variables.
///
/// Each byte that is not valid UTF-8 is represented by a private-use scalar near the end of Unicode. This mapping can
/// be reversed, so these files can be opened, passed on and printed like any other file.
extension String {
  /// The scalars for the bytes from 0x80 to 0xFF.
  private static let foreignScalars: ClosedRange<UInt32> = 0x10_FE80...0x10_FEFF

  /// Creates a text from the system's bytes.
  init(systemBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasForeignBytes {
      self = text
      return
    }
    var scalars = String.UnicodeScalarView()
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while position < bytes.count {
      let count: Int
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        count = encoded.count
        let scalar = UTF8.decode(encoded)
        // Such a scalar in the input is read as four separate bytes, so that the mapping stays reversible.
        if Self.foreignScalars.contains(scalar.value) { break }
        scalars.append(scalar)
        position += count
        continue
      case .error(let length): count = length
      case .emptyInput: count = bytes.count - position
      }
      for byte in bytes[position..<position + count] {
        // Always valid: an invalid byte is at least 0x80, so the sum is in the range above.
        if let scalar = Unicode.Scalar(0x10_FE00 + UInt32(byte)) { scalars.append(scalar) }
      }
      position += count
    }
    self.init(scalars)
  }

  /// Creates a text from bytes that end with a NUL.
  init(systemText text: UnsafePointer<CChar>) {
    let count = strlen(text)
    self.init(
      systemBytes: text.withMemoryRebound(to: UInt8.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      })
  }

  /// The system's bytes for the text.
  var systemBytes: [UInt8] {
    guard hasForeignBytes else { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if Self.foreignScalars.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += String(scalar).utf8
      }
    }
  }

  /// Whether some bytes are not valid UTF-8.
  var hasForeignBytes: Bool {
    // The first byte of these scalars excludes nearly every text quickly.
    utf8.contains(0xF4)
      && unicodeScalars.contains { Self.foreignScalars.contains($0.value) }
  }

  /// Passes the bytes to C, with a NUL at the end.
  func withSystemText<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard hasForeignBytes else { return try withCString(body) }
    return try body(systemBytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The text for display on one line. Invisible characters are escaped, and a byte that is not valid UTF-8 is shown as
  /// `\xE9`.
  var shown: String {
    guard hasForeignBytes else { return displayEscaped() }
    return unicodeScalars.map { scalar in
      Self.foreignScalars.contains(scalar.value)
        ? "\\x" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
        : String(scalar).displayEscaped()
    }
    .joined()
  }
}

extension String {
  /// The text quoted as one word of a shell command.
  var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { Self.plainBytes.contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }

  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=-".utf8)
}
