extension JSONNumber: Comparable {
  /// Returns whether a number is less than another. The numbers are compared exactly, however many digits they have.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let a = left.int64, let b = right.int64 { return a < b }
    return left.parts < right.parts
  }

  /// Whether the number has no fraction.
  package var isWhole: Bool { int64 != nil || parts.exponent >= 0 }

  /// The maximum number of digits of a number by which others are divided.
  package static let divisorDigits = 18

  /// Returns whether the number is a whole multiple of another, exactly. Returns `nil` if the other number is not
  /// positive, or has more than 18 digits without the zeros at its ends.
  package func isMultiple(of divisor: JSONNumber) -> Bool? {
    let (number, step) = (parts, divisor.parts)
    guard let digits = step.significand, digits > 0, !step.isNegative else { return nil }
    if number.digits.isEmpty { return true }
    // The last digit of a number is not 0, so a smaller one cannot be divided by a power of ten.
    guard number.exponent >= step.exponent else { return false }
    var rest: UInt64 = 0
    for digit in number.digits { rest = (rest * 10 + UInt64(digit)) % digits }
    rest = rest.times(
      .power(of: 10, number.exponent - step.exponent, modulo: digits), modulo: digits)
    return rest == 0
  }
}

extension JSONNumber.Parts: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    if left.digits.isEmpty || right.digits.isEmpty {
      return left.digits.isEmpty ? !right.digits.isEmpty && !right.isNegative : left.isNegative
    }
    guard left.isNegative == right.isNegative else { return left.isNegative }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    let places = (small.digits.count + small.exponent, large.digits.count + large.exponent)
    if places.0 != places.1 { return places.0 < places.1 }
    return small.digits.lexicographicallyPrecedes(large.digits)
  }

  /// The digits as one number; `nil` if there are too many.
  fileprivate var significand: UInt64? {
    guard digits.count <= JSONNumber.divisorDigits else { return nil }
    return digits.reduce(0) { $0 * 10 + UInt64($1) }
  }
}

extension UInt64 {
  fileprivate func times(_ other: UInt64, modulo divisor: UInt64) -> UInt64 {
    let product = multipliedFullWidth(by: other)
    return divisor.dividingFullWidth((product.high % divisor, product.low)).remainder
  }

  fileprivate static func power(of base: UInt64, _ exponent: Int, modulo divisor: UInt64) -> UInt64
  {
    var (power, square, rest) = (1 % divisor, base % divisor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { power = power.times(square, modulo: divisor) }
      square = square.times(square, modulo: divisor)
      rest >>= 1
    }
    return power
  }
}
