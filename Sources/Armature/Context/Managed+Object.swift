/// Operations of a view on its object as a whole.
extension Managed {
  /// Deletes the object and applies its delete rules to related objects.
  ///
  /// Does nothing if the object has no context or is already deleted.
  ///
  /// - Throws: ``ValidationReport`` if hooks keep adding objects; nothing is deleted then. See
  ///   ``ManagedObjectContext/delete(_:file:line:)-(ManagedObject,_,_)``.
  /// - Complexity: O(*n*) in the number of visited objects and links.
  public func delete() throws { try managedObject.managedObjectContext?.delete(managedObject) }

  /// Validates the object against all rules of its entity, uniqueness included, and returns every failure.
  ///
  /// - Complexity: O(1) for a valid object in the number of objects, unless something is unique.
  public func validate() -> ValidationReport { managedObject.validate() }

  /// A Boolean value that indicates whether the object satisfies the rules of its entity that concern this object
  /// alone, warnings included.
  ///
  /// - Complexity: O(1); the fastest check, about 12 ns per rule.
  public var isValid: Bool { managedObject.isValid }
}
