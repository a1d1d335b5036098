package import ArmatureModel

/// A reader that knows the numbers that an order by relevance needs. For other readers, the context reads all texts.
package protocol RankingReader: StoreReader {
  /// Returns the numbers about all objects of the full-text index of an entity. Returns `nil` if the index does not
  /// have the properties of the ranking.
  func statistics(of ranking: SearchRanking, in entity: String) throws -> SearchStatistics?

  /// Returns the most frequent words in the full-text index of an entity that start with some text. Returns `nil` if the
  /// store has no such index.
  func suggestions(
    startingWith start: String, in entity: String, limit: Int
  ) throws -> [SearchSuggestion]?
}
