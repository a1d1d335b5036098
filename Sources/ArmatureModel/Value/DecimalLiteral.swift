#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decimal as it is written in a declaration, exact up to 15 digits.
///
/// Swift hands a literal over as a `Double`, of which Foundation makes a decimal with errors: 3.133
/// becomes 3.132999999999999488. This type takes the shortest text of the `Double`, which is what was
/// written. A literal of more digits is an issue of the model.
public struct DecimalLiteral: Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  let value: Decimal

  /// Takes a number with a fraction.
  public init(floatLiteral number: Double) {
    let exact = Decimal(string: number.description)
    // What is not exact arrives as Swift makes it, which the check of the model finds.
    value = exact.flatMap { $0.hasFewDigits ? $0 : nil } ?? Decimal(number)
  }

  /// Takes a whole number.
  public init(integerLiteral number: Int64) { value = Decimal(number) }

  /// Compares by size.
  public static func < (left: DecimalLiteral, right: DecimalLiteral) -> Bool {
    left.value < right.value
  }
}

extension AttributeValue {
  /// What was probably written, if this is a decimal that Swift made of a literal, with errors.
  var lossyLiteral: String? {
    guard case .decimal(let value) = self else { return nil }
    return value.lossyLiteral
  }
}

extension Decimal {
  /// The digits that a `Double` keeps.
  fileprivate var hasFewDigits: Bool {
    guard !isZero, let (digits, _) = DecimalText.parts(of: self) else { return true }
    return digits < 1_000_000_000_000_000
  }

  /// What was probably written, if this is what Foundation makes of a `Double`, with errors.
  ///
  /// The errors reach a few of the least digits of a `Double`, so its neighbours are looked at.
  fileprivate var lossyLiteral: String? {
    guard !isNaN, exponent < 0, !hasFewDigits, let nearest = Double(description) else { return nil }
    let distance = 64 * nearest.ulp
    let texts = stride(from: nearest - distance, through: nearest + distance, by: nearest.ulp)
      .filter { Decimal($0) == self }
      .map(\.description)
    // One that is read without an error is what was written.
    if texts.contains(where: { Decimal(string: $0) == self }) { return nil }
    return texts.min { $0.utf8.count < $1.utf8.count }
  }
}
