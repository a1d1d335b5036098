import Armature
import ArmatureModel
import ArmatureSQL

/// The row that every save changes, as a transaction sees it.
struct PostgreSQLState {
  /// The number of the last save.
  let lastCommit: Int64
  /// The mark of the model that the rows are saved with.
  let mark: String
  /// The last save before the history starts; `nil` without a history.
  let historyStart: Int64?

  /// The table of the row and the table of transactions for looking up their outcome.
  static let table = "_armature_state"
  static let transactions = "_armature_transactions"

  static let selection: SQLStatement =
    "SELECT \(name: "commits"), \(name: "mark"), \(name: "history_start") FROM \(name: table)"

  /// Returns the query for the state, and whether other programs have noted rows for a full-text index.
  static func selection(noting indexes: [PostgreSQLFullText]) -> SQLStatement {
    if indexes.isEmpty { return selection }
    let tests = indexes.map { index -> SQLStatement in
      """
      EXISTS (SELECT 1 FROM \(name: PostgreSQLFullText.notes(of: index.index.name)) \
      WHERE \(name: "transaction") = \(PostgreSQLFullText.otherProgram))
      """
    }
    return """
      SELECT \(name: "commits"), \(name: "mark"), \(name: "history_start"), \
      CAST(\(tests.joined(by: " OR ")) AS integer) FROM \(name: table)
      """
  }

  /// The mark of a store in the middle of a stepwise migration, which belongs to no model.
  static let migratingMark = "\(ModelFingerprint(0))"

  /// Whether the tables currently match no model.
  var isMigrating: Bool { mark == Self.migratingMark }

  /// The transaction sees no row.
  struct Missing: Error {}

  init?(_ result: PostgreSQLResult) {
    guard result.rowCount == 1, let lastCommit = result.integer(0, 0), let mark = result.text(0, 1)
    else { return nil }
    (self.lastCommit, self.mark, historyStart) = (lastCommit, mark, result.integer(0, 2))
  }

  /// Reads the row. Reads again if the rows were migrated meanwhile, and the first read was of an older state.
  init(_ connection: PostgreSQLConnection) throws {
    for _ in 0..<2 {
      try connection.post(Self.selection)
      if let result = try connection.receiveFine().last, let state = PostgreSQLState(result) {
        self = state
        return
      }
    }
    throw connection.unusable(
      "its table \(Self.table) has no row", .restoreChangedTable())
  }

  /// Rejects a model that stores rows differently from the saved one.
  ///
  /// - Parameter kept: The saved model, if the database keeps it.
  func check(
    _ model: ManagedObjectModel, _ kept: ManagedObjectModel?, _ connection: PostgreSQLConnection
  ) throws {
    if isMigrating {
      throw PostgreSQLJournal.unfinished(connection.server, try PostgreSQLFacts(connection))
    }
    guard let saved = ModelMark(mark) else {
      throw connection.unusable("the mark of its model is invalid", .restoreBackup)
    }
    if saved.difference(to: model, { kept }) == .nothing { return }
    throw PersistentStoreError.modelDiffers(
      path: connection.server, saved: saved.fingerprint, expected: model.fingerprint,
      difference: kept.map(model.difference(from:)))
  }

  /// Returns the statement that sets the mark of another model.
  static func marking(_ mark: String) -> SQLStatement {
    "UPDATE \(name: table) SET \(name: "mark") = \(value: .text(mark))"
  }

  /// Returns the condition that the rows belong to a model.
  static func isOf(_ fingerprint: ModelFingerprint) -> SQLStatement {
    let text = "\(fingerprint)"
    return
      "(SELECT left(\(name: "mark"), \(text.count)) FROM \(name: table)) = \(value: .text(text))"
  }

  /// Returns the statement that counts a save. It fails with a division by zero if the model has changed, or a history
  /// has begun since the save began, or another save has come in between. It locks the row until the end of the
  /// transaction and uses its latest state.
  ///
  /// - Parameter last: The required number of the previous save; `nil` for any.
  static func counting(mark: String, keepsHistory: Bool, after last: Int64? = nil) -> SQLStatement {
    var isSame: SQLStatement =
      "\"mark\" = \(value: .text(mark)) AND (\"history_start\" IS NOT NULL) = \(value: .integer(keepsHistory ? 1 : 0))"
    if let last { isSame = "\(isSame) AND \"commits\" = \(value: .integer(last))" }
    return """
      UPDATE \(name: table) SET "commits" = "commits" + 1 / (CASE WHEN \(isSame) THEN 1 ELSE 0 END) \
      RETURNING "commits"
      """
  }

  /// The number of the counted save, as a part of a statement.
  static let number: SQLStatement = "(SELECT \"commits\" FROM \(name: table))"
}
