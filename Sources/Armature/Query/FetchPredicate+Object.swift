public import ArmatureModel

extension FetchPredicate {
  /// Returns whether an object satisfies the condition.
  ///
  /// Use this method to test an object that you already have, without fetching it:
  ///
  /// ```swift
  /// let isLong = try FetchPredicate.comparison(.keyPath(["pages"]), .greater, 100).holds(for: book)
  /// ```
  /// The object must belong to a context, because the condition may need related objects.
  ///
  /// - Throws:
  ///   - ``/Armature/FetchPredicateError`` if the condition does not match the object's entity, or contains a variable
  ///     without a value. Use `binding(_:)` to pass values for variables.
  ///   - ``/Armature/ManagedObjectError`` if the object was deleted or its context no longer exists.
  ///   - Any error of the store, if related objects cannot be read.
  /// - Complexity: O(*n*) in the size of the condition and in the number of objects that it reads.
  public func holds(for object: ManagedObject) throws -> Bool {
    let runtime = object.runtime
    let resolution = MemberResolution(of: runtime.tree)
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
      // An object that cannot be read has no known values.
      if !object.isFilled() { throw object.notThere }
      try object.checkContext(for: nil)
      return PredicateEvaluator(object: object, patterns: CompiledPatterns(self)).holds(self)
    }
  }

  /// Returns whether the object of a typed view satisfies the condition.
  ///
  /// - Throws: ``/Armature/FetchPredicateError``.
  public func holds<Type: EntityType>(for view: Managed<Type>) throws -> Bool {
    try holds(for: view.managedObject)
  }
}
