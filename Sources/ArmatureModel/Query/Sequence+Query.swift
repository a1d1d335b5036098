// Swift's own words for membership, beside `in`. Those of sequences are disfavoured: a range is one, too.

extension Sequence {
  /// Whether the value of a property is one of some values: `["a", "b"].contains($0.title)`.
  @_disfavoredOverload public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Element { value.in(self) }

  /// Whether the value of a property is one of some values of any type.
  @_disfavoredOverload public func contains(
    _ value: some DynamicQueryExpression
  ) -> FetchPredicate where Element: PropertyConvertible { value.in(self) }
}

extension RangeExpression where Bound: AttributeConvertible {
  /// Whether the value of a property lies in the range: `(1...9).contains($0.pages)`.
  public func contains<Value>(
    _ value: QueryValue<Value>
  ) -> FetchPredicate where Value.Base == Bound { contains(value.fetchExpression) }

  /// Whether the value of a property, of whatever type, lies in the range.
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
