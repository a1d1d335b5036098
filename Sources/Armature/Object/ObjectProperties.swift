public import ArmatureModel

/// The properties of an object with their values: the store as a dictionary is read.
///
/// ```swift
/// for (key, value) in author.properties where !value.isNull { print(key, value) }
/// print(author.properties.keys)  // ["name", "born", "books"]
/// ```
/// A view: it shows the object as it is when it is asked. Fetched properties are not among them, since
/// the object does not hold them and each would be a fetch; they are asked for by name.
public struct ObjectProperties: RandomAccessCollection {
  private let object: ManagedObject
  private let properties: [StoredProperty]

  init(_ object: ManagedObject) {
    self.object = object
    properties = object.runtime.properties
  }

  /// The position of the first property: 0.
  public var startIndex: Int { 0 }
  /// The number of properties.
  public var endIndex: Int { properties.count }

  /// A property by its position, inherited ones first; an absent value is `null`.
  public subscript(position: Int) -> (key: String, value: AttributeValue) {
    (properties[position].name, value(properties[position]))
  }

  /// The names of the attributes and relationships, inherited ones first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var keys: [String] { properties.map(\.name) }

  /// The values in the order of ``keys``; absent ones as `null`.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of to-many relationships.
  public var values: [AttributeValue] { properties.map { value($0) } }

  private func value(_ property: StoredProperty) -> AttributeValue {
    if property.isLink || object.hasDroppedValues { object.requireContext() }
    return object.currentValue(property)
  }
}

extension ManagedObject {
  /// The attributes and relationships with their values, as a collection of pairs.
  public final var properties: ObjectProperties { ObjectProperties(self) }

  /// A property by key; `nil` where it has no value, and for a key that the entity lacks.
  ///
  /// Objects stand as their IDs. Setting follows the rules of a dynamic member: an unknown key or a
  /// value of another type traps; ``setValue(_:forKey:)`` throws instead.
  ///
  /// - Complexity: O(1).
  public final subscript(key: String) -> AttributeValue? {
    get {
      guard let property = runtime.property(named: key) else {
        return key.withPropertyName { fetchedValue($0) }.flatMap(AttributeValue.from)
      }
      return value(property).flatMap(AttributeValue.from)
    }
    set {
      key.withPropertyName { _setProperty(newValue.flatMap { PropertyValue($0) }, named: $0) }
    }
  }
}
