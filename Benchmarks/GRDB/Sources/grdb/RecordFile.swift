import Foundation
import GRDB

/// A file of items that GRDB keeps, in the mode of the store: a write-ahead log, and each save waits for the disk.
final class RecordFile: FileInFolder {
  private(set) var pool: DatabasePool!

  init(_ count: Int) throws {
    try super.init()
    pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try pool.write { database in
      try database.create(table: "Item", options: .strict) { table in
        table.primaryKey("id", .integer)
        for name in ["name", "note", "place"] { table.column(name, .text).notNull() }
        for name in ["pieces", "rank", "size", "isOut"] { table.column(name, .integer).notNull() }
        for name in ["price", "weight", "added"] { table.column(name, .real).notNull() }
      }
      try database.create(indexOn: "Item", columns: ["name"], options: .unique)
    }
    if count > 0 { try fill(count) }
  }

  func fill(_ count: Int) throws {
    try pool.write { database in
      for number in 0..<count { try ItemRecord(number: number).insert(database) }
    }
  }

  func items() throws -> [ItemRecord] { try pool.read { try ItemRecord.fetchAll($0) } }

  /// Changes every tenth of some items, and saves what has changed of them.
  func changeTenth(_ items: [ItemRecord]) throws {
    try pool.write { database in
      for index in stride(from: 0, to: items.count, by: 10) {
        var item = items[index]
        try item.updateChanges(database) { $0.pieces += 1 }
      }
    }
  }
}
