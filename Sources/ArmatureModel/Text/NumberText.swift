/// A number in the grammar of JSON (RFC 8259 §6). It was parsed but not converted yet.
///
/// It refers to the original bytes, and is valid only as long as they are.
// Inlinable members of a package type are inlined only if the type is also usable from inline. The JSON scanner is in
// another module and reads each number with `prefix`. With inlining, it scans a record with three numbers in 132 ns
// instead of 171 ns.
@usableFromInline package struct NumberText {
  /// The reason why a text is not a value of a type.
  @usableFromInline package enum Failure: Error, Hashable, Sendable {
    /// The text does not follow the grammar. Examples are `12abc`, `1,5`, `+1`, `.5`, `01` and an empty text.
    case notANumber
    /// The value is in the range of the type, but the type cannot represent it exactly. For example, 1.5 is not an
    /// integer.
    case inexact
    /// The value is outside the range of the type.
    case outOfRange
  }

  /// All bytes of the number, including the sign.
  @usableFromInline package let text: UnsafeBufferPointer<UInt8>
  @usableFromInline package let isNegative: Bool
  /// True if the text has neither a fraction nor an exponent.
  @usableFromInline package let isPlainInteger: Bool
  /// The digits before the exponent as one number. It has no meaning if there are more than 19 digits.
  @usableFromInline package let mantissa: UInt64
  /// The number of digits before the exponent, including leading zeros.
  @usableFromInline package let digitCount: Int
  /// The power of ten by which the mantissa is multiplied, limited to ±2^40.
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
  /// Creates a number from a text. Returns `nil` unless the text is exactly one number.
  @inlinable @inline(__always)
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress,
      let number = Self.prefix(from: start, to: start + bytes.count),
      number.text.count == bytes.count
    else { return nil }
    self = number
  }

  /// Returns the longest number that starts at `start`, or `nil` if no number starts there.
  ///
  /// No bytes from `end` on are read.
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

  /// Reads `e`, an optional sign and digits. The value is limited to 2^40, which is more than any use needs.
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

extension NumberText {
  /// Returns the value as a 64-bit integer.
  ///
  /// `1.0` and `1e3` have integer values and are accepted.
  /// - Throws: ``Failure/inexact`` for a fraction, ``Failure/outOfRange`` for more than 64 bits.
  package func int64() throws(Failure) -> Int64 {
    // Up to 18 digits cannot overflow.
    if _fastPath(isPlainInteger && digitCount <= 18) {
      let magnitude = Int64(truncatingIfNeeded: mantissa)
      return isNegative ? 0 &- magnitude : magnitude
    }
    return try longInt64()
  }

  private func longInt64() throws(Failure) -> Int64 {
    let digits = SignificantDigits(self)
    if digits.count == 0 { return 0 }
    // The magnitude comes first: 1e30 + 0.5 is both out of range and inexact, and the range matters more.
    if digits.count + digits.exponent > 19 { throw .outOfRange }
    if digits.exponent < 0 { throw .inexact }
    // Both indices are non-negative and at most 19 in total, so they are in the table and the product fits in 64
    // bits.
    let magnitude = UInt64(digits.value) * integerPowersOfTen[digits.exponent]
    if isNegative {
      if magnitude > 1 << 63 { throw .outOfRange }
      return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    if magnitude > UInt64(Int64.max) { throw .outOfRange }
    return Int64(magnitude)
  }

  /// Returns the nearest double. A tie is rounded to even.
  ///
  /// A value that is too small for a double becomes 0, as in all IEEE arithmetic.
  /// - Throws: ``Failure/outOfRange`` if the nearest double is infinite.
  package func double() throws(Failure) -> Double {
    // Both operands are exact, so the single operation rounds once (Clinger's fast path).
    if _fastPath(digitCount <= 19 && mantissa <= 1 << 53 && -22...22 ~= exponent) {
      let whole = Double(mantissa)
      let magnitude =
        exponent < 0
        ? whole / doublePowersOfTen[0 &- exponent] : whole * doublePowersOfTen[exponent]
      return isNegative ? -magnitude : magnitude
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw .outOfRange
    }
    return value
  }

  /// Returns the nearest float, rounded once.
  ///
  /// - Throws: ``Failure/outOfRange`` if the nearest float is infinite.
  package func float() throws(Failure) -> Float {
    if digitCount <= 19 && mantissa <= 1 << 24 && -10...10 ~= exponent {
      let whole = Float(mantissa)
      let power = Float(integerPowersOfTen[abs(exponent)])
      let magnitude = exponent < 0 ? whole / power : whole * power
      return isNegative ? -magnitude : magnitude
    }
    // A conversion through `Double` would round twice.
    guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw .outOfRange
    }
    return value
  }

