#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Base64 text with padding (RFC 4648 §4). Each value has exactly one text.
///
/// Foundation accepts "====", padding after complete groups, and stray bits in the last digit. This type rejects them,
/// so that decoding a text and encoding it again returns the same text.
package enum Base64Text {
  /// Returns the data of a text, or nil for any other form.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Data? {
    guard bytes.count % 4 == 0 else { return nil }
    if bytes.isEmpty { return Data() }
    var padding = 0
    if bytes[bytes.count - 1] == 0x3D { padding = bytes[bytes.count - 2] == 0x3D ? 2 : 1 }
    let digitCount = bytes.count - padding
    var data = Data(count: bytes.count / 4 * 3 - padding)
    let isValid = data.withUnsafeMutableBytes { out in
      decode(UnsafeBufferPointer(rebasing: bytes[..<digitCount]), to: out)
    }
    return isValid ? data : nil
  }

  /// Returns the length of the text for a number of bytes.
  package static func length(for byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// Writes bytes as Base64 and returns the number of bytes written.
  ///
  /// - Parameter out: Memory for `length(for: bytes.count)` bytes.
  @discardableResult
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var written = 0
    var index = 0
    while index + 3 <= bytes.count {
      let group =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      put(group, to: out + written)
      index += 3
      written += 4
    }
    let rest = bytes.count - index
    if rest > 0 {
      let second: UInt32 = rest == 2 ? UInt32(bytes[index + 1]) << 8 : 0
      put(UInt32(bytes[index]) << 16 | second, to: out + written)
      out[written + 3] = 0x3D
      if rest == 1 { out[written + 2] = 0x3D }
      written += 4
    }
    return written
  }

  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// The value of each byte as a digit, or 0xFF.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    alphabet.withUTF8Buffer { digits in
      for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    }
    return values
  }()

  /// Writes the four digits of 24 bits.
  @inline(__always)
  private static func put(_ group: UInt32, to out: UnsafeMutablePointer<UInt8>) {
    let digits = alphabet.utf8Start
    out[0] = digits[Int(group >> 18)]
    out[1] = digits[Int(group >> 12 & 63)]
    out[2] = digits[Int(group >> 6 & 63)]
    out[3] = digits[Int(group & 63)]
  }

  /// Decodes digits without padding. `out` has space for exactly their bytes.
  private static func decode(
    _ digits: UnsafeBufferPointer<UInt8>, to out: UnsafeMutableRawBufferPointer
  ) -> Bool {
    values.withUnsafeBufferPointer { values in
      func value(_ index: Int) -> UInt32 { UInt32(values[Int(digits[index])]) }
      // The value of an invalid byte is 0xFF. Its high bits remain in the union of all values.
      var faults: UInt32 = 0
      var index = 0
      var written = 0
      while index + 4 <= digits.count {
        let (first, second) = (value(index), value(index + 1))
        let (third, fourth) = (value(index + 2), value(index + 3))
        faults |= first | second | third | fourth
        let group = first << 18 | second << 12 | third << 6 | fourth
        out[written] = UInt8(truncatingIfNeeded: group >> 16)
        out[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
        out[written + 2] = UInt8(truncatingIfNeeded: group)
        index += 4
        written += 3
      }
      // Two or three digits may be left. The last one has bits beyond the last byte.
      if index < digits.count {
        let (first, second) = (value(index), value(index + 1))
        let third = index + 2 < digits.count ? value(index + 2) : 0
        faults |= first | second | third
        let group = first << 18 | second << 12 | third << 6
        out[written] = UInt8(truncatingIfNeeded: group >> 16)
        if written + 1 < out.count { out[written + 1] = UInt8(truncatingIfNeeded: group >> 8) }
        let spare: UInt32 = written + 1 < out.count ? 0xFF : 0xFFFF
        if group & spare != 0 { return false }
      }
      return faults < 64
    }
  }
}
