#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
