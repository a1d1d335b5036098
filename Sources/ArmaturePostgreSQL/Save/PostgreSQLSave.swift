import Armature
import ArmatureModel
import ArmatureSQL

/// Writes the changes of one save in one transaction.
///
/// Rows that change are locked and looked at first, in one trip; everything else follows in another, with the end of the
/// transaction. The keys of other tables are watched by constraints that hold at the end of each statement, since not all
/// servers can wait longer: so new rows of a table come as one statement, tables that others lead to come first, and rows
/// go when nothing leads to them any more.
final class PostgreSQLSave {
  let changes: StoreChanges
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection
  var schema: SQLSchema { database.schema }
  let mode: Mode
  /// The number of the transaction.
  private let number: Int64
  /// What was known of the store when the save began.
  private let known: (mark: String, keepsHistory: Bool)
  /// The numbers of older ones, whose rows go.
  private let forgetting: [Int64]
  /// The version that changed rows get: no row had it.
  let version: UInt32
  var versions: [UInt32]
  let groups: PostgreSQLChangeGroups
  /// The texts of statements that change rows: most changes set the same columns as another one.
  var updateTexts: [UpdateForm: String] = [:]

  /// The columns of a table that a change sets.
  struct UpdateForm: Hashable {
    let table: Int
    let columns: [Int]
  }

  /// How much a save does about unique values.
  enum Mode {
    /// Nothing: most saves break no constraint.
    case plain
    /// Values that rows are about to lose are taken away first, so that others can get them.
    case clearing
    /// Each row is tried by itself, to say what is wrong with it.
    case explaining

    /// What to try when a constraint was in the way; `nil` if nothing is left.
    func next(after violation: SQLViolation?) -> Mode? {
      switch (self, violation) {
      case (_, nil), (.explaining, _): nil
      case (.plain, .unique), (.plain, .key): .clearing
      default: .explaining
      }
    }
  }

  /// Changes that are based on other states of their rows, by their positions.
  struct Conflicts: Error {
    let positions: [Int]
  }

  /// The rows are those of another model, or somebody has begun a history.
  struct OtherState: Error {}

  /// The connection was lost while the transaction ended.
  struct Unanswered: Error {
    let versions: [UInt32]
    let message: String
  }

  init(
    _ changes: StoreChanges, _ database: PostgreSQLDatabase, _ connection: PostgreSQLConnection,
    number: Int64, forgetting: [Int64], _ mode: Mode
  ) {
    (self.changes, self.database, self.connection) = (changes, database, connection)
    (self.number, self.forgetting, self.mode) = (number, forgetting, mode)
    known = database.known
    version = max(1, UInt32(truncatingIfNeeded: number))
    versions = Array(repeating: 0, count: changes.count)
    groups = PostgreSQLChangeGroups(changes, database.schema)
  }

  /// Makes all changes.
  ///
  /// - Returns: The new version of each changed object; 0 for deleted ones.
  func run() throws -> [UInt32] {
    do {
      try begin()
      if mode == .explaining { try explain() }
      if mode != .plain { try clearUniques() }
      let late = try insertRows()
      try updateRows()
      try setLateLinks(late)
      try writePairs()
      try writeOrders()
      try deleteRows()
      try end()
      return versions
    } catch {
      connection.rollBack()
      throw error
    }
  }

  // MARK: The transaction

  private func begin() throws {
    let beginning = Self.beginning(isSerializable: database.settings.isSerializable)
    // The server reads what is new to it before a row is locked that others wait for.
    try connection.prepare([beginning, counting].map(\.text))
    try connection.post(beginning)
    let locks = try PostgreSQLLocks(self)
    let conflicts = try locks.conflicts()
    if !conflicts.isEmpty { throw Conflicts(positions: conflicts) }
    if mode == .explaining || locks.hasMissingTargets {
      let report = try explainer().danglingLinks()
      if !report.isValid { throw report }
    }
  }

  /// What knows how to say what is wrong with a change.
  func explainer() -> SQLSave {
    SQLSave(changes, database.sql, connection, version: version, isSecondTry: true)
  }

  /// Counts the save, notes it, and ends the transaction.
  ///
  /// Whatever is lost from here on, the transaction may have ended well: another look says so.
  private func end() throws {
    var count: Int64?
    do {
      try connection.post(counting)
      connection.whenAnswered { count = $0.integer(0, 0) }
      if known.keepsHistory {
        try SQLHistory(connection, schema.model, storeID: database.identifier)
          .write(changes, number: PostgreSQLState.number)
      }
      if !forgetting.isEmpty {
        try post(
          "DELETE FROM \(name: PostgreSQLState.transactions) WHERE \"number\" = ANY(?)", forgetting)
      }
      try connection.send("COMMIT")
      try connection.receiveFine(isCancellable: false)
    } catch let error as PostgreSQLStoreError where error.isOfConnection {
      throw Unanswered(versions: versions, message: error.reason)
    } catch PostgreSQLStoreError.database(_, "22012", _, _) {
      throw OtherState()
    }
    if let count { database.ownSaves.note(count) }
  }

  private static func beginning(isSerializable: Bool) -> SQLStatement {
    isSerializable
      ? "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
      : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
  }

  /// Counts the save, and says that the transaction was saved, if it is; fails where somebody has migrated the rows since it
  /// began, and it does not see the row of the state.
  private var counting: SQLStatement {
    """
    WITH "noted" AS (INSERT INTO \(name: PostgreSQLState.transactions) \
    VALUES (\(value: .integer(number)), (SELECT TRUE FROM \(name: PostgreSQLState.table)))) \
    \(PostgreSQLState.counting(mark: known.mark, keepsHistory: known.keepsHistory))
    """
  }

  /// Sends a statement with one place, for an array of whole numbers.
  func post(_ statement: SQLStatement, _ numbers: [Int64]...) throws {
    let cursor = try connection.cursor(statement.text)
    defer { connection.giveBack(cursor) }
    for (place, numbers) in numbers.enumerated() { cursor.bind(numbers, at: place) }
    try cursor.post()
  }
}
