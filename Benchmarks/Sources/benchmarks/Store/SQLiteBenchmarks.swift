import Armature
import BenchmarkSQLite
import Foundation

/// A store in a SQLite file against C with prepared statements against the in-memory store, and against a small file.
func sqliteBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "store/sqlite", repetitions: 3,
    comparisons: [
      .limit("save", "save-by-C", atMost: 1.3, note: "what was made before"),
      .limit("insert", "insert-by-C", atMost: nil, note: "making them, too"),
      .limit("fetch", "fetch-by-C", atMost: 1.3),
      .limit("update-a-tenth", "update-a-tenth-by-C", atMost: 1.4),
      .limit("find-by-name", "find-by-name-by-C", atMost: 3),
      .limit("count", "count-by-C", atMost: 1.1),
      .limit("maximum", "maximum-by-C", atMost: 1.1),
      .limit("sum", "sum-by-C", atMost: 1.1),
      Comparison(
        subject: "group-by", baseline: .limit("group-by-by-C"), goal: .ratio(atMost: 1.1),
        note: "both in the order of the first item of each group"),
      .limit("insert", "insert-10k", atMost: 1.3),
      .limit("fetch", "fetch-10k", atMost: 1.3),
      .limit("update-a-tenth", "update-a-tenth-of-10k", atMost: 1.3),
      .limit("insert-10k-with-history", "insert-10k", atMost: 1.4),
      .limit("update-a-tenth-with-history", "update-a-tenth-of-10k", atMost: 1.4),
      .limit("find-by-name-merging", "find-by-name", atMost: 1.05),
      .limit("save-in-memory", "save", atMost: 0.5),
      .limit("insert-in-memory", "insert", atMost: nil, note: "making them, too"),
      .limit("fetch-in-memory", "fetch", atMost: 0.5),
    ]
  ) {
    let ours = Shared { try StockedFile(count) }
    let small = Shared { try StockedFile(10_000) }
    let told = Shared { try StockedFile(10_000, keepsHistory: true) }
    let plain = Shared { try PlainFile(count) }
    let memory = Shared { try filledMemory(count) }
    return insertions(count)
      + fetches("fetch", count) { ours.value.container }
      + fetches("fetch-10k", 10_000) { small.value.container }
      + fetches("fetch-in-memory", count) { memory.value }
      + updates("update-a-tenth", count) { ours.value.container }
      + updates("update-a-tenth-of-10k", 10_000) { small.value.container }
      + updates("update-a-tenth-with-history", 10_000) { told.value.container }
      + [
        .prepared(
          "fetch-by-C", operations: count, { plain.value.handle },
          { precondition(benchmark_sqlite_fetch($0) == count) },
          finish: { benchmark_sqlite_forget($0) }),
        .prepared("update-a-tenth-by-C", operations: count / 10, { plain.value.handle }) {
          precondition(benchmark_sqlite_update($0, Int64(count), 10))
        },
      ] + questions(ours, plain)
  }
}

/// Items that are not saved yet.
private final class UnsavedItems {
  private let file: StockedFile?
  let context: ManagedObjectContext

  /// - Parameter file: The empty file for the items; `nil` for an in-memory store.
  init(_ count: Int, in file: StockedFile?) throws {
    self.file = file
    let container = try file?.container ?? PersistentContainer(model: StockedFile.model)
    context = container.makeContext()
    try StockedFile.make(context, count)
  }
}

/// Returns an in-memory store with the items.
private func filledMemory(_ count: Int) throws -> PersistentContainer {
  let container = try PersistentContainer(model: StockedFile.model)
  try StockedFile.fill(container.makeContext(), count)
  return container
}

