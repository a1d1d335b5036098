/// What an untyped dynamic member yields: an attribute's value, an object, or several objects.
///
/// It can be chained (`book.author?.name`) and, unlike ``AttributeValue``, holds live objects, so
/// it is not `Sendable`: the compiler refuses to carry it, and the objects in it, to another task.
@dynamicMemberLookup public enum PropertyValue {
  /// The value of an attribute; never ``AttributeValue/null``, for which `nil` stands.
  case attribute(AttributeValue)
  /// The object at the end of a to-one relationship.
  case object(any PropertyContainer)
  /// The objects at the end of a to-many relationship, in its order.
  case objects([any PropertyContainer])

  /// A property of the object that this is, typed by where it is used; `nil` for anything else.
  public subscript<Value: PropertyConvertible>(dynamicMember name: PropertyName) -> Value? {
    get { property(named: name).flatMap(Value.from) }
    nonmutating set { setProperty(newValue?.propertyValue, named: name) }
  }

  /// A property of the object that this is, to chain on; `nil` for anything else.
  @_disfavoredOverload public subscript(dynamicMember name: PropertyName) -> PropertyValue? {
    get { property(named: name) }
    nonmutating set { setProperty(newValue, named: name) }
  }

  private func property(named name: PropertyName) -> PropertyValue? {
    switch self {
    case .object(let object): object.property(named: name)
    case .attribute(.composite(let elements)): elements[name.text].flatMap(PropertyValue.init)
    case .attribute, .objects: nil
    }
  }

  private func setProperty(_ value: PropertyValue?, named name: PropertyName) {
    guard case .object(let object) = self else {
      // As `programmerError` in the runtime: only this keeps its message in release builds.
      fatalError(
        "\(name.text) must be set on an object, but was set on \(self). Set the whole value.")
    }
    object.setProperty(value, named: name)
  }
}

extension PropertyValue {
  /// Wraps a value; fails for the absence of one.
  public init?(_ value: AttributeValue) {
    if case .null = value { return nil }
    self = .attribute(value)
  }
}

extension PropertyValue: Equatable {
  /// Compares values by content and objects by identity.
  public static func == (left: PropertyValue, right: PropertyValue) -> Bool {
    switch (left, right) {
    case (.attribute(let a), .attribute(let b)): a == b
    case (.object(let a), .object(let b)): a === b
    case (.objects(let a), .objects(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0 === $1 }
    default: false
    }
  }
}

extension PropertyValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Makes text.
  public init(stringLiteral value: String) { self = .attribute(.string(value)) }
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .attribute(.int(value)) }
  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .attribute(.double(value)) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .attribute(.bool(value)) }
}

extension PropertyValue: CustomStringConvertible {
  /// The value as messages show it; objects by entity and number.
  public var description: String {
    switch self {
    case .attribute(let value): value.description
    case .object(let object): object.objectID.description
    case .objects(let objects):
      "[" + objects.map(\.objectID.description).joined(separator: ", ") + "]"
    }
  }
}

/// An object whose properties are reached by name: what `ManagedObject` is to the values.
public protocol PropertyContainer: AnyObject {
  /// The identity of the object.
  var objectID: ManagedObjectID { get }
  /// The value of a property; `nil` where it has none.
  func property(named name: PropertyName) -> PropertyValue?
  /// Sets or clears a property.
  func setProperty(_ value: PropertyValue?, named name: PropertyName)
}
