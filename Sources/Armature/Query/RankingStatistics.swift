import ArmatureModel

/// Counts the words of objects, which relevance depends on.
struct RankingStatistics {
  let graph: ObjectGraph
  let ranking: SearchRanking
  /// Whether the saved values are counted.
  let isSaved: Bool

  /// Returns the ranking with the numbers about some objects.
  func ranking(over handles: some Sequence<Handle>) -> SearchRanking {
    var ranking = ranking
    var scan = SearchScan(ranking.query)
    var statistics = SearchStatistics(
      count: 0, tokenCount: 0, holders: Array(repeating: 0, count: ranking.query.phrases.count))
    let reader = SearchTextReader(ranking.paths, graph, isSaved: isSaved)
    for handle in handles {
      guard let object = graph.anyObject(handle) else { continue }
      reader.read(object, &scan, weights: nil)
      statistics.count += 1
      statistics.tokenCount += scan.length
      for phrase in scan.frequencies.indices where scan.frequencies[phrase] > 0 {
        statistics.holders[phrase] += 1
      }
    }
    ranking.statistics = statistics
    return ranking
  }
}

/// Reads the texts of objects for a search.
struct SearchTextReader {
  private let paths: [FetchPath]
  private let date: EvaluationDate
  private let isSaved: Bool

  init(_ paths: [FetchPath], _ graph: ObjectGraph, isSaved: Bool) {
    (self.paths, self.isSaved) = (paths, isSaved)
    date = EvaluationDate(graph)
  }

  /// Scans the texts of an object.
  ///
  /// - Parameter weights: The weights of the texts; `nil` to count each occurrence once.
  func read(_ object: ManagedObject, _ scan: inout SearchScan, weights: [Double]?) {
    scan.reset()
    let evaluator = PredicateEvaluator(object: object, date: date, isSaved: isSaved)
    for (index, path) in paths.enumerated() {
      if case .string(let text) = evaluator.value(of: .keyPath(path)) {
        scan.read(text, of: index, weight: weights?[index] ?? 1)
      }
    }
  }
}

extension FetchRun {
  /// The run with the numbers that an order by relevance needs. They are counted over all objects of the graph.
  var ranked: FetchRun {
    guard request.isRanked, graph.hasAllObjects else { return self }
    return ranked(counted)
  }

  /// Returns a ranking with the numbers over all objects of the graph.
  func counted(_ ranking: SearchRanking) -> SearchRanking {
    if !isSaved, let statistics = indexed(ranking) {
      var ranking = ranking
      ranking.statistics = statistics
      return ranking
    }
    return RankingStatistics(graph: graph, ranking: ranking, isSaved: isSaved)
      .ranking(over: allRanked)
  }

  /// Returns the numbers that an index of words has, or that can be counted among the objects that it finds.
  private func indexed(_ ranking: SearchRanking) -> SearchStatistics? {
    guard let position = IndexLookup(graph: graph).words(of: ranking, requestOfRanked.entity) else {
      return nil
    }
    let holders = ranking.query.phrases.indices.map { phrase in
      let found = graph.indexes.words[position].holders(of: ranking.query.phrases[phrase])
      if ranking.query.phrases[phrase].tokens.count == 1 { return found.count }
      let single = SearchRanking(ranking, only: phrase)
      return RankingStatistics(graph: graph, ranking: single, isSaved: false)
        .ranking(over: found.lazy.map(\.handle)).statistics?.holders[0] ?? 0
    }
    let index = graph.indexes.words[position]
    return SearchStatistics(count: index.count, tokenCount: index.wordCount, holders: holders)
  }

  /// Returns the run with the numbers that a closure adds to its ranking.
  func ranked(_ count: (SearchRanking) throws -> SearchRanking) rethrows -> FetchRun {
    var run = self
    for position in request.orderedBy.indices {
      guard let ranking = SearchRanking(request.orderedBy[position].expression),
        ranking.statistics == nil
      else { continue }
      run.request.orderedBy[position].expression = try count(ranking).expression
    }
    return run
  }

  /// The request for all objects that relevance takes into account: those of the full-text index.
  var requestOfRanked: FetchRequest {
    FetchRequest(graph.model.tree.entityOfFullText(for: request.entity) ?? request.entity)
  }

  /// The objects of the graph that relevance takes into account.
  private var allRanked: ContiguousArray<Handle> {
    var run = FetchRun(known: requestOfRanked, graph)
    run.request.includesPendingChanges = request.includesPendingChanges
    return run.handles
  }
}