private func insertions(_ count: Int) -> [Subject] {
  [
    .prepared("save", operations: count, { try UnsavedItems(count, in: StockedFile(0)) }) {
      try $0.context.save()
    },
    .prepared("save-in-memory", operations: count, { try UnsavedItems(count, in: nil) }) {
      try $0.context.save()
    },
    .prepared(
      "save-by-C", operations: count,
      {
        let file = try PlainFile(0)
        benchmark_sqlite_make(file.handle, Int64(count))
        return file
      },
      { file in precondition(benchmark_sqlite_save(file.handle)) },
      finish: { file in benchmark_sqlite_forget(file.handle) }),
    .prepared("insert", operations: count, { try StockedFile(0) }) { file in
      try StockedFile.fill(file.container.makeContext(), count)
    },
    .prepared("insert-10k", operations: 10_000, { try StockedFile(0) }) { file in
      try StockedFile.fill(file.container.makeContext(), 10_000)
    },
    .prepared(
      "insert-10k-with-history", operations: 10_000, { try StockedFile(0, keepsHistory: true) }
    ) { file in try StockedFile.fill(file.container.makeContext(), 10_000) },
    .prepared(
      "insert-in-memory", operations: count, { try PersistentContainer(model: StockedFile.model) }
    ) { container in
      try StockedFile.fill(container.makeContext(), count)
    },
    .prepared("insert-by-C", operations: count, { try PlainFile(0) }) { file in
      precondition(benchmark_sqlite_insert(file.handle, Int64(count)))
    },
  ]
}

/// Fetches all items with their values into an empty context.
private func fetches(
  _ name: String, _ count: Int, _ container: @escaping () -> PersistentContainer
) -> [Subject] {
  [
    .prepared(name, operations: count, { Fetched(container()) }) { fetched in
      fetched.items = try fetched.context.fetch("Item")
    }
  ]
}

/// A context and its fetched objects, which are released after the time was taken.
private final class Fetched {
  let context: ManagedObjectContext
  var items: [ManagedObject] = []

  init(_ container: PersistentContainer) { context = container.makeContext() }
}

private func updates(
  _ name: String, _ count: Int, _ container: @escaping () -> PersistentContainer
) -> [Subject] {
  [
    .prepared(
      name, operations: count / 10,
      {
        let context = container().makeContext()
        return (context, try context.fetch("Item"))
      }
    ) { context, items in
      try StockedFile.changeTenth(context, items)
    }
  ]
}

/// Requests with a few result rows.
private func questions(_ ours: Shared<StockedFile>, _ plain: Shared<PlainFile>) -> [Subject] {
  func ask(_ name: String, _ ask: @escaping (ManagedObjectContext) throws -> Void) -> Subject {
    .prepared(name, operations: 1, { ours.value.container.makeContext() }, ask)
  }
  func askByC(_ name: String, _ statement: String) -> Subject {
    .prepared(name, operations: 1, { plain.value.handle }) { handle in
      sink(benchmark_sqlite_read(handle, statement))
    }
  }
  func find(_ name: String, isMerging: Bool) -> Subject {
    .prepared(
      name, operations: 1000,
      {
        let context = ours.value.container.makeContext()
        context.mergesChangesAutomatically = isMerging
        return context
      }
    ) { context in
      for number in 0..<1000 {
        let found = try context.fetch("Item") { $0.name == "item \(number * 7)" }
        precondition(found.count == 1)
      }
    }
  }
  return [
    find("find-by-name", isMerging: false), find("find-by-name-merging", isMerging: true),
    .prepared("find-by-name-by-C", operations: 1000, { plain.value.handle }) { handle in
      for number in 0..<1000 { precondition(benchmark_sqlite_find(handle, Int64(number * 7)) > 0) }
    },
    ask("count") { sink(try $0.count("Item") { $0.pieces > 10 }) },
    askByC("count-by-C", "SELECT COUNT(*) FROM Item WHERE pieces > 10"),
    ask("maximum") {
      sink(try $0.fetch(FetchRowRequest("Item", [.maximum("pieces", as: "most")])))
    },
    askByC("maximum-by-C", "SELECT MAX(pieces) FROM Item"),
    ask("sum") { sink(try $0.fetch(FetchRowRequest("Item", [.sum("pieces", as: "sum")]))) },
    askByC("sum-by-C", "SELECT SUM(pieces) FROM Item"),
    ask("group-by") {
      let rows = try $0.fetch(FetchRowRequest("Item", [.property("rank"), .count()]))
      precondition(rows.count == 10)
    },
    askByC("group-by-by-C", "SELECT rank, COUNT(*) FROM Item GROUP BY rank ORDER BY MIN(_id)"),
  ]
}
