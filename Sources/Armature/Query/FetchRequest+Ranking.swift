import ArmatureModel

extension FetchRequest {
  /// Whether the results are ordered by relevance.
  var isRanked: Bool { orderedBy.contains { $0.expression.isRelevance } }

  /// Returns the ranking by the only search that all results satisfy.
  func ranking(_ tree: EntityTree, isSectioned: Bool) -> Result<SearchRanking, RankingIssue> {
    if isSectioned {
      return .failure(
        RankingIssue(
          text: "The sections must be made by a value, but are made by relevance. Sort by relevance"
            + " in another order."))
    }
    let searches = predicate.conjuncts.compactMap { ranking(by: $0, tree.fullText(of: entity)) }
    if searches.count == 1 { return .success(searches[0]) }
    return .failure(
      RankingIssue(
        text: "The order by relevance must belong to one search that all results satisfy, but the"
          + " condition has \(searches.isEmpty ? "none" : "\(searches.count)"). Write it as"
          + " matches(\"…\"), joined with other conditions by AND."))
  }

  /// Returns the ranking by a condition, if it is a search. The properties of the full-text index are counted in full,
  /// even if only some of them are searched.
  private func ranking(by condition: FetchPredicate, _ index: IndexDescription?) -> SearchRanking? {
    guard
      case .comparison(let searched, .search, .constant(.string(let query)), let options, _) =
        condition
    else { return nil }
    let parts = searched.searchedTexts
    let paths = parts.compactMap { part -> FetchPath? in
      if case .keyPath(let path) = part, path.level == 0 { path } else { nil }
    }
    if paths.count < parts.count { return nil }
    let tokenizer = FullTextTokenizer(options)
    if let index, index.tokenizer == tokenizer,
      let positions = index.positions(of: paths)
    {
      return SearchRanking(
        query, tokenizer, index.elements.map { FetchPath(dotted: $0.property) },
        index.elements.map(\.weight), searched: positions)
    }
    return SearchRanking(
      query, tokenizer, paths, paths.map { _ in 1 }, searched: Array(paths.indices))
  }
}
