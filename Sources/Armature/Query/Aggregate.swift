import ArmatureModel

extension FetchExpression.Aggregate {
  /// The aggregate of some values, in which absent ones do not count.
  ///
  /// Sums of integers are integers, of decimals decimals, and doubles otherwise; a sum beyond the
  /// range has no value. A mean is a double, or a decimal for decimals. Neither depends on an order.
  ///
  /// - Returns: No value for ``distinct``, which makes several.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    switch self {
    case .count: .int(Int64(Self.count(values)))
    case .sum: NumberSum(values)?.total ?? .null
    case .average: Self.mean(values)
    case .minimum: Self.extreme(of: values, .ascending)
    case .maximum: Self.extreme(of: values, .descending)
    case .distinct: .null
    }
  }

  private static func count(_ values: [Weighted<AttributeValue>]) -> Int {
    values.reduce(0) { $0.adding($1.ways) }
  }

  private static func mean(_ values: [Weighted<AttributeValue>]) -> AttributeValue {
    values.isEmpty ? .null : NumberSum(values)?.mean(count: count(values)) ?? .null
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
