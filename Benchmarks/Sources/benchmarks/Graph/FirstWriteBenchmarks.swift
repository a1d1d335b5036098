import Armature

/// The first write to each of many objects after a save, in order and shuffled against a plain class and a class that
/// copies its previous values.
func firstWriteBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(500_000)
  return Benchmark(
    name: "graph/first-write", repetitions: 5,
    comparisons: [
      .limit("in-order", "copy-in-order", atMost: 1.5),
      .limit("shuffled", "copy-shuffled", atMost: 1.5),
      .limit("shuffled", "store-shuffled", atMost: nil, note: "a class that keeps no way back"),
    ]
  ) {
    let shelf = Shared { try SavedShelf(count) }
    func write(_ name: String, _ works: @escaping (SavedShelf) -> [ManagedObject]) -> Subject {
      .prepared(
        name, operations: count, { shelf.value },
        { shelf in for work in works(shelf) { work.pages = 7 } },
        finish: { shelf in expect { try shelf.context.save() } })
    }
    func copy(_ name: String, _ works: @escaping (SavedShelf) -> [TrackedWork]) -> Subject {
      .prepared(
        name, operations: count, { shelf.value },
        { shelf in for work in works(shelf) { work.setPages(7) } },
        finish: { shelf in for work in shelf.plain { work.saved = nil } })
    }
    return [
      write("in-order") { $0.works }, write("shuffled") { $0.shuffled },
      copy("copy-in-order") { $0.plain }, copy("copy-shuffled") { $0.shuffledPlain },
      .prepared("store-shuffled", operations: count, { shelf.value }) { shelf in
        for work in shelf.shuffledPlain { work.pages = 7 }
      },
    ]
  }
}

/// Saved works and instances of a plain class, in order and shuffled.
private final class SavedShelf {
  let context: ManagedObjectContext
  let works: [ManagedObject]
  let shuffled: [ManagedObject]
  let plain: [TrackedWork]
  let shuffledPlain: [TrackedWork]

  init(_ count: Int) throws {
    let shelf = Shelf(works: count, perWriter: count)
    try shelf.context.save()
    (context, works) = (shelf.context, shelf.works)
    plain = (0..<count).map { _ in TrackedWork() }
    var random = SplitMix64(seed: 4)
    let order = works.indices.shuffled(using: &random)
    shuffled = order.map { [works] in works[$0] }
    shuffledPlain = order.map { [plain] in plain[$0] }
  }
}

/// A hand-written class that keeps the values of its last save.
private final class TrackedWork {
  var title = ""
  var pages = 1
  var writer: PlainWriter?
  var saved: TrackedWork?

  func setPages(_ pages: Int) {
    if saved == nil {
      let copy = TrackedWork()
      (copy.title, copy.pages, copy.writer) = (title, self.pages, writer)
      saved = copy
    }
    self.pages = pages
  }
}
