import Armature
import Foundation

/// A store in a JSON file with 100,000 books against reading and writing the same text without a store.
func jsonFileBenchmarks() -> Benchmark {
  let count = BookDocument.recordCount
  return Benchmark(
    name: "store/json-file", repetitions: 5,
    comparisons: [
      .limit("open", "load", atMost: 1.3), .limit("save", "json-and-write", atMost: 1.3),
      Comparison(subject: "save", baseline: .limit("json"), note: "json writes no file"),
    ]
  ) {
    let file = Shared { try StockedJSONFile(BookDocument.json(count)) }
    return [
      .prepared("open", operations: count, { file.value }) { sink(try $0.open()) },
      .prepared("load", operations: count, { file.value }) { file in
        let context = ManagedObjectContext(model: OurValidation.model)
        sink(try context.load(.file(file.path), options: LoadOptions(validates: false)))
      },
      .prepared("save", operations: count, { file.value }) { try $0.changeOne() },
      .prepared("json", operations: count, { file.value }) {
        sink(try $0.plain.json(layout: .compact))
      },
      .prepared("json-and-write", operations: count, { file.value }) { try $0.writePlainly() },
    ]
  }
}

/// A file with books and a context with the same books but no store.
private final class StockedJSONFile {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
  let plain = ManagedObjectContext(model: OurValidation.model)
  private let book: ManagedObject
  private let context: ManagedObjectContext
  private var stock = 0

  init(_ document: [UInt8]) throws {
    try plain.load(.data(Data(document), as: "Book"))
    try plain.json(layout: .compact).write(to: URL(filePath: path))
    let store = JSONFileStore(path)
    context = try PersistentContainer(model: OurValidation.model, store: store).makeContext()
    book = try context.fetch(FetchRequest("Book", limit: 1))[0]
    try changeOne()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func open() throws -> PersistentContainer {
    try PersistentContainer(model: OurValidation.model, store: JSONFileStore(path))
  }

  func changeOne() throws {
    stock = (stock + 1) % 50
    book.stock = stock
    try context.save()
  }

  /// Does the essential work of a save: writes, syncs and renames the text.
  func writePlainly() throws {
    let data = try plain.json(layout: .compact)
    try data.write(to: URL(filePath: path + ".plain"), options: .atomic)
  }
}
