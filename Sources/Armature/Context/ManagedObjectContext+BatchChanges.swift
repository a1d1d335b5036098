/// Changing many objects at once, in the store.
extension ManagedObjectContext {
  /// Gives new values to all objects that satisfy a condition, as a save of its own.
  ///
  /// ```swift
  /// try context.execute(BatchUpdate("Book", set: ["pages": 1]) { $0.year < 1900 })
  /// ```
  /// The batch is about what is saved: changes of this context that are pending take no part in it. The context
  /// then takes over what has changed, and its pending changes stay. The article <doc:BatchChanges> tells more.
  ///
  /// - Throws: ``FetchRequestError`` and ``ManagedObjectError`` for what cannot work with the model,
  ///   ``ManagedObjectError/noStore`` for a context without a store of its own, ``ValidationReport`` with every failure
  ///   of the objects, or what the store throws. Nothing has changed then.
  /// - Complexity: One statement in a `SQLiteStore`, where the article says so; otherwise that of fetching the
  ///   objects and saving them, in the memory that they take.
  @discardableResult public func execute(_ batch: BatchUpdate) throws -> BatchResult {
    try executing { try $0.update(batch) }
  }

  /// Deletes all objects that satisfy a condition, with what follows from delete rules, as a save of its own.
  ///
  /// ```swift
  /// try context.execute(BatchDelete("Book") { $0.year < 1900 })
  /// ```
  /// The batch is about what is saved: changes of this context that are pending take no part in it. The context
  /// then takes over what has changed. The article <doc:BatchChanges> tells more.
  ///
  /// - Throws: ``FetchRequestError`` for what cannot work with the model, ``ManagedObjectError/noStore`` for a
  ///   context without a store of its own, ``ValidationReport`` if a rule forbids it, or what the store throws.
  ///   Nothing has changed then.
  /// - Complexity: A few statements in a `SQLiteStore`, where the article says so; otherwise that of fetching the
  ///   objects, deleting and saving, in the memory that they take.
  @discardableResult public func execute(_ batch: BatchDelete) throws -> BatchResult {
    try executing { try $0.delete(batch) }
  }

  /// Inserts an object for each element of a sequence, as a save of its own.
  ///
  /// ```swift
  /// try context.execute(BatchInsert("Author", ["Jane Austen"]) { author, name in author.name = name })
  /// ```
  /// The objects are not in this context afterwards; a fetch finds them. The article <doc:BatchChanges> tells more.
  ///
  /// - Throws: ``BatchRowError`` for an element that makes no object, ``ManagedObjectError/noStore`` for a context
  ///   without a store of its own, ``ValidationReport`` with the failures of the first objects that have some, where
  ///   the number of the element stands as the line, or what the store throws. Nothing is inserted then.
  /// - Complexity: O(*n*) in the number of elements; in a `SQLiteStore` in constant memory.
  @discardableResult public func execute(_ batch: BatchInsert) throws -> BatchResult {
    try executing { try $0.insert(batch) }
  }

  private func executing(_ body: (BatchRun) throws -> BatchResult) throws -> BatchResult {
    guard saveState == .idle else { throw ManagedObjectError.nestedSave }
    guard let store = graph.store, !store.isParent else { throw ManagedObjectError.noStore }
    let result = try body(BatchRun(context: self, store: store))
    do {
      try mergeChanges(from: result)
    } catch {
      // The batch has been done: what keeps the context from reading it is for the next call to tell.
      graph.source.lastError = error
    }
    return result
  }
}
