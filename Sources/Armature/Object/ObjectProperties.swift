public import ArmatureModel

/// The properties of an object with their values, as a collection of pairs.
///
/// ```swift
/// for (key, value) in author.properties where !value.isNull { print(key, value) }
/// print(author.properties.keys)  // ["name", "born", "books"]
/// ```
/// The collection always shows the current values of the object. Fetched properties are not included, because a loop
/// over the collection would then run a fetch for each of them. You can still read a fetched property by its name.
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

  /// The key and the value of the property at a position. Inherited properties come first. A missing value is `null`.
  public subscript(position: Int) -> (key: String, value: AttributeValue) {
    (properties[position].name, value(properties[position]))
  }

  /// The names of the attributes and relationships. Inherited ones come first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var keys: [String] { properties.map(\.name) }

  /// The values, in the order of ``keys``. Missing values are `null`.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of to-many relationships.
  public var values: [AttributeValue] { properties.map { value($0) } }

  private func value(_ property: StoredProperty) -> AttributeValue {
    if property.isLink || object.hasDroppedValues { object.requireContext(property.place) }
    return object.currentValue(property)
  }
}

extension ManagedObject {
  /// The attributes and relationships with their values, as a collection of pairs.
  public final var properties: ObjectProperties { ObjectProperties(self) }

  /// The value of the property with a key. It is `nil` if the property has no value, or if the key is unknown.
  ///
  /// A related object is returned as its ID. If you set an unknown key or a value of the wrong type, the program traps,
  /// because this is a programmer error. Use ``setValue(_:forKey:)`` to get an error instead.
  ///
  /// - Parameters:
  ///   - key: The name of a property.
  ///   - file: The file that a trap cites.
  ///   - line: The line that a trap cites.
  /// - Complexity: O(1).
  public final subscript(
    key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> AttributeValue? {
    get {
      guard let property = runtime.property(named: key) else {
        return key.withPropertyName { fetchedValue($0) }.flatMap(AttributeValue.from)
      }
      return value(property).flatMap(AttributeValue.from)
    }
    set {
      key.withPropertyName {
        setProperty(newValue.flatMap { PropertyValue($0) }, named: $0, file: file, line: line)
      }
    }
  }
}
