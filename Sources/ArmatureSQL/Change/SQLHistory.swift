package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The history of a database. It consists of a table of saves and a table of their changes.
package final class SQLHistory {
  let connection: any SQLConnection
  let model: ManagedObjectModel
  let storeID: UUID
  /// The save that is being recorded, and the number of its recorded changes.
  private var (lastSave, position): (SQLStatement?, Int) = (nil, 0)
  /// Objects with the same kind of change. They share a row of the table, because a row for each object would take half
  /// as long to write as the object's own row.
  private struct Group: Hashable {
    let kind: StoreChange.Kind
    let entity: String
    /// The positions of the properties that an update sets.
    let properties: [Int]
  }

  /// The names of the kinds of changes in the table.
  static let words: [StoreChange.Kind: String] = [
    .insert: "inserted", .update: "updated", .delete: "deleted",
  ]

  package init(_ connection: any SQLConnection, _ database: SQLDatabase) {
    (self.connection, model, storeID) = (connection, database.schema.model, database.storeID)
  }

  /// Returns the statements that create the tables.
  package static func creation(_ dialect: any SQLDialect) -> [SQLStatement] {
    let integer = SQLStatement(text: dialect.type(of: .integer))
    let text = SQLStatement(text: dialect.type(of: .text))
    return [
      """
      CREATE TABLE \(name: SQLSchema.saves) (
        "number" \(integer) PRIMARY KEY,
        "date" \(SQLStatement(text: dialect.type(of: .real))) NOT NULL,
        "author" \(text),
        "context" \(text)
      )\(SQLStatement(text: dialect.tableOptions))
      """,
      """
      CREATE TABLE \(name: SQLSchema.changes) (
        "save" \(integer) NOT NULL,
        "position" \(integer) NOT NULL,
        "change" \(text) NOT NULL,
        "entity" \(text) NOT NULL,
        "properties" \(text),
        "keys" \(text) NOT NULL,
        PRIMARY KEY ("save", "position")
      )\(SQLStatement(text: dialect.pairTableOptions))
      """,
    ]
  }

  /// Clears the history up to a save, because it refers to entities and properties of another model.
  package static func forget(upTo number: Int64, _ connection: any SQLConnection) throws {
    for table in [SQLSchema.changes, SQLSchema.saves] {
      try connection.run("DELETE FROM \(name: table)")
    }
    try connection.run(identification(of: "\(value: .integer(number))"))
  }

  /// The error of a database without a history.
  static let missing = PersistentStoreError.noHistory(reason: "this one does not")

  // MARK: Writing

  /// Records a save, or another part of the last save, within the transaction of the save.
  ///
  /// - Parameter number: The number of the save, or SQL that computes it.
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

  /// Records a group of changes after the earlier ones.
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

  /// Records the changes that a batch makes to some objects. They follow the changes that are already recorded.
  ///
  /// - Parameters:
  ///   - properties: The names of the properties that an update sets.
  ///   - keys: The keys of the objects, in brackets and separated by commas.
  package func write(
    _ kind: StoreChange.Kind, of entity: String, _ properties: [String], keys: String,
    number: SQLStatement
  ) throws {
    try note(kind, of: entity, kind == .update ? list(properties) : .null, keys: keys, number)
  }

  /// Changes the number of a recorded save.
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

  private func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

  /// Returns groups of equal changes, in the order of their first objects. Each group has the keys of its objects,
  /// separated by commas.
  private func grouped(_ changes: StoreChanges) -> [(group: Group, keys: String)] {
    var found: [(group: Group, keys: String)] = []
    var places: [Group: Int] = [:]
    // Most changes belong to the same group as the previous one.
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

  /// Removes the oldest saves from the history.
  ///
  /// - Parameters:
  ///   - start: The last save before the beginning of the history; `nil` without a history.
  ///   - end: The last save of all.
  /// - Returns: The last removed save; `nil` if no save was removed.
  /// - Throws: `PersistentStoreError.noHistory`, `PersistentStoreError.unknownToken`, or an error of the database.
  package func remove(
    _ range: PersistentHistoryRange, from start: Int64?, to end: Int64
  ) throws -> Int64? {
    guard let start else { throw Self.missing }
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
    // The unique identifier of the last removed save stays, because the history starts after it.
    try connection.run(
      """
      DELETE FROM \(name: SQLSchema.changes) WHERE "save" < \(value: .integer(number)) \
      OR "save" = \(value: .integer(number)) AND "position" >= 0
      """)
    try connection.run(
      "DELETE FROM \(name: SQLSchema.saves) WHERE \"number\" <= \(value: .integer(number))")
  }

  /// Returns the number of the last save that is older than a date, if all earlier saves are older too. Returns `nil`
  /// if the first save is not older.
  private func lastSave(before date: Date) throws -> Int64? {
    let time = SQLValue.real(date.timeIntervalSinceReferenceDate)
    return try connection.integer(
      "SELECT MAX(\"number\") FROM \(name: SQLSchema.saves) WHERE \"number\" < COALESCE((SELECT MIN(\"number\") FROM \(name: SQLSchema.saves) WHERE \"date\" >= \(value: time)), 9223372036854775807)"
    )
  }
}
