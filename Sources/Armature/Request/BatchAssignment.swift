public import ArmatureModel

/// A property and its new value in a ``BatchUpdate``.
///
/// ```swift
/// let update = BatchUpdate(Work.self, set: {
///   [.set($0.title, to: $0.title.lowercased()), .set($0.pages, to: 1)]
/// })
/// print(update.values.count)  // 2
/// ```
public struct BatchAssignment: Hashable, Sendable {
  /// The name of the property.
  public let property: String
  /// The value: a constant, or an expression that is computed for each object.
  public let value: FetchExpression

  private init(_ property: FetchExpression, _ value: FetchExpression) {
    self.property =
      if case .keyPath(let path) = property { path.dotted } else {
        "\(property)"
      }
    self.value = value
  }

  /// Sets a property of a typed entity to a value. To set a relationship, pass the ID of an object.
  public static func set<Property: TypedQueryExpression>(
    _ property: Property, to value: Property.Constant
  ) -> BatchAssignment {
    BatchAssignment(property.fetchExpression, .constant(Property.attributeValue(of: value)))
  }

  /// Sets a property to a value.
  public static func set(
    _ property: DynamicQuery, to value: some PropertyConvertible
  ) -> BatchAssignment {
    BatchAssignment(property.fetchExpression, .value(value))
  }

  /// Sets a property to a value computed from the object's previous values.
  public static func set<Property: QueryExpression, Value: QueryExpression>(
    _ property: Property, to value: Value
  ) -> BatchAssignment where Property.ComparisonKind == Value.ComparisonKind {
    BatchAssignment(property.fetchExpression, value.fetchExpression)
  }
}
