package import ArmatureModel

/// Searches in the full-text indexes of a database.
package protocol SQLFullTextDialect: Sendable {
  /// Returns the condition that the row with a key satisfies a query.
  ///
  /// - Throws: ``SQLInexact`` if the index cannot answer the query exactly, with the candidates if it knows them.
  func condition(
    on key: SQLStatement, _ query: SearchQuery, in index: SQLFullText
  ) throws -> SQLStatement

  /// Returns the rows that an index finds and sorts by relevance.
  ///
  /// - Throws: ``SQLInexact`` if the index does not sort them as in memory.
  func rankedRows(by ranking: SearchRanking, in index: SQLFullText) throws -> SQLRankedRows

  /// Returns the numbers about all rows of an index that relevance depends on; `nil` if it does not know them.
  ///
  /// - Parameter texts: The query for the texts of all rows, which are named b in it. It ends with a condition.
  func statistics(
    of ranking: SearchRanking, in index: SQLFullText, texts: SQLStatement,
    _ connection: any SQLConnection
  ) throws -> SearchStatistics?

  /// Returns the most frequent words that start with some text.
  func suggestions(
    startingWith start: String, in index: SQLFullText, limit: Int, _ connection: any SQLConnection
  ) throws -> [SearchSuggestion]
}

/// The rows that a full-text index finds, with their relevance.
package struct SQLRankedRows {
  /// Returns the join with the index, given the key of the rows.
  package let join: @Sendable (_ key: SQLStatement) -> SQLStatement
  /// The condition on the index.
  package let condition: SQLStatement
  /// The value to sort by, so that the most relevant rows come first.
  package let order: SQLStatement
  /// The value to sort by, so that the most relevant rows come last.
  package let reverseOrder: SQLStatement
  /// Whether the rows are exactly those that satisfy the query.
  package let areAll: Bool

  package init(
    join: @escaping @Sendable (SQLStatement) -> SQLStatement, condition: SQLStatement,
    order: SQLStatement, reverseOrder: SQLStatement, areAll: Bool
  ) {
    (self.join, self.condition, self.areAll) = (join, condition, areAll)
    (self.order, self.reverseOrder) = (order, reverseOrder)
  }
}
