/// Relationships, uniqueness and the unit of work: one file for each group of figures.
///
/// The goals are for the heap as the system sets it.
func graphBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  [
    readingBenchmark(sizes), countBenchmark(sizes), linkingBenchmark(sizes),
    orderedInsertionBenchmark(sizes), firstChangeBenchmark(sizes), oneAmongManyBenchmark(sizes),
    referencesBenchmark(sizes), savingBenchmark(sizes), updatesBenchmark(sizes),
    firstWriteBenchmark(sizes), derivedTotalsBenchmark(sizes), cascadeBenchmark(sizes),
    classInsertionBenchmark(),
    changesetBenchmark(), threadsBenchmark(sizes), memoryBenchmark(), wideEntityBenchmark(sizes),
    displacedNameBenchmark(), identifierBenchmark(), historyBenchmark(sizes),
    churnBenchmark(sizes), undoBenchmark(sizes), snapshotBenchmark(sizes),
    archiveBenchmark(sizes), clinicBenchmark(),
  ]
}

/// Comparisons of the graph: subjects of one benchmark with each other.
extension Comparison {
  /// A subject and the code, or the smaller case of ours, that it may take so many times longer than.
  static func limit(
    _ subject: String, _ limit: String, atMost most: Double?, note: String? = nil
  ) -> Comparison {
    Comparison(
      subject: subject, baseline: .limit(limit), goal: most.map { .ratio(atMost: $0) }, note: note)
  }
}
