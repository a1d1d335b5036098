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
    case .minimum: Self.extreme(of: values, .ascending)
    case .maximum: Self.extreme(of: values, .descending)
    }
  }

  private static func sum(_ values: [AttributeValue]) -> AttributeValue {
    values.reduce(.int(0)) { sum, value in
      FetchExpression.Arithmetic.add.apply(sum, value)
    }
  }

  private static func mean(_ values: [AttributeValue]) -> AttributeValue {
    guard !values.isEmpty else { return .null }
    return switch sum(values) {
    case .decimal(let total): .decimal(total / Decimal(values.count))
    case .double(let total): .double(total / Double(values.count))
    case .int(let total): .double(Double(total) / Double(values.count))
    default: .null
    }
  }

  /// The value before or behind all others; what has no order, such as NaN, does not count.
  private static func extreme(
    of values: [AttributeValue], _ order: ValueOrder
  ) -> AttributeValue {
    let ordered = values.filter { $0.compare($0) != nil }
    return ordered.dropFirst().reduce(ordered.first ?? .null) { extreme, value in
      value.compare(extreme) == order ? value : extreme
    }
  }
}
