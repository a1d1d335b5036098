extension ManagedObjectContext {
  /// Runs a closure, and takes back everything that it changed in the context if it throws.
  ///
  /// ```swift
  /// try context.attempt {
  ///   try book.setValuesForKeys(["title": "Dune", "pages": 500])
  ///   try book.validateForSave()
  /// }
  /// ```
  /// Attempts nest. What the closure changes is one step of undo. After a save, a rollback or a reset
  /// within the closure nothing is taken back. No hook is called for what is.
  ///
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
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
