public import ArmatureModel

/// The values of an object at one moment: what crosses to other tasks, and into archives.
///
/// ```swift
/// let snapshot = book.snapshot()
/// let title = await Task.detached { snapshot.title ?? "" }.value
/// print(title)  // Dune
/// ```
/// A snapshot never changes, and needs neither its object nor a context. `Changeset(_:applying:)`
/// brings its values to an object, also one of another context.
@dynamicMemberLookup public struct ObjectSnapshot: Hashable, Sendable, Codable {
  /// The identity of the object.
  public let objectID: ManagedObjectID
  /// Which state of the store's row the values are based on: another number after each change that
  /// was saved; 0 for an object that was never saved to a store.
  public let rowVersion: UInt32
  /// The values by property; absent ones are `null`, objects stand as their IDs.
  ///
  /// A to-many relationship that was not loaded is not among them.
  public let values: [String: AttributeValue]

  /// A property by name; `nil` where it has no value, and where the snapshot does not have it.
  public subscript(key: String) -> AttributeValue? {
    guard let value = values[key], !value.isNull else { return nil }
    return value
  }

  /// A property, typed by where it is used; `nil` where it has no value.
  ///
  /// Relationships are IDs: a `ManagedObjectID`, or a list of them. Since snapshots come from data,
  /// too, nothing traps: a name that the snapshot does not have, or another type, is `nil`.
  /// `try snapshot["title", as: String.self]` tells what is wrong.
  public subscript<Value: PropertyConvertible>(dynamicMember name: String) -> Value? {
    self[name].flatMap(PropertyValue.init).flatMap(Value.from)
  }

  /// A property as a type; `nil` where it has no value.
  ///
  /// - Throws: ``ManagedObjectError`` if the snapshot lacks the property or it is of another type.
  public subscript<Value: PropertyConvertible>(
    key: String, as type: Value.Type
  ) -> Value? {
    get throws {
      let entity = objectID.entityName
      guard let value = values[key] else {
        throw ManagedObjectError.unknownKey(
          entity: entity, key: key, suggestion: nearMiss(key, in: values.keys.sorted()))
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

extension ObjectSnapshot: CustomStringConvertible {
  /// The entity, the key and the values: `Book#1 {pages: 412, title: "Dune"}`.
  public var description: String {
    let values = values.filter { !$0.value.isNull }.sorted { $0.key < $1.key }
    return "\(objectID) {\(values.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
  }
}

extension ManagedObject {
  /// The values of the object as they are now, to take to other tasks.
  ///
  /// A fault gets its values first; of an object that is gone there are none. To-many relationships
  /// that are not loaded are left out, unless `loadingLists` asks for them.
  ///
  /// - Complexity: O(*n*) in the number of properties and of members of to-many relationships.
  public final func snapshot(loadingLists: Bool = false) -> ObjectSnapshot {
    var values: [String: AttributeValue] = [:]
    if isFilled() {
      for property in runtime.properties {
        if property.kind == .objects, !loadingLists,
          !row.list(property.place).pointee.isLoaded
        {
          continue
        }
        values[property.name] = valueOfIDs(property)
      }
    }
    return ObjectSnapshot(objectID: objectID, rowVersion: row.version, values: values)
  }

  /// The value of a property, without making the objects of links.
  final func valueOfIDs(_ property: StoredProperty) -> AttributeValue {
    switch property.kind {
    case .object: linkedIDs(property.place).first.map { .object($0) } ?? .null
    case .objects: .objects(linkedIDs(property.place))
    default: attribute(property.place)
    }
  }
}
