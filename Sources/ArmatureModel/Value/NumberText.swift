/// A number in JSON's grammar, taken apart but not yet converted (RFC 8259 §6).
///
/// It points into the bytes it was read from and is valid only as long as they are.
// Inlinable members of a package type are inlined only if it is also usable from inline. The
// scanner of JSON lives in another module and reads every number with `prefix`: inlined, a
// record with three numbers is scanned in 132 ns instead of 171.
@usableFromInline package struct NumberText {
  /// Why a text is not a value of the wanted type.
  @usableFromInline package enum Failure: Error, Hashable, Sendable {
    /// The text does not follow the grammar: `12abc`, `1,5`, `+1`, `.5`, `01`, nothing at all.
    case notANumber
    /// The value lies in the range of the type, which cannot hold it exactly: 1.5 as an integer.
    case inexact
    /// The value lies beyond the greatest or least one of the type.
    case outOfRange
  }

  /// All bytes of the number, sign included.
  @usableFromInline package let text: UnsafeBufferPointer<UInt8>
  @usableFromInline package let isNegative: Bool
  /// True when the text has neither a fraction nor an exponent.
  @usableFromInline package let isPlainInteger: Bool
  /// The digits before the exponent as one number; meaningless beyond 19 digits.
  @usableFromInline package let mantissa: UInt64
  /// The number of digits before the exponent, leading zeros included.
  @usableFromInline package let digitCount: Int
  /// The power of ten that the mantissa is multiplied with, held within ±2^40.
  @usableFromInline package let exponent: Int

  @usableFromInline
  init(
    text: UnsafeBufferPointer<UInt8>, isNegative: Bool, isPlainInteger: Bool, mantissa: UInt64,
    digitCount: Int, exponent: Int
  ) {
    self.text = text
    self.isNegative = isNegative
    self.isPlainInteger = isPlainInteger
    self.mantissa = mantissa
    self.digitCount = digitCount
    self.exponent = exponent
  }
}

extension NumberText {
  /// Reads a text that is one number and nothing else.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress,
      let number = Self.prefix(from: start, to: start + bytes.count),
      number.text.count == bytes.count
    else { return nil }
    self = number
  }

  /// Reads the longest number that starts at `start`; nil if none does.
  ///
  /// Reads no byte at or behind `end`.
  @inlinable @inline(__always)
  package static func prefix(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> NumberText? {
    var next = start
    var isNegative = false
    if next < end, next.pointee == 0x2D {
      isNegative = true
      next += 1
    }
    let first = next
    var mantissa: UInt64 = 0
    while next < end {
      let digit = next.pointee &- 0x30
      if digit > 9 { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      next += 1
    }
    var digitCount = next - first
    if digitCount == 0 || (digitCount > 1 && first.pointee == 0x30) { return nil }
    if next == end || (next.pointee != 0x2E && next.pointee | 0x20 != 0x65) {
      return NumberText(
        text: UnsafeBufferPointer(start: start, count: next - start), isNegative: isNegative,
        isPlainInteger: true, mantissa: mantissa, digitCount: digitCount, exponent: 0)
    }
    var exponent = 0
    if next.pointee == 0x2E {
      next += 1
      let fraction = next
      while next < end {
        let digit = next.pointee &- 0x30
        if digit > 9 { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        next += 1
      }
      exponent = fraction - next
      if exponent == 0 { return nil }
      digitCount &-= exponent
    }
    if next < end, next.pointee | 0x20 == 0x65 {
      guard let written = Self.exponent(from: &next, to: end) else { return nil }
      exponent &+= written
    }
    return NumberText(
      text: UnsafeBufferPointer(start: start, count: next - start), isNegative: isNegative,
      isPlainInteger: false, mantissa: mantissa, digitCount: digitCount, exponent: exponent)
  }

  /// Reads `e`, an optional sign and digits; stops counting at 2^40, far beyond any use.
  @usableFromInline
  static func exponent(
    from next: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> Int? {
    next += 1
    var isNegative = false
    if next < end, next.pointee == 0x2D || next.pointee == 0x2B {
      isNegative = next.pointee == 0x2D
      next += 1
    }
    let first = next
    var exponent = 0
    while next < end {
      let digit = AsciiDigits.value(next.pointee)
      if digit > 9 { break }
      exponent = min(exponent * 10 + Int(digit), 1 << 40)
      next += 1
    }
    if next == first { return nil }
    return isNegative ? -exponent : exponent
  }
}
