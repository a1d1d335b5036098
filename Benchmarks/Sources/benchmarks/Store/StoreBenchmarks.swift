import Armature

/// Reading from a store in memory and saving to it: 1,000,000 rows of ten attributes.
func storeBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  let count = sizes(1_000_000)
  return [
    Benchmark(
      name: "store/memory", repetitions: 3,
      comparisons: [
        Comparison(subject: "fetch-all", baseline: .nothing, goal: .atMost(250, .nanoseconds)),
        Comparison(
          subject: "save-one-among-1M", baseline: .nothing, goal: .atMost(50_000, .nanoseconds)),
        Comparison.limit("save-one-among-1M", "save-one-among-10k", atMost: 1.5),
        Comparison(subject: "insert-and-save", baseline: .limit("insert-and-save-without-store")),
      ]
    ) {
      let large = Shared { StockedStore(count) }
      let small = Shared { StockedStore(10_000) }
      return [
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
    }
  ]
}

/// A store with items, and a context that has one of them.
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

  /// Changes an object, and saves.
  func changeOne() throws {
    guard let item else { return }
    let pages: Int = item.pages ?? 0
    item.pages = pages + 1
    try context.save()
  }
}
