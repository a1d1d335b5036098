import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchExpression.Aggregate {
  /// The aggregate of some values, in which absent ones do not count.
  ///
  /// Sums of integers are integers, of decimals decimals, and doubles otherwise; a sum of integers
  /// that overflows has no value. A mean is a double, or a decimal for decimals.
  ///
  /// - Returns: No value for ``distinct``, which makes several.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    switch self {
    case .count: .int(Int64(Self.count(values)))
    case .sum: Self.sum(values)
    case .average: Self.mean(values)
    case .minimum: Self.extreme(of: values, .ascending)
    case .maximum: Self.extreme(of: values, .descending)
    case .distinct: .null
    }
  }

  private static func count(_ values: [Weighted<AttributeValue>]) -> Int {
    values.reduce(0) { $0.adding($1.ways) }
  }

  private static func sum(_ values: [Weighted<AttributeValue>]) -> AttributeValue {
    values.reduce(.int(0)) { sum, value in
      let part =
        value.ways == 1
        ? value.element
        : FetchExpression.Arithmetic.multiply.apply(value.element, .int(Int64(value.ways)))
      // Numbers only: a sum makes other things of dates and text.
      return part.isNumber ? FetchExpression.Arithmetic.add.apply(sum, part) : .null
    }
  }

  private static func mean(_ values: [Weighted<AttributeValue>]) -> AttributeValue {
    guard !values.isEmpty else { return .null }
    return switch sum(values) {
    case .decimal(let total):
      FetchExpression.Arithmetic.divide.apply(.decimal(total), .int(Int64(count(values))))
    case .double(let total): .double(total / Double(count(values)))
    case .int(let total): .double(Double(total) / Double(count(values)))
    default: .null
    }
  }

  /// The value before or behind all others; what has no order, such as NaN, does not count.
  private static func extreme(
    of values: [Weighted<AttributeValue>], _ order: ValueOrder
  ) -> AttributeValue {
    let ordered = values.map(\.element).filter { $0.compare($0) != nil }
    return ordered.dropFirst().reduce(ordered.first ?? .null) { extreme, value in
      value.compare(extreme) == order ? value : extreme
    }
  }
}

extension AttributeValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    default: false
    }
  }
}
