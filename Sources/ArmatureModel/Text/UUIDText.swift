#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Text for UUIDs. It has 36 characters, which are 8-4-4-4-12 hexadecimal digits in either case (RFC 9562 §4).
///
/// Foundation also accepts "0x" and signs between the digits, and any text after a NUL.
package enum UUIDText {
  /// The length of a written UUID in bytes.
  package static let length = 36

  /// Returns the UUID of a text. Returns `nil` for any other form, including braces and `urn:`.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard bytes.count == length, bytes[8] == 0x2D, bytes[13] == 0x2D, bytes[18] == 0x2D,
      bytes[23] == 0x2D
    else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &uuid) { out in
      var index = 0
      var faults: UInt8 = 0
      for position in 0..<16 {
        if position == 4 || position == 6 || position == 8 || position == 10 { index += 1 }
        let high = nibble(bytes[index])
        let low = nibble(bytes[index + 1])
        faults |= high | low
        out[position] = high &<< 4 | low & 0x0F
        index += 2
      }
      return faults < 16
    }
    return isValid ? UUID(uuid: uuid) : nil
  }

  /// Writes a UUID in uppercase, as `uuidString` does, and returns its length.
  ///
  /// - Parameter out: Memory for ``length`` bytes.
  @discardableResult
  package static func write(_ uuid: UUID, to out: UnsafeMutablePointer<UInt8>) -> Int {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      var index = 0
      for position in 0..<16 {
        if position == 4 || position == 6 || position == 8 || position == 10 {
          out[index] = 0x2D
          index += 1
        }
        out[index] = digit(bytes[position] &>> 4)
        out[index + 1] = digit(bytes[position] & 0x0F)
        index += 2
      }
    }
    return length
  }

  /// Returns the value of a hexadecimal digit, or 0xF0 for any other byte.
  @inline(__always)
  private static func nibble(_ byte: UInt8) -> UInt8 {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : 0xF0
  }

  @inline(__always)
  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }
}
