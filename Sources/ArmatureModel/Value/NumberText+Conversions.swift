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
