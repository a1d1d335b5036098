import ArmatureModel

extension FetchExpression.Aggregate {
  /// Returns the aggregate of some values, without the missing ones.
  ///
  /// The sum of integers is an integer, of decimals a decimal, and of other numbers a double. A sum out of range is
  /// null. An average is a double, or a decimal for decimals. Sums and averages do not depend on the order of the
  /// values.
  ///
  /// - Returns: Null for ``distinct``, which yields several values.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    var state = AggregateState(self)
    for value in values { state.add(value.element, value.ways) }
    return state.value
  }
}
