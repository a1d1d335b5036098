package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The history of a database: a table of its saves, and one of what each has changed.
package final class SQLHistory {
  private let connection: any SQLConnection
  private let model: ManagedObjectModel
  private let storeID: UUID
  /// The names of the properties that an update of an entity changes, as the table has them.
  private var texts: [Key: SQLValue] = [:]
  /// The one that was asked for last: most updates change the same properties as the one before.
  private var last: (key: Key, text: SQLValue)?

  /// The properties that change, by their positions in an entity.
  private struct Key: Hashable {
    let entity: String
    let properties: [Int]
  }

  /// What happened to objects, in the words of the table.
  private static let kinds: [String: StoreChange.Kind] = [
    "inserted": .insert, "updated": .update, "deleted": .delete,
  ]

  package init(_ connection: any SQLConnection, _ model: ManagedObjectModel, storeID: UUID) {
    (self.connection, self.model, self.storeID) = (connection, model, storeID)
  }

  /// The statements that make the tables.
  package static let creation: [SQLStatement] = [
    """
    CREATE TABLE \(name: SQLSchema.saves) (
      "number" INTEGER PRIMARY KEY,
      "date" REAL NOT NULL,
      "author" TEXT,
      "context" TEXT
    ) STRICT
    """,
    """
    CREATE TABLE \(name: SQLSchema.changes) (
      "save" INTEGER NOT NULL,
      "position" INTEGER NOT NULL,
      "change" TEXT NOT NULL,
      "entity" TEXT NOT NULL,
      "key" INTEGER NOT NULL,
      "properties" TEXT,
      PRIMARY KEY ("save", "position")
    ) STRICT, WITHOUT ROWID
    """,
  ]

  // MARK: Writing

  /// Notes a save, within its own transaction.
  package func write(_ changes: StoreChanges, number: Int64) throws {
    let date = changes.date.timeIntervalSinceReferenceDate
    try connection.run(
      "INSERT INTO \(name: SQLSchema.saves) VALUES (\(value: .integer(number)), \(value: .real(date)), \(value: text(changes.author)), \(value: text(changes.contextName)))"
    )
    let statement: SQLStatement =
      "INSERT INTO \(name: SQLSchema.changes) VALUES (\(value: .integer(number)), \(value: .null), \(value: .null), \(value: .null), \(value: .null), \(value: .null))"
    let cursor = try connection.prepare(statement.text)
    defer { connection.giveBack(cursor) }
    for position in 0..<changes.count {
      let kind = changes.kind(at: position)
      cursor.bind(number, at: 0)
      cursor.bind(Int64(position), at: 1)
      cursor.bind(
        kind == .insert ? "inserted" : kind == .update ? "updated" : "deleted", at: 2)
      cursor.bind(changes.entityName(at: position), at: 3)
      cursor.bind(changes.key(at: position), at: 4)
      cursor.bind(kind == .update ? properties(position, of: changes) : .null, at: 5)
      defer { cursor.reset() }
      _ = try cursor.step()
    }
  }

  private func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

  private func properties(_ position: Int, of changes: StoreChanges) -> SQLValue {
    var positions = changes.links(at: position).map(\.property)
    changes.forEachValue(at: position) { property, _ in positions.append(property) }
    let key = Key(entity: changes.entityName(at: position), properties: positions)
    if let last, last.key == key { return last.text }
    let all = model[key.entity]?.persistentProperties ?? []
    let names = positions.filter(all.indices.contains).map { all[$0].name }.sorted()
    let text =
      texts[key]
      ?? ListText.write(names.map { .string($0) }, of: .string).map { .text($0) } ?? .null
    (texts[key], last) = (text, (key, text))
    return text
  }

  /// Removes the saves up to a number.
  package func remove(upTo number: Int64) throws {
    try connection.run(
      "DELETE FROM \(name: SQLSchema.changes) WHERE \"save\" <= \(value: .integer(number))")
    try connection.run(
      "DELETE FROM \(name: SQLSchema.saves) WHERE \"number\" <= \(value: .integer(number))")
  }

  // MARK: Reading

  /// The saves after a number, in their order.
  package func transactions(after number: Int64) throws -> [PersistentHistoryTransaction] {
    var changes: [Int64: [PersistentHistoryChange]] = [:]
    try connection.forEachRow(
      of:
        "SELECT \"save\", \"change\", \"entity\", \"key\", \"properties\" FROM \(name: SQLSchema.changes) WHERE \"save\" > \(value: .integer(number)) ORDER BY \"save\", \"position\""
    ) { row in
      guard let kind = row.text(at: 1).flatMap({ Self.kinds[$0] }), let entity = row.text(at: 2)
      else { return }
      let id = ManagedObjectID(entityName: entity, key: row.integer(at: 3), storeID: storeID)
      let names = row.text(at: 4).flatMap { ListText.read($0, of: .string) } ?? []
      changes[row.integer(at: 0), default: []].append(
        PersistentHistoryChange(
          id, kind,
          updatedProperties: Set(
            names.compactMap { if case .string(let name) = $0 { name } else { nil } })))
    }
    var saves: [PersistentHistoryTransaction] = []
    try connection.forEachRow(
      of:
        "SELECT \"number\", \"date\", \"author\", \"context\" FROM \(name: SQLSchema.saves) WHERE \"number\" > \(value: .integer(number)) ORDER BY \"number\""
    ) { row in
      let number = row.integer(at: 0)
      saves.append(
        PersistentHistoryTransaction(
          token: PersistentHistoryToken(storeID: storeID, number: number),
          date: Date(timeIntervalSinceReferenceDate: row.real(at: 1)), author: row.text(at: 2),
          contextName: row.text(at: 3), changes: changes[number] ?? []))
    }
    return saves
  }

  /// The number of the last of the first saves that are all older than a date; `nil` if the first is not.
  package func lastSave(before date: Date) throws -> Int64? {
    let time = SQLValue.real(date.timeIntervalSinceReferenceDate)
    return try connection.integer(
      "SELECT MAX(\"number\") FROM \(name: SQLSchema.saves) WHERE \"number\" < COALESCE((SELECT MIN(\"number\") FROM \(name: SQLSchema.saves) WHERE \"date\" >= \(value: time)), 9223372036854775807)"
    )
  }
}
