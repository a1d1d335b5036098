/// What a view does with its object as a whole.
extension Managed {
  /// Deletes the object, with what its delete rules say of others.
  ///
  /// Does nothing for an object without a context, or one that is deleted already.
  ///
  /// - Throws: ``ValidationReport`` if hooks have not come to rest; nothing is deleted then. See
  ///   ``ManagedObjectContext/delete(_:file:line:)-(ManagedObject,_,_)``.
  /// - Complexity: O(*n*) in the number of objects and links that are looked at.
  public func delete() throws { try managedObject.managedObjectContext?.delete(managedObject) }

  /// Everything that is wrong with the object by the rules of its entity, uniqueness included.
  ///
  /// - Complexity: O(1) for a valid object in the number of objects, unless something is unique.
  public func validate() -> ValidationReport { managedObject.validate() }

  /// Whether the rules of the entity about this object alone hold, warnings included.
  ///
  /// - Complexity: O(1); the fast way to ask, about 12 ns per rule.
  public var isValid: Bool { managedObject.isValid }
}
