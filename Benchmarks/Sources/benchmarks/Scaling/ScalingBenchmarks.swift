private let small = 10_000
private let large = 1_000_000

/// An operation with a time that depends on the number of objects.
enum ScalingOperation {
  case insert, validate, load
}

/// The additional cost of one object among 1,000,000, compared to 10,000.
func scalingBenchmarks() -> [Benchmark] {
  [
    // With trimming, a million objects need new pages each time, while ten thousand do not. This kernel cost exceeds
    // the rest for a plain class, so the goal applies without trimming (see `HeapMode`).
    scaling(.insert, "scaling/insert", .standard, hasGoal: false),
    scaling(.insert, "scaling/insert-no-trim", .untrimmed, hasGoal: true),
    scaling(.validate, "scaling/validate", .standard, hasGoal: true),
    scaling(.load, "scaling/load", .standard, hasGoal: false),
    scaling(.load, "scaling/load-no-trim", .untrimmed, hasGoal: true),
  ]
}

private func scaling(
  _ operation: ScalingOperation, _ name: String, _ heap: HeapMode, hasGoal: Bool
) -> Benchmark {
  let growth = Comparison(
    subject: OurScaling.growth, baseline: .nothing, goal: hasGoal ? .atMost(25, .percent) : nil)
  // The machine's effect on the simplest objects, for comparison: its caches are limited.
  let plain = Comparison(subject: "plain-class", baseline: .nothing)
  return Benchmark(
    name: name, repetitions: 3, heap: heap,
    comparisons: operation == .load ? [growth] : [growth, plain]
  ) {
    [plainSubject(operation), ourSubject(operation)]
  }
}

private func ourSubject(_ operation: ScalingOperation) -> Subject {
  // Prepared on the first sample, so that a million objects are in memory only while needed.
  growthSubject(OurScaling.growth) { OurScaling.body(operation, $0) }
}

private func plainSubject(_ operation: ScalingOperation) -> Subject {
  growthSubject("plain-class") { count in
    switch operation {
    case .insert: return { createAndDestroy(count) { PlainItem() } }
    case .validate:
      let books = (0..<count).map { PlainBook(BookRecord($0)) }
      let table = HandWrittenMatch.EmailTable()
      let published = BookRules.published
      return {
        var valid = 0
        for book in books where book.isValid(published, table) { valid += 1 }
        precondition(valid == count, "every record of the benchmark keeps the rules")
      }
    case .load: return nil
    }
  }
}

/// Creates a subject in percent; both sizes are timed one after the other in each round.
private func growthSubject(
  _ name: String, _ body: @escaping (Int) -> (() -> Void)?
) -> Subject {
  var bodies: (small: () -> Void, large: () -> Void)?
  return .measured(name, .percent) {
    if bodies == nil, let few = body(small), let many = body(large) { bodies = (few, many) }
    guard let bodies else { throw Skipped(reason: "not written yet") }
    // The small size is repeated so that its round takes at least 1/10 of the large one's.
    let passes = large / small / 10
    bodies.small()
    let few = nanoseconds { for _ in 0..<passes { bodies.small() } } / Double(passes * small)
    let many = nanoseconds(bodies.large) / Double(large)
    return (many / few - 1) * 100
  }
}
