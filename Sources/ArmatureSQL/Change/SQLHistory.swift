package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The history of a database: a table of its saves, and one of what each has changed.
package final class SQLHistory {
  let connection: any SQLConnection
  let model: ManagedObjectModel
  let storeID: UUID
  /// The save that is being noted, and how many of its changes are.
  private var (lastSave, position): (SQLStatement?, Int) = (nil, 0)
  /// What happened to some objects in the same way, which is a row of the table: a row for each object would take
  /// half as long as the object's own.
  private struct Group: Hashable {
    let kind: StoreChange.Kind
    let entity: String
    /// The properties of an update, by their positions.
    let properties: [Int]
  }

  /// What happened to objects, in the words of the table.
  static let words: [StoreChange.Kind: String] = [
    .insert: "inserted", .update: "updated", .delete: "deleted",
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
      "properties" TEXT,
      "keys" TEXT NOT NULL,
      PRIMARY KEY ("save", "position")
    ) STRICT, WITHOUT ROWID
    """,
  ]

  // MARK: Writing

  /// Notes a save, or another part of the last one, within its own transaction.
  ///
  /// - Parameter number: The number of the save, or a part of a statement that finds it.
  package func write(_ changes: StoreChanges, number: SQLStatement) throws {
    if lastSave != number {
      try writeSave(
        number: number, date: changes.date, author: changes.author, contextName: changes.contextName
      )
      (lastSave, position) = (number, 0)
    }
    for (group, keys) in grouped(changes) {
      try note(group.kind, of: group.entity, properties(of: group), keys: "[\(keys)]", number)
    }
  }

  /// Notes what happens to some objects in the same way, behind what was noted before.
  private func note(
    _ kind: StoreChange.Kind, of entity: String, _ properties: SQLValue, keys: String,
    _ number: SQLStatement
  ) throws {
    let word = SQLValue.text(Self.words[kind] ?? "")
    try connection.post(
      "INSERT INTO \(name: SQLSchema.changes) VALUES (\(number), \(value: .integer(Int64(position))), \(value: word), \(value: .text(entity)), \(value: properties), \(value: .text(keys)))"
    )
    position += 1
  }

  /// Notes what a batch does to objects in the same way, behind what was noted of it before.
  ///
  /// - Parameters:
  ///   - properties: The names of those that an update sets.
  ///   - keys: The keys of the objects, in brackets and behind commas.
  package func write(
    _ kind: StoreChange.Kind, of entity: String, _ properties: [String], keys: String,
    number: SQLStatement
  ) throws {
    try note(kind, of: entity, kind == .update ? list(properties) : .null, keys: keys, number)
  }

  /// Gives a save that was noted under one number another one.
  package func renumber(_ number: Int64, as other: SQLStatement) throws {
    for (table, column) in [(SQLSchema.saves, "number"), (SQLSchema.changes, "save")] {
      try connection.post(
        "UPDATE \(name: table) SET \(name: column) = \(other) WHERE \(name: column) = \(value: .integer(number))"
      )
    }
  }

  package func writeSave(
    number: SQLStatement, date: Date, author: String?, contextName: String?
  ) throws {
    try connection.post(
      "INSERT INTO \(name: SQLSchema.saves) VALUES (\(number), \(value: .real(date.timeIntervalSinceReferenceDate)), \(value: text(author)), \(value: text(contextName)))"
    )
    try connection.post(Self.identification(of: number))
  }

  /// Notes what happens to all objects of an entity whose keys a statement finds; nothing if it finds none.
  ///
  /// - Parameters:
  ///   - position: A number that no other change of the save has; those with greater ones follow.
  ///   - properties: The names of those that an update sets.
  ///   - keys: The table of the objects, with the condition on them.
  func write(
    _ kind: StoreChange.Kind, of entity: String, _ properties: [String], keys: SQLStatement,
    number: Int64, position: Int
  ) throws {
    let word = SQLValue.text(Self.words[kind] ?? "")
    let names = kind == .update ? list(properties) : .null
    try connection.run(
      "INSERT INTO \(name: SQLSchema.changes) SELECT \(value: .integer(number)), \(value: .integer(Int64(position))), \(value: word), \(value: .text(entity)), \(value: names), '[' || \(name: "keys") || ']' FROM (SELECT group_concat(\(name: SQLTable.key)) AS \(name: "keys") FROM \(keys)) WHERE \(name: "keys") IS NOT NULL"
    )
  }

  private func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

  /// The changes that are alike, in the order of the first of each, with their keys behind commas.
  private func grouped(_ changes: StoreChanges) -> [(group: Group, keys: String)] {
    var found: [(group: Group, keys: String)] = []
    var places: [Group: Int] = [:]
    // Most are like the one before.
    var last = -1
    for position in 0..<changes.count {
      let group = group(of: position, changes)
      if last < 0 || found[last].group != group {
        last = places[group] ?? found.count
        places[group] = last
        if last == found.count { found.append((group, "")) }
      }
      if !found[last].keys.isEmpty { found[last].keys += "," }
      found[last].keys += String(changes.key(at: position))
    }
    return found
  }

  private func group(of position: Int, _ changes: StoreChanges) -> Group {
    let (kind, entity) = (changes.kind(at: position), changes.entityName(at: position))
    guard kind == .update else { return Group(kind: kind, entity: entity, properties: []) }
    var properties = changes.links(at: position).map(\.property)
    changes.forEachValue(at: position) { property, _ in properties.append(property) }
    return Group(kind: kind, entity: entity, properties: properties.sorted())
  }

  private func properties(of group: Group) -> SQLValue {
    if group.kind != .update { return .null }
    let all = model[group.entity]?.persistentProperties ?? []
    return list(group.properties.filter(all.indices.contains).map { all[$0].name })
  }

  private func list(_ names: [String]) -> SQLValue {
    ListText.write(names.sorted().map { .string($0) }, of: .string).map { .text($0) } ?? .null
  }

  /// Removes the first saves.
  ///
  /// - Parameters:
  ///   - start: The last save that the history does not tell of.
  ///   - end: The last save of all.
  /// - Returns: The last save that it does not tell of any more; `nil` if there was nothing to remove.
  /// - Throws: `PersistentStoreError.unknownToken`, or an error of the database.
  package func remove(
    _ range: PersistentHistoryRange, from start: Int64, to end: Int64
  ) throws -> Int64? {
    let last: Int64
    switch range {
    case .upTo(let token):
      try check(token, from: .min, to: end)
      last = token.number
    case .before(let date): last = try lastSave(before: date) ?? start
    }
    if last <= start { return nil }
    try remove(upTo: last)
    return last
  }

  private func remove(upTo number: Int64) throws {
    // What the last of them has alone stays: the history begins behind it.
    try connection.run(
      """
      DELETE FROM \(name: SQLSchema.changes) WHERE "save" < \(value: .integer(number)) \
      OR "save" = \(value: .integer(number)) AND "position" >= 0
      """)
    try connection.run(
      "DELETE FROM \(name: SQLSchema.saves) WHERE \"number\" <= \(value: .integer(number))")
  }

  /// The number of the last of the first saves that are all older than a date; `nil` if the first is not.
  private func lastSave(before date: Date) throws -> Int64? {
    let time = SQLValue.real(date.timeIntervalSinceReferenceDate)
    return try connection.integer(
      "SELECT MAX(\"number\") FROM \(name: SQLSchema.saves) WHERE \"number\" < COALESCE((SELECT MIN(\"number\") FROM \(name: SQLSchema.saves) WHERE \"date\" >= \(value: time)), 9223372036854775807)"
    )
  }
}
