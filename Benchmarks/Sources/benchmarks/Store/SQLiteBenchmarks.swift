import Armature
import ArmatureSQLite
import BenchmarkSQLite
import Foundation

/// A store in a file of SQLite, against C that does the same with one kept statement: items of ten
/// attributes, of which the name is unique.
func sqliteBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "store/sqlite", repetitions: 3,
    comparisons: [
      .limit("insert", "insert-by-C", atMost: 1.3),
      .limit("fetch", "fetch-by-C", atMost: 1.3),
      .limit("update-a-tenth", "update-a-tenth-by-C", atMost: 1.4),
      .limit("find-by-name", "find-by-name-by-C", atMost: 3),
      .limit("count", "count-by-C", atMost: 1.1),
    ]
  ) {
    let ours = Shared { try StockedFile(count) }
    let plain = Shared { try PlainFile(count) }
    return [
      .prepared("insert", operations: count, { try StockedFile(0) }) { file in
        try file.fill(count)
      },
      .prepared("insert-by-C", operations: count, { try PlainFile(0) }) { file in
        precondition(benchmark_sqlite_insert(file.handle, Int64(count)))
      },
      .prepared("fetch", operations: count, { ours.value.container.makeContext() }) { context in
        sink(try context.fetch("Item"))
      },
      .timed("fetch-by-C", operations: count) {
        precondition(benchmark_sqlite_fetch(plain.value.handle) == count)
      },
      .prepared(
        "update-a-tenth", operations: count / 10,
        {
          let context = ours.value.container.makeContext()
          return (context, (try? context.fetch("Item")) ?? [])
        }
      ) { context, items in
        for index in stride(from: 0, to: items.count, by: 10) {
          let pieces: Int = items[index].pieces ?? 0
          items[index].pieces = pieces + 1
        }
        try context.save()
      },
      .timed("update-a-tenth-by-C", operations: count / 10) {
        precondition(benchmark_sqlite_update(plain.value.handle, Int64(count), 10))
      },
      .prepared("find-by-name", operations: 1000, { ours.value.container.makeContext() }) {
        context in
        for number in 0..<1000 {
          let found = try context.fetch("Item") { $0.name == "item \(number * 7)" }
          precondition(found.count == 1)
        }
      },
      .timed("find-by-name-by-C", operations: 1000) {
        for number in 0..<1000 {
          precondition(benchmark_sqlite_find(plain.value.handle, Int64(number * 7)) > 0)
        }
      },
      .prepared("count", operations: 1, { ours.value.container.makeContext() }) { context in
        sink(try context.count("Item") { $0.pieces > 10 })
      },
      .timed("count-by-C", operations: 1) {
        sink(benchmark_sqlite_count(plain.value.handle, 10))
      },
    ]
  }
}

/// A file in a folder of its own, which goes with it.
private class FileInFolder {
  let folder = FileManager.default.temporaryDirectory.appending(path: "armature-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "items.sqlite").path }
}

/// A store of items.
private final class StockedFile: FileInFolder {
  private(set) var container: PersistentContainer!

  init(_ count: Int) throws {
    try super.init()
    container = try PersistentContainer(
      model: ManagedObjectModel("Items") {
        Entity("Item") {
          Attribute("name", String.self)
          Attribute("note", String.self)
          Attribute("place", String.self)
          Attribute("pieces", Int.self)
          Attribute("rank", Int.self).default(2)
          Attribute("size", Int.self).default(3)
          Attribute("price", Double.self)
          Attribute("weight", Double.self).default(0.5)
          Attribute("isOut", Bool.self).default(true)
          Attribute("added", Date.self).default(.now)
          Unique("name")
        }
      }, store: SQLiteStore(path))
    if count > 0 { try fill(count) }
  }

  func fill(_ count: Int) throws {
    let context = container.makeContext()
    for number in 0..<count {
      let item = try context.insert("Item")
      item.name = "item \(number)"
      item.note = "a note that is longer, about \(number)"
      item.place = "Wien"
      item.pieces = number
      item.price = Double(number) / 4
    }
    try context.save()
  }
}

/// The same items as C keeps them.
private final class PlainFile: FileInFolder {
  private(set) var handle: OpaquePointer!

  init(_ count: Int) throws {
    try super.init()
    guard let handle = benchmark_sqlite_open(path) else {
      throw Skipped(reason: "SQLite is not there")
    }
    self.handle = handle
    if count > 0 { precondition(benchmark_sqlite_insert(handle, Int64(count))) }
  }

  deinit { if let handle { benchmark_sqlite_close(handle) } }
}
