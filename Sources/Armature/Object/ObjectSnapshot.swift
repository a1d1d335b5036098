public import ArmatureModel

/// The values of an object at one moment. Use a snapshot to pass the values to another task, or to archive them.
///
/// ```swift
/// let snapshot = book.snapshot()
/// let title = await Task.detached { snapshot.title ?? "" }.value
/// print(title)  // Dune
/// ```
/// A snapshot stays the same if the object changes later, and you can still use it after the object and its context
/// have been released. To apply the values to an object of this or another context, use `Changeset(_:applying:)`.
/// Copying a snapshot is cheap, because the copies share their values.
@dynamicMemberLookup public struct ObjectSnapshot: Sendable {
  private let held: SnapshotValues

  init(_ held: SnapshotValues) { self.held = held }

  /// Creates a snapshot of values from data.
  init(objectID: ManagedObjectID, rowVersion: UInt32, values: [String: AttributeValue]) {
    self.init(objectID, rowVersion, values.sorted { $0.key < $1.key })
  }

  /// - Parameter members: Sorted by their names, without duplicates.
  init(
    _ id: ManagedObjectID, _ rowVersion: UInt32, _ members: [(key: String, value: AttributeValue)]
  ) {
    let layout = SnapshotLayout(entityName: id.entityName, names: members.map(\.key))
    let header = SnapshotValues.Header(
      layout: layout, key: id.key, storeID: id.storeID, rowVersion: rowVersion,
      isTemporary: id.isTemporary)
    held = SnapshotValues(header) { members[$0].value }
  }

  /// The ID of the object.
  public var objectID: ManagedObjectID {
    let header = held.header
    return ManagedObjectID(
      entityName: header.layout.entityName, key: header.key, storeID: header.storeID,
      isTemporary: header.isTemporary)
  }

  /// The version of the stored row that the values are based on.
  ///
  /// Each saved change gives the row a new version. The version is 0 for an object that was never saved to a store.
  public var rowVersion: UInt32 { held.header.rowVersion }

  /// The values of all properties by name.
  ///
  /// A property without a value is `null`, and a related object is represented by its ID. To-many relationships that
  /// were not loaded are left out. Each access creates a new dictionary. If you need only one value, read it with
  /// ``subscript(_:)``, which is faster.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var values: [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for (name, value) in held.members { values[name] = value }
    return values
  }

  /// The values in the order of their names.
  var members: some Sequence<(name: String, value: AttributeValue)> { held.members }

  /// The value of a property by its name. It is `nil` if the property has no value, or is not in the snapshot.
  ///
  /// - Complexity: O(log *n*) in the number of properties.
  public subscript(key: String) -> AttributeValue? {
    guard let value = value(key), !value.isNull else { return nil }
    return value
  }

  private func value(_ key: String) -> AttributeValue? {
    guard let position = held.layout.position(of: key) else { return Optional.none }
    return held[position]
  }

  /// The value of a property, as the type that the surrounding code expects.
  ///
  /// You get a to-one relationship as a `ManagedObjectID`, and a to-many relationship as an array of IDs. The result is
  /// `nil` if the property has no value, but also if the name is unknown or the type is wrong. A wrong name does not
  /// trap, because the snapshot may come from an archive. To get an error with the reason instead, use
  /// `try snapshot["title", as: String.self]`.
  public subscript<Value: PropertyConvertible>(dynamicMember name: String) -> Value? {
    self[name].flatMap(PropertyValue.init).flatMap(Value.from)
  }

  /// The value of a property as a given type; `nil` if the property has no value.
  ///
  /// - Throws: ``ManagedObjectError`` if the snapshot lacks the property, or the property has another type.
  public subscript<Value: PropertyConvertible>(
    key: String, as type: Value.Type
  ) -> Value? {
    get throws {
      let entity = held.layout.entityName
      guard let value = value(key) else {
        throw ManagedObjectError.unknownKey(
          entity: entity, key: key, suggestion: nearMiss(key, in: members.map(\.name)))
      }
      guard let found = PropertyValue(value) else { return nil }
      guard let converted = Value.from(found) else {
        throw ManagedObjectError.wrongRead(
          entity: entity, property: key, type: value.swiftTypeName, readAs: "\(type)")
      }
      return converted
    }
  }
}

extension ObjectSnapshot: Hashable {
  /// Compares IDs, versions and values.
  public static func == (left: ObjectSnapshot, right: ObjectSnapshot) -> Bool {
    left.objectID == right.objectID && left.rowVersion == right.rowVersion
      && left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
  }

  /// Hashes ID, version and values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(objectID)
    hasher.combine(rowVersion)
    for (name, value) in members {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension ObjectSnapshot: CustomStringConvertible {
  /// The entity, the key and the values: `Book#1 {pages: 412, title: "Dune"}`.
  public var description: String {
    let values = members.filter { !$0.value.isNull }
    return "\(objectID) {\(values.map { "\($0.name): \($0.value)" }.joined(separator: ", "))}"
  }
}
