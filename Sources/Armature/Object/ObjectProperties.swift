public import ArmatureModel

/// The properties of an object with their values, as a collection of pairs.
///
/// ```swift
/// for (key, value) in author.properties where !value.isNull { print(key, value) }
/// print(author.properties.keys)  // ["name", "born", "books"]
/// ```
/// The collection is a view: it shows the present state of the object. It contains no fetched properties, because the
/// object does not store them and each would be a fetch. Read them by name.
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

  /// A property by its position, inherited ones first; a missing value is `null`.
  public subscript(position: Int) -> (key: String, value: AttributeValue) {
    (properties[position].name, value(properties[position]))
  }

  /// The names of the attributes and relationships, inherited ones first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var keys: [String] { properties.map(\.name) }

  /// The values in the order of ``keys``; missing ones are `null`.
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

  /// A property by key; `nil` if it has no value, and for an unknown key.
  ///
  /// Objects appear as their IDs. Setting an unknown key, or a value of another type, traps as with dynamic members;
  /// ``setValue(_:forKey:)`` throws instead.
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
