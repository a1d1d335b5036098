import Armature
import ArmatureSQLite
import Foundation

/// An encrypted SQLite file against a plain one, both with the library that encrypts.
func encryptionBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(200_000)
  return Benchmark(
    name: "store/sqlite-key", repetitions: 3,
    comparisons: [
      .limit("save", "save-plain", atMost: 1.5),
      .limit("fetch", "fetch-plain", atMost: 1.5),
      .limit("update-a-tenth", "update-a-tenth-plain", atMost: 2.5),
      .limit("open", "open-plain", atMost: nil, note: "with 32 bytes"),
      .limit("open-by-passphrase", "open-plain", atMost: nil),
    ]
  ) {
    let key = SQLiteKey.bytes(Data(repeating: 7, count: 32))
    let words = SQLiteKey.passphrase("correct horse battery staple")
    return subjects("", count, key) + subjects("-plain", count, nil)
      + [openings("open", key), openings("open-by-passphrase", words), openings("open-plain", nil)]
  }
}

private func subjects(_ end: String, _ count: Int, _ key: SQLiteKey?) -> [Subject] {
  let file = KeyedFile(count, key)
  return [
    .prepared(
      "save\(end)", operations: count,
      {
        let file = try StockedFile(0, key: key)
        let context = file.container.makeContext()
        try StockedFile.make(context, count)
        return (file, context)
      }
    ) { _, context in try context.save() },
    .prepared("fetch\(end)", operations: count, { try file.opened().container.makeContext() }) {
      context in
      let found = try context.fetch("Item").count
      precondition(found == count)
    },
    .prepared(
      "update-a-tenth\(end)", operations: count / 10,
      {
        let context = try file.opened().container.makeContext()
        return (context, try context.fetch("Item"))
      }
    ) { context, items in try StockedFile.changeTenth(context, items) },
  ]
}

private func openings(_ name: String, _ key: SQLiteKey?) -> Subject {
  let file = KeyedFile(100, key)
  return .prepared(
    name, operations: 1,
    {
      let file = try file.opened()
      file.close()
      return file
    }
  ) { file in
    try file.open()
    file.close()
  }
}

/// A file that several subjects share, created on first use. Each of them is skipped if the library cannot encrypt.
private final class KeyedFile {
  private let count: Int
  private let key: SQLiteKey?
  private var made: StockedFile?

  init(_ count: Int, _ key: SQLiteKey?) { (self.count, self.key) = (count, key) }

  func opened() throws -> StockedFile {
    if let made { return made }
    let file = try StockedFile(count, key: key)
    made = file
    return file
  }
}