  /// Returns the integer of a text that contains nothing else.
  package static func int64(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> Int64 {
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.int64()
  }

  /// Returns the double of a text that contains nothing else.
  package static func double(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> Double {
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.double()
  }
}

extension NumberText {
  /// The maximum length of a written number in bytes.
  package static let maximumLength = 32

  /// Writes an integer and returns its length.
  ///
  /// - Parameter out: Memory for ``maximumLength`` bytes. This applies to all of these functions.
  package static func write(_ value: Int64, to out: UnsafeMutablePointer<UInt8>) -> Int {
    if value >= 0 { return AsciiDigits.write(UInt64(value), to: out) }
    out[0] = 0x2D
    return 1 + AsciiDigits.write(value.magnitude, to: out + 1)
  }

  /// Writes the shortest string that is read as the same double again, and returns its length.
  ///
  /// Whole values have a fraction, as in `5.0`, so that other programs read them as doubles. Minus zero is `-0.0`. From
  /// 2^54 on, and below 1e-4, the number is written with an exponent, as in `1e-05`.
  /// - Returns: The length. It is 0 for NaN and infinities, which cannot be written in JSON.
  package static func write(_ value: Double, to out: UnsafeMutablePointer<UInt8>) -> Int {
    // Two different texts of at most 15 digits never mean the same double. So if such a text has this value, its digits
    // without trailing zeros are the shortest. This covers most prices.
    let magnitude = value.magnitude
    if magnitude < 1e12 {
      let thousandths = UInt64(magnitude * 1_000 + 0.5)
      if Double(thousandths) / 1_000 == magnitude {
        return writeThousandths(thousandths, isNegative: value.sign == .minus, to: out)
      }
    }
    return value.isFinite ? copy(value.description, to: out) : 0
  }

  /// Writes the shortest text that reads back as the same float, and returns its length.
  ///
  /// - Returns: The length. It is 0 for NaN and infinities, which have no text in JSON.
  package static func write(_ value: Float, to out: UnsafeMutablePointer<UInt8>) -> Int {
    value.isFinite ? copy(value.description, to: out) : 0
  }

  private static func writeThousandths(
    _ value: UInt64, isNegative: Bool, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let whole = value / 1_000
    let fraction = Int(truncatingIfNeeded: value &- whole &* 1_000)
    var end = out
    if isNegative {
      end[0] = 0x2D
      end += 1
    }
    end += AsciiDigits.write(whole, to: end)
    end[0] = 0x2E
    let tenths = fraction / 100
    let rest = fraction &- tenths &* 100
    end[1] = UInt8(truncatingIfNeeded: tenths) &+ 0x30
    if rest == 0 { return end + 2 - out }
    AsciiDigits.writeTwo(rest, to: end + 2)
    return end + (end[3] == 0x30 ? 3 : 4) - out
  }

  private static func copy(_ text: String, to out: UnsafeMutablePointer<UInt8>) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      // The longest description of a double, "-2.2250738585072014e-308", has 24 bytes.
      guard let start = bytes.baseAddress, bytes.count <= maximumLength else { return 0 }
      out.update(from: start, count: bytes.count)
      return bytes.count
    }
  }
}
