import Armature
package import ArmatureModel

/// Relevance and suggestions, from full-text indexes.
extension SQLReader: RankingReader {
  package func statistics(
    of ranking: SearchRanking, in entity: String
  ) throws -> SearchStatistics? {
    try session.read { try database.statistics(of: ranking, in: entity, $0) }
  }

  package func suggestions(
    startingWith start: String, in entity: String, limit: Int
  ) throws -> [SearchSuggestion]? {
    try session.read {
      try database.suggestions(startingWith: start, in: entity, limit: limit, $0)
    }
  }
}
