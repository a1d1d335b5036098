#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// UUIDs as text: 36 characters, 8-4-4-4-12 hexadecimal digits of either case (RFC 9562 §4).
///
/// Foundation's reader accepts "0x" and signs among the digits and all that follows a NUL.
package enum UUIDText {
  /// The bytes that a written UUID has.
  package static let length = 36

  /// The UUID that a text holds; nil for every other form, braces and `urn:` included.
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

  /// Writes a UUID in capitals, as `uuidString` does, and returns the number of bytes.
  ///
  /// - Parameter out: Room for ``length`` bytes.
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

  /// The value of a hexadecimal digit; 0xF0 for every other byte.
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
