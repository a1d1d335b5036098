// Swift's own operations for membership, in addition to `in`. The sequence operations are disfavoured, since a range
// is also a sequence.

extension Sequence {
  /// Returns a predicate that holds if a value is in the sequence: `["a", "b"].contains($0.title)`.
  @_disfavoredOverload public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Element { value.in(self) }

  /// Returns a predicate that holds if a value of any type is in the sequence.
  @_disfavoredOverload public func contains(
    _ value: some DynamicQueryExpression
  ) -> FetchPredicate where Element: PropertyConvertible { value.in(self) }
}

extension RangeExpression where Bound: AttributeConvertible {
  /// Returns a predicate that holds if a value is in the range: `(1...9).contains($0.pages)`.
  public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Bound { contains(value.fetchExpression) }

  /// Returns a predicate that holds if a value of any type is in the range.
  public func contains(_ value: some DynamicQueryExpression) -> FetchPredicate {
    contains(value.fetchExpression)
  }

  private func contains(_ value: FetchExpression) -> FetchPredicate {
    let bounds = RuleBounds(self)
    let tests = [
      bounds.minimum.map { bound in
        FetchPredicate.comparison(value, .greaterOrEqual, .constant(bound.attributeValue))
      },
      bounds.maximum.map { bound in
        .comparison(
          value, bounds.excludesMaximum ? .less : .lessOrEqual, .constant(bound.attributeValue))
      },
    ].compactMap(\.self)
    return tests.dropFirst().reduce(tests.first ?? .constant(true)) { $0 && $1 }
  }
}
