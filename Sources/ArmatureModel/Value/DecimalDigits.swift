#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number as digits and a power of ten: what a decimal and a floating-point number have in common.
///
/// Wider than a decimal, which has no exponents below −128, as 1e-200 would need.
struct DecimalDigits {
  private let isNegative: Bool
  private let digits: UInt128
  private let exponent: Int

  /// Fails for NaN.
  init?(_ number: Decimal) {
    let zero = (digits: UInt128(0), exponent: 0)
    guard !number.isNaN, let parts = number.isZero ? zero : DecimalText.parts(of: number) else {
      return nil
    }
    isNegative = number.isSignMinus
    (digits, exponent) = parts
  }

  /// A whole number that an `Int64` holds is exactly that; any other is the number that it prints as.
  ///
  /// So 0.1 is a tenth, as people mean it. Floating-point numbers keep their order, since what one prints
  /// as lies nearer to it than to any other. Fails for NaN and the infinities.
  init?(_ number: Double) {
    if let whole = Int64(exactly: number) {
      (isNegative, digits, exponent) = (whole < 0, UInt128(whole.magnitude), 0)
      return
    }
    var text = number.description
    let significant = text.withUTF8 { NumberText($0).map(SignificantDigits.init) }
    guard number.isFinite, let significant else { return nil }
    isNegative = number < 0
    (digits, exponent) = (significant.value, significant.exponent)
  }

  /// How the number stands to another one, exactly.
  func order(to other: DecimalDigits) -> ValueOrder {
    let (mine, theirs) = (sign, other.sign)
    if mine != theirs { return mine < theirs ? .ascending : .descending }
    let order = magnitudeOrder(to: other)
    return isNegative ? order.reversed : order
  }

  private var sign: Int { digits == 0 ? 0 : isNegative ? -1 : 1 }

  private func magnitudeOrder(to other: DecimalDigits) -> ValueOrder {
    if digits == 0 { return .same }
    let (mine, theirs) = (digits.digitCount + exponent, other.digits.digitCount + other.exponent)
    if mine != theirs { return mine < theirs ? .ascending : .descending }
    // The first digits have one place, so that a power of ten at most as long as the digits is missing.
    if exponent < other.exponent { return other.magnitudeOrder(to: self).reversed }
    let (scaled, overflow) = digits.multipliedReportingOverflow(
      by: .powerOfTen(exponent - other.exponent))
    if overflow || scaled > other.digits { return .descending }
    return scaled == other.digits ? .same : .ascending
  }
}

extension Decimal {
  /// The decimal that comparisons hold equal to a floating-point number; fails where there is none.
  init?(sameAs number: Double) {
    if let whole = Int64(exactly: number) {
      self = Decimal(whole)
    } else if let decimal = try? DecimalText.parse(number.description) {
      self = decimal
    } else {
      return nil
    }
  }
}

extension UInt128 {
  /// The number of decimal digits; 0 for 0.
  fileprivate var digitCount: Int {
    var (rest, count) = (self, 0)
    while rest > 0 { (rest, count) = (rest / 10, count + 1) }
    return count
  }

  /// A power of ten, from 10^0 to 10^38.
  fileprivate static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
