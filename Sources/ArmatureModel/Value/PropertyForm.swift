/// What a property must be so that it can be read as a Swift type.
public enum PropertyForm: Sendable {
  /// An attribute whose values are kept as a type; of a composite the elements do not count.
  case attribute(AttributeType)
  /// A to-one relationship to objects of a class.
  case object(any PropertyContainer.Type)
  /// A to-many relationship to objects of a class.
  case objects(any PropertyContainer.Type)
  /// Any property.
  case any
}

extension AttributeType {
  /// Whether a value that is kept as one type can be one that is kept as another.
  ///
  /// Integers are kept alike, whatever their size, and so are floating-point numbers.
  package func sharesValues(with other: AttributeType) -> Bool {
    switch (storage, other.storage) {
    case (.int16, _), (.int32, _), (.int64, _): other.isInteger
    case (.double, .float), (.float, .double), (.composite, .composite): true
    case (let mine, let theirs): mine == theirs
    }
  }
}

/// Whether a class is another one or inherits from it.
package func isClass(
  _ type: any PropertyContainer.Type, under other: any PropertyContainer.Type
) -> Bool {
  func test<Other: PropertyContainer>(_ other: Other.Type) -> Bool { type is Other.Type }
  return test(other)
}
