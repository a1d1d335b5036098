public import ArmatureModel

/// Changing to-many relationships member by member, with the same effects as setting the whole list.
extension ManagedObject {
  /// Inserts an object into a to-many relationship and updates the inverse relationship.
  ///
  /// If you pass no position, the object is added at the end. An object that is already a member then stays where it
  /// is.
  ///
  /// If you pass a position, the object is inserted there. If the object is already a member, it is first taken out of
  /// the list, so the position refers to the list without it. Positions start at 0. A negative position means the start
  /// of the list, and a position that is too large means its end.
  ///
  /// Core Data: `insertObject(_:inKeyAtIndex:)`, `addKeyObject(_:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the key is not a to-many relationship, or if the object is deleted, has the
  ///   wrong entity or belongs to another context. If it throws, nothing has changed.
  /// - Complexity: O(1) at the end, O(*n*) at a position.
  public final func insert(
    _ object: ManagedObject, into key: String, at position: Int? = nil
  ) throws {
    try add(object, at: position, try place(forKey: key))
  }

  /// Removes an object from a to-many relationship and updates the inverse relationship.
  ///
  /// Does nothing if the object is not a member.
  ///
  /// Core Data: `removeKeyObject(_:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the key is not a to-many relationship.
  /// - Complexity: O(1) on average.
  public final func remove(
    _ object: ManagedObject, from key: String
  ) throws {
    try remove(object, try place(forKey: key))
  }
}

extension Managed {
  /// Inserts an object into a to-many relationship and updates the inverse relationship.
  ///
  /// If you pass no position, the object is added at the end. An object that is already a member then stays where it
  /// is.
  ///
  /// If you pass a position, the object is inserted there. If the object is already a member, it is first taken out of
  /// the list, so the position refers to the list without it. A negative position means the start of the list, and a
  /// position that is too large means its end.
  ///
  /// Inserting a deleted object, or an object of another context, is a programmer error and traps.
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

  /// Removes an object from a to-many relationship and updates the inverse relationship.
  ///
  /// Does nothing if the object is not a member.
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
  /// Changes a property of a typed schema; a rejected change is a programmer error.
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
      reject(error, file: file, line: line)
    }
  }
}
