package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading the history of a database.
extension SQLHistory {
  /// The kind of history row with the unique identifier of a save. It comes before the changes of the save.
  private static let identity = "save"
  private static let identityPosition: Int64 = -1

  /// Returns the statement that records a unique identifier for a save. After a backup is restored, several saves may
  /// have the same number. The identifier distinguishes them.
  ///
  /// - Parameter number: The number of the save, or SQL that computes it.
  package static func identification(of number: SQLStatement) -> SQLStatement {
    """
    INSERT INTO \(name: SQLSchema.changes) VALUES (\(number), \(value: .integer(identityPosition)), \
    \(value: .text(identity)), '', \(value: .text("[\"\(UUID().uuidString)\"]")), '[]')
    """
  }

  /// Returns the token of a save, to be kept.
  package func token(of number: Int64) throws -> PersistentHistoryToken {
    PersistentHistoryToken(storeID: storeID, number: number, saveID: try saveID(of: number))
  }

  /// Returns the unique identifier of a save. Returns `nil` if the history does not contain the save, or if an earlier
  /// version of the library has made it.
  private func saveID(of number: Int64) throws -> UUID? {
    let text = try connection.text(
      """
      SELECT "properties" FROM \(name: SQLSchema.changes) WHERE "save" = \(value: .integer(number)) \
      AND "position" = \(value: .integer(Self.identityPosition))
      """
    )
    return Self.saveID(text)
  }

  /// Parses the identifier from a list with one text.
  private static func saveID(_ text: String?) -> UUID? {
    guard case .string(let id)? = text.flatMap({ ListText.read($0, of: .string) })?.first else {
      return nil
    }
    return UUID(uuidString: id)
  }

  /// Rejects a point that the history does not contain, or that belongs to another sequence of saves.
  ///
  /// - Parameters:
  ///   - start: The last save before the beginning of the history.
  ///   - end: The last save of all.
  func check(_ token: PersistentHistoryToken, from start: Int64, to end: Int64) throws {
    try token.check(start: start, end: end)
    // The identifiers of purged saves are unknown.
    guard
      let first = try connection.integer("SELECT MIN(\"save\") FROM \(name: SQLSchema.changes)"),
      token.number >= first
    else { return }
    try token.check(saveID: try saveID(of: token.number))
  }

  /// Returns the saves after a point, in order.
  ///
  /// - Parameters:
  ///   - token: The point; `nil` for the whole history.
  ///   - start: The last save before the beginning of the history; `nil` without a history.
  ///   - end: The last save of all.
  /// - Throws: `PersistentStoreError.noHistory`. `PersistentStoreError.unknownToken`. `PersistentStoreError.damagedHistory` if rows of the history were
  ///   changed or removed. An error of the database.
  package func transactions(
    after token: PersistentHistoryToken?, from start: Int64?, to end: Int64
  ) throws -> [PersistentHistoryTransaction] {
    guard let start else { throw Self.missing }
    if let token { try check(token, from: start, to: end) }
    let first = token?.number ?? start
    var (changes, ids) = try self.changes(after: first)
    var saves: [PersistentHistoryTransaction] = []
    try connection.forEachRow(
      of:
        "SELECT \"number\", \"date\", \"author\", \"context\" FROM \(name: SQLSchema.saves) WHERE \"number\" > \(value: .integer(first)) ORDER BY \"number\""
    ) { row in
      let number = row.integer(at: 0)
      try Self.check(number, isBehind: saves.last?.token.number ?? first)
      guard row.kind(at: 1) == .real else { throw Self.damaged(number, "has no date") }
      saves.append(
        PersistentHistoryTransaction(
          token: PersistentHistoryToken(storeID: storeID, number: number, saveID: ids[number]),
          date: Date(timeIntervalSinceReferenceDate: row.real(at: 1)), author: row.text(at: 2),
          contextName: row.text(at: 3), changes: changes.removeValue(forKey: number) ?? []))
    }
    let last = saves.last?.token.number ?? first
    if end > last { throw Self.damaged(last + 1, "is missing") }
    if let other = changes.keys.min() { throw Self.damaged(other, "is missing") }
    return saves
  }

  private static func check(_ number: Int64, isBehind last: Int64) throws {
    // The numbers increase, so no arithmetic here overflows.
    if number - 1 > last { throw damaged(last + 1, "is missing") }
  }

  private static func damaged(_ save: Int64, _ reason: String) -> PersistentStoreError {
    .damagedHistory(save: save, reason: "its row in the table \(SQLSchema.saves) \(reason)")
  }

  // MARK: Changes

  /// Returns the changes and the unique identifiers of the saves after one.
  private func changes(
    after number: Int64
  ) throws -> (changes: [Int64: [PersistentHistoryChange]], ids: [Int64: UUID]) {
    var (changes, ids) = ([Int64: [PersistentHistoryChange]](), [Int64: UUID]())
    try connection.forEachRow(
      of:
        "SELECT \"save\", \"change\", \"entity\", \"properties\", \"keys\" FROM \(name: SQLSchema.changes) WHERE \"save\" > \(value: .integer(number)) ORDER BY \"save\", \"position\""
    ) { row in
      let save = row.integer(at: 0)
      if row.text(at: 1) == Self.identity {
        ids[save] = Self.saveID(row.text(at: 3))
      } else {
        changes[save, default: []] += try self.changes(row, of: save)
      }
    }
    return (changes, ids)
  }

  /// Returns the changes in a history row.
  private func changes(_ row: any SQLRow, of save: Int64) throws -> [PersistentHistoryChange] {
    func damaged(_ reason: String) -> PersistentStoreError {
      .damagedHistory(
        save: save, reason: "a row of it in the table \(SQLSchema.changes) \(reason)")
    }
    let word = row.text(at: 1) ?? ""
    guard let kind = Self.words.first(where: { $0.value == word })?.key else {
      throw damaged("has the change \(word.quotedForMessage)")
    }
    let name = row.text(at: 2) ?? ""
    guard let entity = model[name] else {
      throw damaged("has the entity \(name.quotedForMessage), which the model does not have")
    }
    var properties: Set<String> = []
    if kind == .update {
      let names = row.text(at: 3).flatMap { ListText.read($0, of: .string) }
      for name in names ?? [.null] {
        guard case .string(let name) = name, entity.property(named: name) != nil else {
          throw damaged("names properties that \(entity.name) does not have")
        }
        properties.insert(name)
      }
    }
    guard let keys = Self.keys(row.text(at: 4) ?? "") else { throw damaged("has no list of keys") }
    return keys.map { key in
      PersistentHistoryChange(
        ManagedObjectID(entityName: name, key: key, storeID: storeID), kind,
        updatedProperties: properties)
    }
  }

  /// Parses comma-separated integers in brackets; returns `nil` for any other text.
  private static func keys(_ text: String) -> [Int64]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let parts = text.utf8.dropFirst().dropLast().split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let keys = parts.compactMap { part in
      let digits = part.drop { $0 == UInt8(ascii: " ") }
      return digits.first == UInt8(ascii: "+") ? nil : Int64(Substring(digits))
    }
    return keys.count == parts.count ? keys : nil
  }
}
