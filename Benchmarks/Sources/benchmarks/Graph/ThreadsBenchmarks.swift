import Armature

/// Two contexts of one model on two threads against one thread: the gain in throughput.
///
/// The same with objects of a plain class shows the limits of the machine and its allocator.
func threadsBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  let rows = ["insert", "link", "save", "validate"]
  return Benchmark(
    name: "graph/two-threads", repetitions: 5,
    comparisons: rows.map {
      Comparison(
        subject: $0, baseline: .peer("\($0)/one-thread"), goal: .timesFaster(atLeast: 1.8))
    } + [Comparison(subject: "plain-class", baseline: .peer("plain-class/one-thread"))]
  ) {
    let model = Shelf.model
    let books = OurValidation.model
    @Sendable func inserted(_ model: ManagedObjectModel, _ entity: String) -> ManagedObjectContext {
      let context = ManagedObjectContext(model: model)
      for _ in 0..<count { _ = expect { try context.insert(entity) } }
      return context
    }
    return inThreads("insert", count, { ManagedObjectContext(model: model) }) { context in
      for _ in 0..<count { _ = expect { try context.insert("Work") } }
    }
      + inThreads("link", count, { Shelf(works: count, perWriter: 100, isLinked: false) }) {
        $0.link()
      }
      + inThreads("save", count, { inserted(model, "Work") }) { context in
        expect { try context.save() }
      }
      + inThreads("validate", count, { OurValidation.books(count, books) }) {
        OurValidation.validate($0)
      }
      + inThreads("plain-class", count, {}) { createAndDestroy(count) { PlainWork() } }
  }
}

/// The same work on one thread and on two.
private func inThreads<State>(
  _ name: String, _ count: Int, _ prepare: @escaping @Sendable () -> State,
  _ body: @escaping @Sendable (State) -> Void
) -> [Subject] {
  [1, 2].map { threads in
    .measured(threads == 1 ? "\(name)/one-thread" : name, .nanoseconds) {
      Threads.nanoseconds(threads, prepare, body) / Double(threads * count)
    }
  }
}
