import ArmatureModel
import ArmatureSQL

/// What stands in the one row that every save changes, as a transaction finds it.
struct PostgreSQLState {
  /// The number of the last save.
  let lastCommit: Int64
  /// The mark of the model that the rows are saved with.
  let mark: String
  /// The last save that the history does not tell of; `nil` if there is no history.
  let historyStart: Int64?

  /// The table of the row, and that of the transactions whose end somebody may ask for.
  static let table = "_armature_state"
  static let transactions = "_armature_transactions"

  static let selection: SQLStatement =
    "SELECT \(name: "commits"), \(name: "mark"), \(name: "history_start") FROM \(name: table)"

  /// The mark of a store in the middle of a migration that goes step by step: one of a model that nobody has.
  static let migratingMark = "\(ModelFingerprint(0))"

  /// Whether the tables are those of no model at the moment.
  var isMigrating: Bool { mark == Self.migratingMark }

  /// There is no row, as far as the transaction sees.
  struct Missing: Error {}

  init?(_ result: PostgreSQLResult) {
    guard result.rowCount == 1, let lastCommit = result.integer(0, 0), let mark = result.text(0, 1)
    else { return nil }
    (self.lastCommit, self.mark, historyStart) = (lastCommit, mark, result.integer(0, 2))
  }

  /// Reads the row; once more where somebody has migrated the rows meanwhile, and the first look was at an older state.
  init(_ connection: PostgreSQLConnection) throws {
    for _ in 0..<2 {
      try connection.post(Self.selection)
      if let result = try connection.receiveFine().last, let state = PostgreSQLState(result) {
        self = state
        return
      }
    }
    throw connection.unfit(
      "its table \(Self.table) has no row", "Somebody has changed it: go back to a backup.")
  }

  /// Gives the store the mark of another model.
  static func marking(_ mark: String) -> SQLStatement {
    "UPDATE \(name: table) SET \(name: "mark") = \(value: .text(mark))"
  }

  /// Whether the rows are those of a model.
  static func isOf(_ fingerprint: ModelFingerprint) -> SQLStatement {
    let text = "\(fingerprint)"
    return
      "(SELECT left(\(name: "mark"), \(text.count)) FROM \(name: table)) = \(value: .text(text))"
  }

  /// Counts a save, and fails by a division by zero if somebody has given the rows another model, or has begun a history,
  /// since the save began, or another save has come before it: the row is locked from here to the end of the transaction,
  /// and what counts is its last state.
  ///
  /// - Parameter last: The number of the save that must be the last one before; `nil` for any.
  static func counting(mark: String, keepsHistory: Bool, after last: Int64? = nil) -> SQLStatement {
    var isSame: SQLStatement =
      "\"mark\" = \(value: .text(mark)) AND (\"history_start\" IS NOT NULL) = \(value: .integer(keepsHistory ? 1 : 0))"
    if let last { isSame = "\(isSame) AND \"commits\" = \(value: .integer(last))" }
    return """
      UPDATE "_armature_state" SET "commits" = "commits" + 1 / (CASE WHEN \(isSame) THEN 1 ELSE 0 END) \
      RETURNING "commits"
      """
  }

  /// The number of the save that was counted, as a part of a statement.
  static let number: SQLStatement = "(SELECT \"commits\" FROM \"_armature_state\")"
}
