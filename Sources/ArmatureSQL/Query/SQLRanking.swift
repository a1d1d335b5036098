import ArmatureModel

/// The order of a request by relevance, as a full-text index computes it.
struct SQLRanking {
  let rows: SQLRankedRows
  private let ranking: SearchRanking

  /// - Throws: ``SQLInexact`` if the index does not compute relevance as in memory.
  init(
    _ ranking: SearchRanking, in index: SQLFullText?, _ dialect: any SQLFullTextDialect
  ) throws {
    guard let index, index.hasTexts(of: ranking) else {
      throw SQLInexact("no full-text index computes its relevance")
    }
    (rows, self.ranking) = (try dialect.rankedRows(by: ranking, in: index), ranking)
  }

  /// Returns whether the ranked rows are exactly those that satisfy a condition.
  func answers(_ condition: FetchPredicate) -> Bool {
    guard rows.areAll,
      case .comparison(let searched, .search, .constant(.string(ranking.source)), _, _) = condition
    else { return false }
    let parts = searched.searchedTexts
    return parts == ranking.searched.map { .keyPath(ranking.paths[$0]) }
  }
}

extension SQLFullText {
  /// Returns whether the index has exactly the texts of a ranking.
  func hasTexts(of ranking: SearchRanking) -> Bool {
    ranking.paths.map { $0.dotted } == texts.map(\.property)
  }
}
