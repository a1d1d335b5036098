/// Changing many objects at once in the store.
extension ManagedObjectContext {
  /// Sets new values for all objects that match a condition, and saves them immediately.
  ///
  /// ```swift
  /// try context.execute(BatchUpdate("Book", set: ["pages": 1]) { $0.year < 1900 })
  /// ```
  /// If possible, the store sets the values without loading the objects, which is much faster than changing them one by
  /// one. The batch looks only at saved values: unsaved changes in this context are neither considered nor saved. After
  /// the batch, your objects show the new values and keep their unsaved changes. See <doc:BatchChanges>.
  ///
  /// - Throws: One of the following errors. In each case, nothing is changed.
  ///   - ``FetchRequestError`` or ``ManagedObjectError`` if the batch does not match the model.
  ///   - ``ManagedObjectError/noStore`` if the context has no store or is a child context.
  ///   - ``ValidationReport`` with every failure of the objects.
  ///   - Any error of the store.
  /// - Complexity: One statement in a `SQLiteStore`, in the cases that <doc:BatchChanges> lists. In all other cases,
  ///   the same time and memory as fetching, changing and saving the objects.
  @discardableResult public func execute(_ batch: BatchUpdate) throws -> BatchResult {
    try executing { try $0.update(batch) }
  }

  /// Deletes all objects that match a condition, applies the delete rules, and saves immediately.
  ///
  /// ```swift
  /// try context.execute(BatchDelete("Book") { $0.year < 1900 })
  /// ```
  /// If possible, the store deletes the objects without loading them, which is much faster than deleting them one by
  /// one. The batch looks only at saved values: unsaved changes in this context are neither considered nor saved. After
  /// the batch, the deleted objects are removed from this context as well. See <doc:BatchChanges>.
  ///
  /// - Throws: One of the following errors. In each case, nothing is changed.
  ///   - ``FetchRequestError`` if the batch does not match the model.
  ///   - ``ManagedObjectError/noStore`` if the context has no store or is a child context.
  ///   - ``ValidationReport`` if a rule forbids the deletion.
  ///   - Any error of the store.
  /// - Complexity: A few statements in a `SQLiteStore`, in the cases that <doc:BatchChanges> lists. In all other cases,
  ///   the same time and memory as fetching, deleting and saving the objects.
  @discardableResult public func execute(_ batch: BatchDelete) throws -> BatchResult {
    try executing { try $0.delete(batch) }
  }

  /// Inserts an object for each element of a sequence, and saves the objects immediately.
  ///
  /// ```swift
  /// try context.execute(BatchInsert("Author", ["Jane Austen"]) { author, name in author.name = name })
  /// ```
  /// The context does not load the new objects, so you can import more objects than fit into memory. If you need some
  /// of them, fetch them. See <doc:BatchChanges>.
  ///
  /// - Throws: One of the following errors. In each case, nothing is inserted.
  ///   - ``BatchRowError`` if an element cannot become an object.
  ///   - ``ManagedObjectError/noStore`` if the context has no store or is a child context.
  ///   - ``ValidationReport`` with the failures of the first invalid objects. The line number of each failure is the
  ///     number of the element.
  ///   - Any error of the store.
  /// - Complexity: O(*n*) in the number of elements. A `SQLiteStore` needs constant memory.
  @discardableResult public func execute(_ batch: BatchInsert) throws -> BatchResult {
    try executing { try $0.insert(batch) }
  }

  private func executing(_ body: (BatchRun) throws -> BatchResult) throws -> BatchResult {
    guard saveState == .idle else { throw ManagedObjectError.nestedSave }
    guard let store = graph.store, graph.source.parent == nil else {
      throw ManagedObjectError.noStore
    }
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
