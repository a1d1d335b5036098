package import ArmatureModel

/// A reader that knows the numbers that an order by relevance needs. For other readers, the context reads all texts.
package protocol RankingReader: StoreReader {
  /// Returns the numbers about all objects of the full-text index of an entity. Returns `nil` if the index does not
  /// have the properties of the ranking.
  func statistics(of ranking: SearchRanking, in entity: String) throws -> SearchStatistics?
}
