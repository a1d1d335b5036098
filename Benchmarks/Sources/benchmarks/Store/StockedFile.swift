import Armature
import ArmatureSQLite

/// A SQLite store of items with ten attributes and a unique name.
final class StockedFile: FileInFolder {
  private(set) var container: PersistentContainer!
  private let key: SQLiteKey?

  init(_ count: Int, keepsHistory: Bool = false, key: SQLiteKey? = nil) throws {
    self.key = key
    try super.init()
    try open(keepsHistory: keepsHistory)
    if count > 0 { try Self.fill(container.makeContext(), count) }
  }

  func open(keepsHistory: Bool = false) throws {
    let source: SQLiteKey.Source? = if let key { { key } } else { nil }
    let store = SQLiteStore(path, keepsHistory: keepsHistory, key: source)
    do {
      container = try PersistentContainer(model: Self.model, store: store)
    } catch SQLiteStoreError.cannotEncrypt {
      throw Skipped(reason: "the SQLite library cannot encrypt: see .ci/sqlite-cipher")
    }
  }

  func close() { container = nil }

  /// Inserts and saves items.
  static func fill(_ context: ManagedObjectContext, _ count: Int) throws {
    try make(context, count)
    try context.save()
  }

  /// Inserts items.
  static func make(_ context: ManagedObjectContext, _ count: Int) throws {
    for number in 0..<count {
      fill(try context.insert("Item"), number)
    }
  }

  /// Sets the values of an item.
  static func fill(_ item: ManagedObject, _ number: Int) {
    item.name = "item \(number)"
    item.note = "a note that is longer, about \(number)"
    item.place = "Wien"
    item.pieces = number
    item.rank = number % 10
    item.price = Double(number) / 4
  }

  /// Returns a file to copy, created on first use.
  static func shared(_ count: Int) -> Shared<StockedFile> {
    Shared {
      let file = try StockedFile(count)
      file.close()
      return file
    }
  }

  /// Changes and saves every tenth of some items.
  static func changeTenth(_ context: ManagedObjectContext, _ items: [ManagedObject]) throws {
    for index in stride(from: 0, to: items.count, by: 10) {
      let pieces: Int = items[index].pieces ?? 0
      items[index].pieces = pieces + 1
    }
    try context.save()
  }

  static let model = expect {
    try ManagedObjectModel("Items") {
      Entity("Item") {
        Attribute("name", String.self)
        Attribute("note", String.self)
        Attribute("place", String.self)
        Attribute("pieces", Int.self)
        Attribute("rank", Int.self)
        Attribute("size", Int.self).default(3)
        Attribute("price", Double.self)
        Attribute("weight", Double.self).default(0.5)
        Attribute("isOut", Bool.self).default(true)
        Attribute("added", Date.self).default(.now)
        Unique("name")
      }
    }
  }
}
