package import ArmatureModel

/// The order of a request by relevance, as a full-text index computes it.
struct SQLRanking {
  let rows: SQLRankedRows
  private let ranking: SearchRanking

  /// - Throws: ``SQLInexact`` if the index does not compute relevance as in memory.
  init(_ ranking: SearchRanking, of entity: String, _ database: SQLDatabase) throws {
    guard let index = database.fullText(of: entity, ranking),
      let rows = try database.dialect.fullText?.rankedRows(by: ranking, in: index)
    else { throw SQLInexact("no full-text index computes its relevance") }
    (self.rows, self.ranking) = (rows, ranking)
  }

  /// Returns whether the ranked rows are exactly those that satisfy a condition.
  func answers(_ condition: FetchPredicate) -> Bool {
    guard rows.areAll,
      case .comparison(let searched, .search, .constant(.string(ranking.source)), _, _) = condition
    else { return false }
    let parts: [FetchExpression] = if case .list(let parts) = searched { parts } else { [searched] }
    return parts == ranking.searched.map { .keyPath(ranking.paths[$0]) }
  }
}

extension SQLDatabase {
  /// Returns the full-text index that a ranking is about.
  func fullText(of entity: String, _ ranking: SearchRanking) -> SQLFullText? {
    guard let index = fullText(of: entity, ranking.query.tokenizer),
      ranking.paths.map({ $0.names.joined(separator: ".") }) == index.texts.map(\.property)
    else { return nil }
    return index
  }

  /// Returns the numbers about all rows of a full-text index that relevance depends on.
  package func statistics(
    of ranking: SearchRanking, in entity: String, _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    guard let index = fullText(of: entity, ranking) else { return nil }
    return try dialect.fullText?.statistics(of: ranking, in: index, connection)
  }

  /// Returns the most frequent words of a full-text index that start with some text.
  package func suggestions(
    startingWith start: String, in entity: String, limit: Int, _ connection: any SQLConnection
  ) throws -> [SearchSuggestion]? {
    guard let index = fullText(of: entity, .words) else { return nil }
    return try dialect.fullText?
      .suggestions(startingWith: start, in: index, limit: limit, connection)
  }
}
