extension ManagedObjectContext {
  /// Runs a closure, and takes back everything that it changed if it throws.
  package func attempt<Result>(_ body: () throws -> Result) rethrows -> Result {
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
