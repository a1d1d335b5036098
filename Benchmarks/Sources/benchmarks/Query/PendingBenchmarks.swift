import Armature

/// The same requests of a store with one pending change, and without changes.
func pendingBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(200_000)
  let requests: [(name: String, request: FetchRequest)] = [
    ("path", FetchRequest("Work") { $0.writer.number == 7 }),
    (
      "path-order-limit",
      FetchRequest("Work", orderedBy: [.ascending("writer.number")], limit: 10) {
        $0.writer.number < 10
      }
    ),
    ("key", FetchRequest("Work") { $0.isbn == "978-7777" }),
    ("any", FetchRequest("Writer") { $0.works.any { $0.isbn == "978-7777" } }),
  ]
  return Benchmark(
    name: "query/pending", repetitions: 5,
    comparisons: requests.flatMap { row in
      [
        Comparison.limit("\(row.name)/work", "\(row.name)/none", atMost: 1.2),
        Comparison.limit("\(row.name)/writer", "\(row.name)/none", atMost: 1.2),
      ]
    } + [Comparison.limit("count/work", "count/none", atMost: 1.2)]
  ) {
    let stored = Shared { StoredCatalogue(count) }
    func subjects(
      _ name: String, _ read: @escaping (ManagedObjectContext) throws -> Void
    ) -> [Subject] {
      [
        .repeated("\(name)/none") { try read(stored.value.unchanged) },
        .repeated("\(name)/work") { try read(stored.value.changedWork) },
        .repeated("\(name)/writer") { try read(stored.value.changedWriter) },
      ]
    }
    return requests.flatMap { row in subjects(row.name) { keep(try $0.fetch(row.request)) } }
      + subjects("count") { keep(try $0.count(requests[0].request)) }
  }
}

/// A catalogue in a store, and contexts with and without a pending change.
private struct StoredCatalogue {
  let unchanged: ManagedObjectContext
  let changedWork: ManagedObjectContext
  let changedWriter: ManagedObjectContext

  init(_ count: Int) {
    let container = expect { try PersistentContainer(model: Catalogue.model) }
    _ = Catalogue(count, in: container.makeContext())
    (unchanged, changedWork, changedWriter) = (
      container.makeContext(), container.makeContext(), container.makeContext()
    )
    expect {
      try changedWork.fetch("Work") { $0.isbn == "978-99" }[0].title = "Another"
      try changedWriter.fetch("Writer") { $0.number == 3 }[0].name = "Another"
    }
  }
}
