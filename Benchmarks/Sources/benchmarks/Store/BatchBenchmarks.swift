import Armature
import ArmatureSQLite
import BenchmarkHeap
import BenchmarkSQLite
import Foundation

/// Batch operations on a file of items against hand-written SQL.
func batchBenchmarks(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "store/batch", repetitions: 3,
    comparisons: [
      .limit("update", "update-by-hand", atMost: 1.2),
      .limit("delete", "delete-by-hand", atMost: 1.3),
      .limit("insert", "insert-by-C", atMost: 1.3),
      Comparison(
        subject: "file-memory", baseline: .nothing, goal: .atMost(64 * 1_048_576, .bytes),
        note: "of an insertion from a file of lines, at the peak, over what there was before"),
    ]
  ) {
    let (ours, plain) = (StockedFile.shared(count), PlainFile.shared(count))
    func batch(
      _ name: String, _ body: @escaping (ManagedObjectContext) throws -> BatchResult
    ) -> Subject {
      .prepared(
        name, operations: count,
        {
          let file = try FileInFolder(copyOf: ours.value.path)
          let container = try PersistentContainer(
            model: StockedFile.model, store: SQLiteStore(file.path))
          return (file, container.makeContext())
        }
      ) { _, context in
        let result = try body(context)
        precondition(result.count == count)
      }
    }
    func byHand(_ name: String, _ statement: String) -> Subject {
      .prepared(name, operations: count, { try CopiedFile(plain.value.path) }) { file in
        for statement in ["BEGIN IMMEDIATE", statement, "COMMIT"] {
          precondition(benchmark_sqlite_read(file.handle, statement) >= 0)
        }
      }
    }
    return [
      // Measured first, before free pages accumulate.
      .measured("file-memory", .bytes) { try memoryOfFile(count) },
      batch("update") {
        try $0.execute(BatchUpdate("Item", set: ["rank": 11]) { $0.pieces >= 0 })
      },
      byHand("update-by-hand", "UPDATE Item SET rank = 11, _version = 2 WHERE pieces >= 0"),
      batch("delete") { try $0.execute(BatchDelete("Item") { $0.pieces >= 0 }) },
      byHand("delete-by-hand", "DELETE FROM Item WHERE pieces >= 0"),
      .prepared("insert", operations: count, { try StockedFile(0) }) { file in
        let batch = BatchInsert("Item", 0..<count) { StockedFile.fill($0, $1) }
        let result = try file.container.makeContext().execute(batch)
        precondition(result.count == count)
      },
      .prepared("insert-by-C", operations: count, { try PlainFile(0) }) { file in
        precondition(benchmark_sqlite_insert(file.handle, Int64(count)))
      },
    ]
  }
}

/// Returns the peak memory of a batch that inserts the items of a file.
private func memoryOfFile(_ count: Int) throws -> Double {
  let (file, folder) = (try StockedFile(0), try TemporaryFolder())
  let path = folder.file("items.jsonl")
  try Data().write(to: URL(filePath: path))
  let handle = try FileHandle(forWritingTo: URL(filePath: path))
  for start in stride(from: 0, to: count, by: 1000) {
    let chunk = (start..<min(start + 1000, count)).map { number in
      #"{"name": "item \#(number)", "note": "a note that is longer, about \#(number)", "place": "Wien", "#
        + #""pieces": \#(number), "rank": \#(number % 10), "price": \#(Double(number) / 4)}"# + "\n"
    }
    try handle.write(contentsOf: Data(chunk.joined().utf8))
  }
  try handle.close()
  benchmark_heap_trim()
  return Double(
    try PeakMemory.growth {
      let batch = BatchInsert("Item", from: .file(path))
      let result = try file.container.makeContext().execute(batch)
      precondition(result.count == count)
    })
}

/// A copy of a file, opened by C.
private final class CopiedFile {
  private let file: FileInFolder
  let handle: OpaquePointer

  init(_ path: String) throws {
    file = try FileInFolder(copyOf: path)
    guard let handle = benchmark_sqlite_open(file.path) else {
      throw Skipped(reason: "SQLite is not there")
    }
    self.handle = handle
  }

  deinit { benchmark_sqlite_close(handle) }
}
