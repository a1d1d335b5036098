import Armature
import ArmatureModel
import ArmatureSQL

/// The indexes of a store that was created with another model for the same rows.
extension PostgreSQLPreparation {
  private static let mostTries = 5

  /// Creates the model's missing indexes and drops indexes that would reject valid rows. Indexes do not change the
  /// rows.
  ///
  /// A non-unique index is skipped if the user has no right to create it.
  func updateIndexes() throws {
    let changes = try indexChanges()
    if changes.isEmpty { return }
    do {
      try change { for change in try indexChanges() { try connection.send(change.statement.text) } }
    } catch let error as PostgreSQLStoreError {
      if error.isOfRights, !changes.contains(where: \.isNeeded) { return }
      throw explainedByRows(error)
    }
  }

  /// Changes something beside the rows in a transaction, if the rows belong to the model. It runs again if saves have
  /// locked tables in another order.
  func change(_ body: () throws -> Void) throws {
    for tries in 1... {
      do {
        try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
        // One program at a time: later ones find the changes.
        try connection.send("SELECT 1 FROM \"\(SQLSchema.facts)\" FOR UPDATE")
        try connection.receiveFine()
        // The rows may have been migrated meanwhile.
        try checkModel(PostgreSQLFacts(connection))
        try body()
        try connection.send("COMMIT")
        try connection.receiveFine(isCancellable: false)
        return
      } catch {
        connection.rollBack()
        guard let error = error as? PostgreSQLStoreError, error.isContention,
          tries < Self.mostTries
        else { throw error }
      }
    }
  }

  /// Returns the remaining statements, and whether a save needs them because they are about unique values.
  private func indexChanges() throws -> [(statement: SQLStatement, isNeeded: Bool)] {
    var present: Set<String> = []
    try connection.forEachRow(
      of:
        "SELECT indexname FROM pg_catalog.pg_indexes WHERE schemaname = \(value: .text(settings.schema))"
    ) { row in
      if case .text(let name) = row.value(at: 0) { present.insert(name) }
    }
    let (wanted, unwanted) = try schema.neededIndexes(dialect, present: present, connection)
    let missing = wanted.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
    let uniques = Set(schema.tables.flatMap(\.uniques).map(\.name))
    let refusing = Set(schema.unwantedIndexes)
    return unwanted.map { ("DROP INDEX \(name: $0)", refusing.contains($0)) }
      + missing.map { ($0.value, uniques.contains($0.key)) }
  }

  /// Returns the error of the rows that prevent an index.
  private func explainedByRows(_ error: PostgreSQLStoreError) -> PostgreSQLStoreError {
    switch error.violation {
    case .unique:
      connection.unusable(
        "two of its rows have equal values that must now be unique (\(error))",
        .changeEqualValue)
    case .size:
      connection.unusable(
        "one of its rows has a value that is too long for an index of the model (\(error))",
        .shortenValue)
    default: error
    }
  }
}
