extension ManagedObjectContext {
  /// Runs a closure, and reverts all its changes to the context if the closure throws an error.
  ///
  /// ```swift
  /// try context.attempt {
  ///   try book.setValuesForKeys(["title": "Dune", "pages": 500])
  ///   try book.validateForSave()
  /// }
  /// ```
  /// You can nest attempts. The changes of the closure form one undo step. Reverting the changes calls no hooks. If the
  /// closure saves, rolls back or resets the context before it throws, its changes are not reverted.
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
