#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number as decimal digits and a power of ten. It is used to compare decimals with floating-point numbers.
///
/// Its range is wider than the range of `Decimal`, whose exponents end at −128. For example, 1e-200 is possible.
struct DecimalDigits {
  private let isNegative: Bool
  private let digits: UInt128
  private let exponent: Int

  /// Creates the digits of a decimal. Fails for NaN.
  init?(_ number: Decimal) {
    let zero = (digits: UInt128(0), exponent: 0)
    guard !number.isNaN, let parts = number.isZero ? zero : DecimalText.parts(of: number) else {
      return nil
    }
    isNegative = number.isSignMinus
    (digits, exponent) = parts
  }

  /// Creates the digits of a floating-point number. Returns `nil` for NaN and the infinities.
  ///
  /// A whole number that fits in an `Int64` has its exact digits. Any other number has the digits of its description,
  /// so 0.1 is exactly a tenth, as people expect. The order of numbers stays the same, because the description of a
  /// number is closer to this number than to any other.
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

  /// Returns the exact order of two numbers.
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
    // The first digits have the same place, so the missing power of ten is at most as long as the digits.
    if exponent < other.exponent { return other.magnitudeOrder(to: self).reversed }
    let (scaled, overflow) = digits.multipliedReportingOverflow(
      by: .powerOfTen(exponent - other.exponent))
    if overflow || scaled > other.digits { return .descending }
    return scaled == other.digits ? .same : .ascending
  }
}

extension Decimal {
  /// Creates the decimal that comparisons consider equal to a floating-point number. Returns `nil` if no such decimal
  /// exists.
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

  /// Returns a power of ten, from 10^0 to 10^38.
  fileprivate static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

/// A decimal literal in a declaration. It is exact if it has at most 15 digits.
///
/// Swift passes a literal with a fraction as a `Double`. If Foundation converts the `Double` of 3.133 to a decimal, the
/// result is 3.132999999999999488. This type uses the shortest description of the `Double` instead, which is the
/// literal as you have written it. A literal with more than 15 digits is reported as an issue in the model.
public struct DecimalLiteral: Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  let value: Decimal

  /// Creates a decimal number from a literal with a fraction.
  public init(floatLiteral number: Double) {
    let exact = Decimal(string: number.description)
    // An inexact value keeps its errors, which the check of the model reports.
    value = exact.flatMap { $0.hasFewDigits ? $0 : nil } ?? Decimal(number)
  }

  /// Creates a whole number.
  public init(integerLiteral number: Int64) { value = Decimal(number) }

  /// Returns true if the first number is smaller.
  public static func < (left: DecimalLiteral, right: DecimalLiteral) -> Bool {
    left.value < right.value
  }
}

extension AttributeValue {
  /// The literal that was probably written, if Swift has created this decimal from it with errors.
  var lossyLiteral: String? {
    guard case .decimal(let value) = self else { return nil }
    return value.lossyLiteral
  }
}

extension Decimal {
  /// Whether the number has at most the 15 digits that a `Double` preserves.
  fileprivate var hasFewDigits: Bool {
    guard !isZero, let (digits, _) = DecimalText.parts(of: self) else { return true }
    return digits < 1_000_000_000_000_000
  }

  /// The literal that was probably written, if Foundation has created this decimal from a `Double` with errors.
  ///
  /// The errors affect only the last few digits of a `Double`, so its neighbors are examined too.
  fileprivate var lossyLiteral: String? {
    guard !isNaN, exponent < 0, !hasFewDigits, let nearest = Double(description) else { return nil }
    let distance = 64 * nearest.ulp
    let texts = stride(from: nearest - distance, through: nearest + distance, by: nearest.ulp)
      .filter { Decimal($0) == self }
      .map(\.description)
    // A text without an error is the original literal.
    if texts.contains(where: { Decimal(string: $0) == self }) { return nil }
    return texts.min { $0.utf8.count < $1.utf8.count }
  }
}
