/// Relationships, uniqueness and the unit of work, with one file for each group of figures.
///
/// The goals apply to the heap's standard mode.
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

/// Comparisons between subjects of one benchmark.
extension Comparison {
  /// Compares a subject with its limit: other code or a smaller case of the library.
  static func limit(
    _ subject: String, _ limit: String, atMost most: Double?, note: String? = nil
  ) -> Comparison {
    Comparison(
      subject: subject, baseline: .limit(limit), goal: most.map { .ratio(atMost: $0) }, note: note)
  }
}
