import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchExpression.Aggregate {
  /// The figure over some values, in which absent ones do not count.
  ///
  /// Sums of integers are integers, of decimals decimals, and doubles otherwise; a sum of integers
  /// that overflows has no value. A mean is a double, or a decimal for decimals.
  func value(of values: [AttributeValue]) -> AttributeValue {
    switch self {
    case .count: .int(Int64(values.count))
    case .sum: Self.sum(values)
    case .average: Self.mean(values)
    case .minimum:
      values.dropFirst().reduce(values.first ?? .null) { $1.compare($0) == .ascending ? $1 : $0 }
    case .maximum:
      values.dropFirst().reduce(values.first ?? .null) { $1.compare($0) == .descending ? $1 : $0 }
    }
  }

  private static func sum(_ values: [AttributeValue]) -> AttributeValue {
    values.dropFirst().reduce(values.first ?? .int(0)) { sum, value in
      FetchExpression.Arithmetic.add.apply(sum, value)
    }
  }

  private static func mean(_ values: [AttributeValue]) -> AttributeValue {
    guard !values.isEmpty else { return .null }
    let sum = sum(values)
    if case .decimal(let total) = sum { return .decimal(total / Decimal(values.count)) }
    guard case .double(let total)? = sum.converted(to: .double) else { return .null }
    return .double(total / Double(values.count))
  }
}
