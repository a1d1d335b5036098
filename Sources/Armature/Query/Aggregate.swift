import ArmatureModel

extension FetchExpression.Aggregate {
  /// Returns the aggregate of some values. Missing values are skipped.
  ///
  /// The sum of integers is an integer, the sum of decimals is a decimal, and any other sum is a double. If a sum is
  /// out of range, the result is null. The average of decimals is a decimal, and any other average is a double.
  ///
  /// Sums and averages do not depend on the order of the values, because they are computed exactly and rounded once at
  /// the end.
  ///
  /// - Returns: The aggregate. The result is null for ``distinct``, which yields several values.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    var state = AggregateState(self)
    for value in values { state.add(value.element, value.ways) }
    return state.value
  }
}
