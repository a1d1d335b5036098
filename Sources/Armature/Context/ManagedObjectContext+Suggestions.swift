public import ArmatureModel

extension ManagedObjectContext {
  /// Returns words to complete a search, the most frequent ones first.
  ///
  /// ```swift
  /// print(try context.suggestions(for: "frank her", in: "Book").map(\.word))  // ["herbert"]
  /// ```
  /// Only the last word of the text is completed. The words come from the entity's full-text index. If the context has a
  /// store, they are those of the saved objects.
  ///
  /// - Parameters:
  ///   - text: The start of a search.
  ///   - entityName: The name of an entity with a full-text index of words.
  ///   - limit: The maximum number of words. The default is 10.
  /// - Returns: The words without case and diacritics. An index of parts of words has no suggestions.
  /// - Throws: ``FetchRequestError`` if the entity is unknown or has no full-text index, or any error of the store.
  /// - Complexity: O(*n*) in the number of words that start like the text, with an index that has them.
  public func suggestions(
    for text: String, in entityName: String, limit: Int = 10
  ) throws -> [SearchSuggestion] {
    let condition = FetchPredicate.comparison(.keyPath([]), .search, .constant(.string(text)))
    let run = try FetchRun(FetchRequest(entityName, where: condition), graph)
    var reader = TokenReader(.words)
    guard graph.model.tree.fullText(of: entityName)?.tokenizer == .words, limit > 0,
      let start = reader.tokens(of: text).last.map({ String(decoding: $0.bytes, as: UTF8.self) })
    else { return [] }
    try prepareFetch()
    guard let store = graph.store else {
      return SuggestionFinder(graph: graph, entity: entityName)
        .suggestions(startingWith: start, limit)
    }
    if let found = try asking(
      store, run,
      { try $0.reader.suggestions(startingWith: start, in: entityName, limit: limit) })
    {
      return found
    }
    var request = run.requestOfRanked
    request.includesPendingChanges = false
    return SuggestionFinder.suggestions(
      startingWith: start, limit, among: try fetch(request), of: entityName, graph)
  }
}
