import Armature
import BenchmarkHeap

/// Reading from and saving to an in-memory store: 1,000,000 rows with ten attributes.
func storeBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  let count = sizes(1_000_000)
  return decidingBenchmarks(sizes) + [
    prefetchBenchmark(sizes), sqliteBenchmarks(sizes), sqliteSizeBenchmarks(sizes),
    encryptionBenchmark(sizes),
    migrationBenchmarks(sizes), batchBenchmarks(sizes), faultBenchmark(sizes), jsonFileBenchmarks(),
    postgreSQLBenchmarks(sizes),
    latencyBenchmarks(), updatingLoadBenchmark(sizes), keptMemoryBenchmark(sizes),
    Benchmark(
      name: "store/memory", repetitions: 3,
      comparisons: [
        Comparison(subject: "fetch-all", baseline: .nothing, goal: .atMost(250, .nanoseconds)),
        Comparison(
          subject: "save-one-among-1M", baseline: .nothing, goal: .atMost(50_000, .nanoseconds)),
        Comparison.limit("save-one-among-1M", "save-one-among-10k", atMost: 1.5),
        Comparison(subject: "insert-and-save", baseline: .limit("insert-and-save-without-store")),
        Comparison(
          subject: "walk-memory", baseline: .nothing, goal: .atMost(64 * 1_048_576, .bytes),
          note: "at the peak, over that of the store"),
        Comparison(
          subject: "held-by-store-and-context", baseline: .limit("held-by-context"),
          goal: .ratio(atMost: 2), note: "on the heap, for an object that was just saved"),
        Comparison(subject: "walk-in-batches", baseline: .nothing),
        Comparison(subject: "faults-and-links", baseline: .nothing),
      ]
    ) {
      let large = Shared { StockedStore(count) }
      let small = Shared { StockedStore(10_000) }
      let linked = Shared { try LinkedStore(100_000) }
      return [
        // Measured first, before free pages accumulate.
        walkMemory({ large.value.container }, pages),
        .measured("held-by-store-and-context", .bytes) {
          try heldPerObject(count) { StockedStore(0).context }
        },
        .measured("held-by-context", .bytes) {
          try heldPerObject(count) { ManagedObjectContext(model: ItemObject.plainModel) }
        },
        .prepared(
          "walk-in-batches", operations: count, { large.value.container.makeContext() }
        ) {
          try walk($0, count, pages)
        },
        .prepared("faults-and-links", operations: 100_000, { linked.value.makeContext() }) {
          try LinkedStore.follow($0)
        },
        .prepared("fetch-all", operations: count, { large.value.container.makeContext() }) {
          let found = try $0.fetch("Item").count
          precondition(found == count)
        },
        .repeated("save-one-among-1M") { try large.value.changeOne() },
        .repeated("save-one-among-10k") { try small.value.changeOne() },
        .prepared("insert-and-save", operations: 100_000, { StockedStore(0).context }) {
          try StockedStore.insert(100_000, $0)
        },
        .prepared(
          "insert-and-save-without-store", operations: 100_000,
          { ManagedObjectContext(model: ItemObject.plainModel) }
        ) {
          try StockedStore.insert(100_000, $0)
        },
      ]
    },
  ]
}

private func pages(_ item: ManagedObject) -> Int {
  let pages: Int = item.pages ?? 0
  return pages
}

/// Returns the heap memory per object after inserting and saving, with everything that the context references.
private func heldPerObject(
  _ count: Int, _ make: () -> ManagedObjectContext
) throws -> Double {
  let before = benchmark_heap_in_use()
  guard before > 0 else { throw Skipped(reason: "the use of the heap is not known here") }
  let context = make()
  try StockedStore.insert(count, context)
  let after = benchmark_heap_in_use()
  sink(context)
  return Double(after - before) / Double(count)
}

/// A store with nodes that each lead to another one.
private struct LinkedStore {
  private let container: PersistentContainer

  init(_ count: Int) throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Chain") {
        Entity("Node") {
          Attribute("number", Int.self).default(0)
          Relationship("next", to: "Node")
        }
      })
    let stock = container.makeContext()
    var last: ManagedObject?
    for number in 0..<count {
      let node = try stock.insert("Node")
      node.number = number
      node.next = last
      last = node
    }
    try stock.save()
  }

  func makeContext() -> ManagedObjectContext { container.makeContext() }

  /// Fills all faults in batches and follows a relationship of each.
  static func follow(_ context: ManagedObjectContext) throws {
    var request = FetchRequest("Node")
    request.batchSize = 1_000
    var count = 0
    for node in try context.fetch(request) {
      let next: ManagedObject? = node.next
      if let next {
        let number: Int = next.number ?? 0
        count += number & 1
      }
    }
    precondition(count > 0)
  }
}

/// A store with items and a context with one of them.
private final class StockedStore {
  let container: PersistentContainer
  let context: ManagedObjectContext
  private var item: ManagedObject?

  init(_ count: Int) {
    container = expect { try PersistentContainer(model: ItemObject.plainModel) }
    context = container.makeContext()
    guard count > 0 else { return }
    expect {
      let stock = container.makeContext()
      try Self.insert(count, stock)
      item = try context.fetch("Item", limit: 1, offset: count / 2).first
    }
  }

  static func insert(_ count: Int, _ context: ManagedObjectContext) throws {
    for number in 0..<count {
      let item = try context.insert("Item")
      item.pages = number
    }
    try context.save()
  }

  /// Changes and saves an object.
  func changeOne() throws {
    guard let item else { return }
    let pages: Int = item.pages ?? 0
    item.pages = pages + 1
    try context.save()
  }
}
