#if canImport(Glibc)
  // `environ` is a variable that nobody changes here while it is read.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

import Armature

/// Text of the system, which may be any bytes: names of files, arguments, variables.
///
/// A byte that is no UTF-8 stands as a scalar of its own, one of those at the end of the private planes. So
/// there is exactly one text for all bytes, and such a file is opened, passed on and told like any other.
extension String {
  /// The scalars that stand for the bytes from 0x80 to 0xFF.
  private static let foreignScalars: ClosedRange<UInt32> = 0x10_FE80...0x10_FEFF

  /// The text of bytes of the system.
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
        // One that stands for a byte is taken for four such bytes, or it would be read as another text.
        if Self.foreignScalars.contains(scalar.value) { break }
        scalars.append(scalar)
        position += count
        continue
      case .error(let length): count = length
      case .emptyInput: count = bytes.count - position
      }
      for byte in bytes[position..<position + count] {
        // Always a scalar: what is no part of UTF-8 is 0x80 or more, and the sum lies in the range above.
        if let scalar = Unicode.Scalar(0x10_FE00 + UInt32(byte)) { scalars.append(scalar) }
      }
      position += count
    }
    self.init(scalars)
  }

  /// The text of bytes that end with a NUL.
  init(systemText text: UnsafePointer<CChar>) {
    let count = strlen(text)
    self.init(
      systemBytes: text.withMemoryRebound(to: UInt8.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      })
  }

  /// The bytes that the system knows the text by.
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

  /// Whether the bytes are no UTF-8.
  var hasForeignBytes: Bool {
    // The first byte of scalars that far up tells it of nearly every text.
    utf8.contains(0xF4)
      && unicodeScalars.contains { Self.foreignScalars.contains($0.value) }
  }

  /// Passes the bytes to C, with a NUL at the end.
  func withSystemText<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard hasForeignBytes else { return try withCString(body) }
    return try body(systemBytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The text for people, on one line: what is invisible is escaped, and a byte that is no UTF-8 is `\xE9`.
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
