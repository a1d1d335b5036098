extension ManagedObjectContext {
  /// Runs a closure and takes back all its changes to the context if it throws.
  ///
  /// ```swift
  /// try context.attempt {
  ///   try book.setValuesForKeys(["title": "Dune", "pages": 500])
  ///   try book.validateForSave()
  /// }
  /// ```
  /// Attempts can be nested. The changes of the closure are one undo step. If the closure saves, rolls back or resets
  /// the context, nothing is taken back. Reverting changes calls no hooks.
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
