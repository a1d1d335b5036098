public import ArmatureModel

extension FetchPredicate {
  /// Whether an object satisfies the condition.
  ///
  /// ```swift
  /// let isLong = try FetchPredicate.comparison(.keyPath(["pages"]), .greater, 100).holds(for: book)
  /// ```
  /// The object must be in a context: without one, its relationships are unknown.
  ///
  /// - Throws: ``/Armature/FetchPredicateError`` if the condition does not suit the object's entity, or has a
  ///   variable without a value: give it one with `binding(_:)`; ``/Armature/ManagedObjectError`` for an object that was
  ///   deleted, or whose context is gone; what the store throws.
  /// - Complexity: O(*n*) in the size of the condition, which is checked first and whose patterns are
  ///   compiled, and in the number of objects that it reads.
  public func holds(for object: ManagedObject) throws -> Bool {
    let runtime = object.runtime
    let resolution = MemberResolution { runtime.tree.entity(named: $0)?.property(named: $1) }
    if !isTooDeep, let resolved = resolution.resolve(self, about: runtime.entity.name),
      resolved != self
    {
      return try resolved.holds(for: object)
    }
    let issues =
      isTooDeep
      ? [] : issues(entity: runtime.entity, lookup: runtime.tree.entity(named:)).map(\.message)
    let error = FetchPredicateError(
      entity: runtime.entity.name, isTooDeep: isTooDeep, issues: issues,
      unbound: isTooDeep ? [] : variables)
    if error.isError { throw error }
    return try object.tellingReads {
      // Of an object that nobody can read, nothing is known.
      if !object.isFilled() { throw object.notThere }
      try object.checkContext()
      return PredicateEvaluator(object: object, patterns: CompiledPatterns(self)).holds(self)
    }
  }

  /// Whether the object of a view satisfies the condition; as for the object itself.
  ///
  /// - Throws: ``/Armature/FetchPredicateError``.
  public func holds<Type: EntityType>(for view: Managed<Type>) throws -> Bool {
    try holds(for: view.managedObject)
  }
}
