import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// The functions for values without a JSON form return false and write nothing: the caller knows the property and
// reports the failure.
extension JSONOutput {
  @inline(__always)
  package mutating func null() { raw("null") }

  @inline(__always)
  package mutating func bool(_ value: Bool) {
    if value { raw("true") } else { raw("false") }
  }

  @inline(__always)
  package mutating func int(_ value: Int64) {
    advance(NumberText.write(value, to: spare))
    reserve(0)
  }

  /// Writes a double that reads back as the same value; returns false for NaN and infinities.
  @inline(__always)
  package mutating func double(_ value: Double) -> Bool {
    let start = count
    advance(NumberText.write(value, to: spare))
    reserve(0)
    return count != start
  }

  /// Writes a float that reads back as the same value; returns false for NaN and infinities.
  package mutating func float(_ value: Float) -> Bool {
    let start = count
    advance(NumberText.write(value, to: spare))
    reserve(0)
    return count != start
  }

  /// Writes a decimal as a number with all its digits; returns false for NaN.
  package mutating func decimal(_ value: Decimal) -> Bool {
    let start = count
    advance(DecimalText.write(value, to: spare))
    reserve(0)
    return count != start
  }

  /// Writes a date as a string in the form of ``DateText``; returns false for a date without one.
  @inline(__always)
  package mutating func date(_ value: Date, offset: Int? = nil) -> Bool {
    let start = count
    put(0x22)
    advance(DateText.write(value, offset: offset, to: spare))
    if _slowPath(count == start + 1) {
      advance(-1)
      return false
    }
    put(0x22)
    reserve(0)
    return true
  }

  package mutating func uuid(_ value: UUID) {
    put(0x22)
    advance(UUIDText.write(value, to: spare))
    put(0x22)
    reserve(0)
  }

  /// Writes data as a Base64 string.
  package mutating func data(_ value: Data) {
    put(0x22)
    reserve(Base64Text.length(for: value.count))
    advance(value.withUnsafeBytes { Base64Text.write($0, to: spare) })
    put(0x22)
    reserve(0)
  }

  /// Writes a number as its digits are.
  mutating func number(_ digits: String) {
    var digits = digits
    digits.withUTF8 { bytes in
      reserve(bytes.count)
      if let start = bytes.baseAddress { spare.update(from: start, count: bytes.count) }
      advance(bytes.count)
    }
    reserve(0)
  }

  /// Writes a few bytes of JSON unchanged.
  @inline(__always)
  mutating func raw(_ text: StaticString) {
    assert(text.utf8CodeUnitCount <= 8)
    spare.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    advance(text.utf8CodeUnitCount)
    reserve(0)
  }
}
