extension ManagedObjectContext {
  /// Runs a closure, and reverts its changes if it throws an error.
  ///
  /// Use this method for changes that belong together. In this example, the book keeps its old title and pages if the
  /// new ones are invalid:
  ///
  /// ```swift
  /// try context.attempt {
  ///   try book.setValuesForKeys(["title": "Dune", "pages": 500])
  ///   try book.validateForSave()
  /// }
  /// ```
  /// If the closure throws an error, the context returns to its previous state without calling hooks. Otherwise, the
  /// changes stay and form one undo step. You can nest attempts.
  ///
  /// If the closure saves, rolls back or resets the context before it throws an error, its changes cannot be reverted.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func attempt<Result>(_ body: () throws -> Result) rethrows -> Result {
    let mark = graph.mark()
    do {
      let result = try body()
      graph.keepChanges(since: mark)
      return result
    } catch {
      graph.goBack(to: mark)
      throw error
    }
  }
}
