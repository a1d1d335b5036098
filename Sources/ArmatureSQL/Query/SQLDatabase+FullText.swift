package import ArmatureModel

extension SQLDatabase {
  /// Returns the numbers about all rows of a full-text index that relevance depends on.
  package func statistics(
    of ranking: SearchRanking, in entity: String, _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    guard let index = fullText(of: entity, ranking.query.tokenizer), index.hasTexts(of: ranking)
    else { return nil }
    let rows = SQLFullTextRows(index, schema)
    let texts: SQLStatement = """
      SELECT \(rows.texts(in: "b").joined(by: ", ")) FROM \(name: rows.table.name) AS \(name: "b") \
      WHERE TRUE\(rows.filter(of: "b", " AND "))
      """
    return try dialect.fullText?.statistics(of: ranking, in: index, texts: texts, connection)
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
