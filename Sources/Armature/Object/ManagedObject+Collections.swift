public import ArmatureModel

/// Changing to-many relationships object by object: what setting the whole list does, for a part.
extension ManagedObject {
  /// Puts an object into a to-many relationship, with its inverse and all that follows.
  ///
  /// A member is moved if there is a position, and left alone otherwise. Core
  /// Data: `insertObject(_:inKeyAtIndex:)`, `addKeyObject(_:)`.
  ///
  /// The position is the index among the other objects, from 0; outside of the list its nearer end
  /// is meant, and the end if it is not given.
  ///
  /// - Throws: ``ManagedObjectError`` if the key is not that of a to-many relationship, or the object
  ///   is of another entity or context, or deleted. Nothing is changed then.
  /// - Complexity: O(1) at the end, O(*n*) at a position.
  public final func insert(
    _ object: ManagedObject, into key: String, at position: Int? = nil
  ) throws {
    try add(object, at: position, try place(forKey: key))
  }

  /// Takes an object out of a to-many relationship, with its inverse.
  ///
  /// Does nothing if it is not a member. Core Data: `removeKeyObject(_:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the key is not that of a to-many relationship.
  /// - Complexity: O(1) on average.
  public final func remove(
    _ object: ManagedObject, from key: String
  ) throws {
    try remove(object, try place(forKey: key))
  }
}

extension Managed {
  /// Puts an object into a to-many relationship, with its inverse and all that follows.
  ///
  /// As setting the relationship, it traps for an object of another context, and a deleted one.
  ///
  /// The position is the index among the other objects, from 0; outside of the list its nearer end
  /// is meant. Without it a new member goes to the end, and one that is there already stays.
  ///
  /// - Complexity: O(1) at the end, O(*n*) at a position.
  public func insert<Destination>(
    _ member: Managed<Destination>, into path: KeyPath<Type, ToMany<Destination>>,
    at position: Int? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    managedObject.edit(Type.schema[keyPath: path].schemaKey, file, line) {
      object, place throws(ManagedObjectError) in
      try object.add(member.managedObject, at: position, place)
    }
  }

  /// Takes an object out of a to-many relationship, with its inverse.
  ///
  /// Does nothing if it is not a member.
  ///
  /// - Complexity: O(1) on average.
  public func remove<Destination>(
    _ member: Managed<Destination>, from path: KeyPath<Type, ToMany<Destination>>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    managedObject.edit(Type.schema[keyPath: path].schemaKey, file, line) {
      object, place throws(ManagedObjectError) in
      try object.remove(member.managedObject, place)
    }
  }
}

extension ManagedObject {
  /// Changes the property of a typed schema; what is refused is a programmer error.
  fileprivate final func edit(
    _ key: SchemaKey, _ file: StaticString, _ line: UInt,
    _ change: (ManagedObject, RowPlace) throws(ManagedObjectError) -> Void
  ) {
    let name = key.name.pointee
    guard let property = runtime.property(named: name) else {
      unknownProperty(name.text, file: file, line: line)
    }
    do {
      try change(self, property.place)
    } catch {
      refuse(error, file: file, line: line)
    }
  }
}
