import Armature
import ArmatureSQLite
import BenchmarkHeap

/// What contexts keep that do nothing for a long time, and the peak of memory of an export.
func keptMemoryBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(200_000)
  return Benchmark(
    name: "store/kept", repetitions: 3,
    comparisons: [
      Comparison(
        subject: "idle-merging", baseline: .nothing, goal: .atMost(1, .bytes),
        note: "for each save of others, in a context that merges by itself"),
      Comparison(
        subject: "unread-changes", baseline: .nothing, goal: .atMost(1, .bytes),
        note: "for each save, in a sequence that nobody reads"),
      Comparison(
        subject: "insert-and-rollback", baseline: .nothing, goal: .atMost(1, .bytes),
        note: "for each object"),
      Comparison(
        subject: "export-memory", baseline: .nothing, goal: .atMost(32 * 1_048_576, .bytes),
        note: "of all objects of a file as JSON, at the peak, over what there was before"),
    ]
  ) {
    let file = Shared { try StockedFile(count) }
    return [
      // This must come first: later the process already has free pages.
      .measured("export-memory", .bytes) {
        guard let container = file.value.container else { return 0 }
        benchmark_heap_trim()
        return Double(
          try PeakMemory.growth {
            var length = 0
            try container.makeContext().exportJSON { length += $0.count }
            precondition(length > count * 100)
          })
      },
      kept("idle-merging") { pair in pair.idle.mergesChangesAutomatically = true },
      kept("unread-changes") { pair in pair.unread = pair.busy.changes },
      .measured("insert-and-rollback", .bytes) {
        let context = ManagedObjectContext(model: StockedFile.model)
        func repeatRounds(_ count: Int) throws {
          for _ in 0..<count {
            for number in 0..<100 { StockedFile.fill(try context.insert("Item"), number) }
            context.rollback()
          }
        }
        try repeatRounds(10)
        let before = benchmark_heap_in_use()
        try repeatRounds(1_000)
        return (Double(benchmark_heap_in_use()) - Double(before)) / 100_000
      },
    ]
  }
}

/// Two contexts of a store in memory, of which one saves.
private final class Pair {
  let busy: ManagedObjectContext
  let idle: ManagedObjectContext
  private let item: ManagedObject
  var unread: AsyncStream<ContextChange>?

  init() throws {
    let container = try PersistentContainer(model: StockedFile.model)
    (busy, idle) = (container.makeContext(), container.makeContext())
    item = try busy.insert("Item")
    StockedFile.fill(item, 0)
    try busy.save()
    _ = try idle.fetch("Item")
  }

  func save(_ count: Int) throws {
    for number in 0..<count {
      item.pieces = -number
      try busy.save()
    }
  }
}

/// The heap for each of 20,000 saves.
private func kept(_ name: String, _ prepare: @escaping (Pair) -> Void) -> Subject {
  .measured(name, .bytes) {
    let pair = try Pair()
    prepare(pair)
    // As many as are kept apart.
    try pair.save(10_000)
    let before = benchmark_heap_in_use()
    try pair.save(20_000)
    let after = benchmark_heap_in_use()
    sink(pair)
    return (Double(after) - Double(before)) / 20_000
  }
}
