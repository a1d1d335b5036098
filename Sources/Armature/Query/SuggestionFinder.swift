import ArmatureModel

/// Finds words in the texts of a graph's objects.
struct SuggestionFinder {
  let graph: ObjectGraph
  let entity: String

  /// Returns the most frequent words of the full-text index that start with some text.
  func suggestions(startingWith start: String, _ limit: Int) -> [SearchSuggestion] {
    guard let declarer = graph.model.tree.entityOfFullText(for: entity),
      let index = graph.model.tree.fullText(of: entity)
    else { return [] }
    if let position = graph.indexes.words.firstIndex(where: { $0.entity == declarer }) {
      IndexLookup(graph: graph).updateWords(position)
      return graph.indexes.words[position].words(startingWith: Array(start.utf8))
        .map { SearchSuggestion(word: $0.word, count: $0.count) }.best(limit)
    }
    let paths = index.elements.map { FetchPath(dotted: $0.property) }
    return suggestions(
      startingWith: start, limit, among: FetchRun(known: FetchRequest(declarer), graph).objects,
      paths)
  }

  /// Returns the most frequent words in the texts of some objects.
  private func suggestions(
    startingWith start: String, _ limit: Int, among objects: [ManagedObject], _ paths: [FetchPath]
  ) -> [SearchSuggestion] {
    var counts: [String: Int] = [:]
    var reader = TokenReader(.words)
    let date = EvaluationDate(graph)
    for object in objects {
      let evaluator = PredicateEvaluator(object: object, date: date)
      var words: Set<String> = []
      for path in paths {
        guard case .string(let text) = evaluator.value(of: .keyPath(path)) else { continue }
        reader.forEachToken(of: text) { token, _ in
          if token.starts(with: start.utf8) { words.insert(String(decoding: token, as: UTF8.self)) }
          return true
        }
      }
      for word in words { counts[word, default: 0] += 1 }
    }
    return counts.map { SearchSuggestion(word: $0.key, count: $0.value) }.best(limit)
  }

  /// Returns the most frequent words in the texts of objects that a context has fetched.
  static func suggestions(
    startingWith start: String, _ limit: Int, among objects: [ManagedObject], of entity: String,
    _ graph: ObjectGraph
  ) -> [SearchSuggestion] {
    let index = graph.model.tree.fullText(of: entity)
    return SuggestionFinder(graph: graph, entity: entity).suggestions(
      startingWith: start, limit, among: objects,
      index?.elements.map { FetchPath(dotted: $0.property) } ?? [])
  }
}
