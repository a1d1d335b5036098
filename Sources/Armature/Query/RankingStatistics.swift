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
    let isSaved = !request.includesPendingChanges && graph.changes.count > 0
    return RankingStatistics(graph: graph, ranking: ranking, isSaved: isSaved)
      .ranking(over: allRanked)
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
