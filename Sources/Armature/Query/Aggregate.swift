import ArmatureModel

extension FetchExpression.Aggregate {
  /// The aggregate of some values, in which absent ones do not count.
  ///
  /// Sums of integers are integers, of decimals decimals, and doubles otherwise; a sum beyond the
  /// range has no value. A mean is a double, or a decimal for decimals. Neither depends on an order.
  ///
  /// - Returns: No value for ``distinct``, which makes several.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    var state = AggregateState(self)
    for value in values { state.add(value.element, value.ways) }
    return state.value
  }
}
