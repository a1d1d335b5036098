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
  @inlinable @inline(__always)
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

extension NumberText {
  /// The value as a 64-bit integer.
  ///
  /// `1.0` and `1e3` are integers by value and are accepted.
  /// - Throws: ``Failure/inexact`` for a fraction, ``Failure/outOfRange`` beyond 64 bits.
  package func int64() throws(Failure) -> Int64 {
    // At most 18 digits cannot overflow.
    if _fastPath(isPlainInteger && digitCount <= 18) {
      let magnitude = Int64(truncatingIfNeeded: mantissa)
      return isNegative ? 0 &- magnitude : magnitude
    }
    return try longInt64()
  }

  private func longInt64() throws(Failure) -> Int64 {
    let digits = SignificantDigits(self)
    if digits.count == 0 { return 0 }
    // The magnitude first: 1e30 + 0.5 is both too large and no integer, and the first matters.
    if digits.count + digits.exponent > 19 { throw .outOfRange }
    if digits.exponent < 0 { throw .inexact }
    // Not negative and at most 19 in all, so both indices fit the table and the product 64 bits.
    let magnitude = UInt64(digits.value) * integerPowersOfTen[digits.exponent]
    if isNegative {
      if magnitude > 1 << 63 { throw .outOfRange }
      return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    if magnitude > UInt64(Int64.max) { throw .outOfRange }
    return Int64(magnitude)
  }

  /// The double nearest to the value, ties to even.
  ///
  /// A value too small for any double gives 0, as everywhere in IEEE arithmetic.
  /// - Throws: ``Failure/outOfRange`` when the nearest double would be infinite.
  package func double() throws(Failure) -> Double {
    // Both operands are exact, so the one operation rounds once (Clinger's fast path).
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

  /// The float nearest to the value, rounded once.
  ///
  /// - Throws: ``Failure/outOfRange`` when the nearest float would be infinite.
  package func float() throws(Failure) -> Float {
    if digitCount <= 19 && mantissa <= 1 << 24 && -10...10 ~= exponent {
      let whole = Float(mantissa)
      let power = Float(integerPowersOfTen[abs(exponent)])
      let magnitude = exponent < 0 ? whole / power : whole * power
      return isNegative ? -magnitude : magnitude
    }
    // By way of Double the value would be rounded twice.
    guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw .outOfRange
    }
    return value
  }

  /// The integer that a text holds, and nothing else in it.
  package static func int64(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> Int64 {
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.int64()
  }

  /// The double that a text holds, and nothing else in it.
  package static func double(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> Double {
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.double()
  }
}

extension NumberText {
  /// The most bytes that a written number has.
  package static let maximumLength = 32

  /// Writes an integer and returns the number of bytes.
  ///
  /// - Parameter out: Room for ``maximumLength`` bytes, as in all writers here.
  package static func write(_ value: Int64, to out: UnsafeMutablePointer<UInt8>) -> Int {
    if value >= 0 { return AsciiDigits.write(UInt64(value), to: out) }
    out[0] = 0x2D
    return 1 + AsciiDigits.write(value.magnitude, to: out + 1)
  }

  /// Writes the shortest text that reads back as the same double, and returns its length.
  ///
  /// Whole values keep a fraction, `5.0`, and so remain doubles to other readers; minus zero
  /// is `-0.0`. From 2^54 on and below 1e-4 the text has an exponent, `1e-05`.
  /// - Returns: 0 for NaN and infinities, which have no text in JSON.
  package static func write(_ value: Double, to out: UnsafeMutablePointer<UInt8>) -> Int {
    // No two texts of at most 15 digits mean the same double, so that if one of them gives the
    // value, its digits without zeros at the end are the shortest. Most prices end here.
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
  /// - Returns: 0 for NaN and infinities, which have no text in JSON.
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
