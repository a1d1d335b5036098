import ArmatureModel

extension FetchExpression.Aggregate {
  /// Returns the aggregate of some values. Missing values are skipped.
  ///
  /// The type of the result depends on the type of the values. The sum of integers is an integer, the sum of decimals
  /// is a decimal, and all other sums are doubles. If a sum is out of range, the result is null. The average of
  /// decimals is a decimal, and all other averages are doubles.
  ///
  /// Sums and averages are computed exactly and rounded once at the end. This means that the order of the values does
  /// not affect the result.
  ///
  /// - Returns: The aggregate. The result is null for ``distinct``, because it stands for several values.
  func value(of values: [Weighted<AttributeValue>]) -> AttributeValue {
    var state = AggregateState(self)
    for value in values { state.add(value.element, value.ways) }
    return state.value
  }
}
