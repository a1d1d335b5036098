import Armature
import BenchmarkHeap

/// Reads a number of each item, a thousand items at a time.
func walk(
  _ context: ManagedObjectContext, _ count: Int, _ number: (ManagedObject) -> Int
) throws {
  var request = FetchRequest("Item")
  request.batchSize = 1_000
  var (sum, walked) = (0, 0)
  try context.forEachBatch(of: request) { items in
    walked += items.count
    for item in items { sum += number(item) }
  }
  precondition(walked == count && sum > 0)
}

/// The peak memory of such a walk. Only the first one counts, because later ones reuse its pages.
func walkMemory(
  _ container: @escaping () -> PersistentContainer, _ number: @escaping (ManagedObject) -> Int
) -> Subject {
  var first: Double?
  return .measured("walk-memory", .bytes) {
    let container = container()
    let count = try container.makeContext().count("Item")
    // Otherwise the walk would use pages left free by stocking the store.
    benchmark_heap_trim()
    let peak =
      try first
      ?? Double(PeakMemory.growth { try walk(container.makeContext(), count, number) })
    first = peak
    return peak
  }
}
