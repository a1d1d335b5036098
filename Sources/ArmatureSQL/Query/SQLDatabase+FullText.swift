package import ArmatureModel

extension SQLDatabase {
  /// Returns the numbers about all rows of a full-text index that relevance depends on.
  package func statistics(
    of ranking: SearchRanking, in entity: String, _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    guard let index = fullText(of: entity, ranking.query.tokenizer), index.hasTexts(of: ranking)
    else { return nil }
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
