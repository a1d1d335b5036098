/// Changing many objects at once in the store.
extension ManagedObjectContext {
  /// Sets new values for all objects that match a condition, and saves them immediately.
  ///
  /// ```swift
  /// try context.execute(BatchUpdate("Book", set: ["pages": 1]) { $0.year < 1900 })
  /// ```
  /// The batch works on saved data and ignores pending changes of this context. Afterwards the context takes over the
  /// changed values and keeps its pending changes. See <doc:BatchChanges>.
  ///
  /// - Throws: ``FetchRequestError`` and ``ManagedObjectError`` if the batch does not fit the model;
  ///   ``ManagedObjectError/noStore`` if the context is not directly on a store; ``ValidationReport`` with every
  ///   failure of the objects; or the store's error. Nothing has changed then.
  /// - Complexity: One statement in a `SQLiteStore` in the cases that the article lists. Otherwise the time and
  ///   memory for fetching and saving the objects.
  @discardableResult public func execute(_ batch: BatchUpdate) throws -> BatchResult {
    try executing { try $0.update(batch) }
  }

  /// Deletes all objects that match a condition, applies the delete rules, and saves immediately.
  ///
  /// ```swift
  /// try context.execute(BatchDelete("Book") { $0.year < 1900 })
  /// ```
  /// The batch works on saved data and ignores pending changes of this context. Afterwards the context takes over the
  /// changes. See <doc:BatchChanges>.
  ///
  /// - Throws: ``FetchRequestError`` if the batch does not fit the model; ``ManagedObjectError/noStore`` if the
  ///   context is not directly on a store; ``ValidationReport`` if a rule forbids the deletion; or the store's error.
  ///   Nothing has changed then.
  /// - Complexity: A few statements in a `SQLiteStore` in the cases that the article lists. Otherwise the time and
  ///   memory for fetching, deleting and saving the objects.
  @discardableResult public func execute(_ batch: BatchDelete) throws -> BatchResult {
    try executing { try $0.delete(batch) }
  }

  /// Inserts an object for each element of a sequence and saves immediately.
  ///
  /// ```swift
  /// try context.execute(BatchInsert("Author", ["Jane Austen"]) { author, name in author.name = name })
  /// ```
  /// The objects are not registered with this context; fetch them when needed. See <doc:BatchChanges>.
  ///
  /// - Throws: ``BatchRowError`` for an element that cannot become an object; ``ManagedObjectError/noStore`` if the
  ///   context is not directly on a store; ``ValidationReport`` with the failures of the first invalid objects; or
  ///   the store's error. The line of a failure is the number of the element. Nothing is inserted then.
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
      // The batch is complete. The next call throws the error that kept the context from reading its changes.
      graph.source.lastError = error
    }
    return result
  }
}
