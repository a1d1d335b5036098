package import ArmatureModel
import ArmatureSQL

extension SQLiteStore {
  /// The most columns of a table: "Limits in SQLite", `SQLITE_MAX_COLUMN` as it is unless changed.
  package static let mostColumns = 2000

  /// The statements that make the tables and indexes of a model in a new file, each with a semicolon.
  package static func tables(of model: ManagedObjectModel) -> String {
    SQLSchema(model).creation(SQLiteDialect()).map { "\($0.text);\n" }.joined()
  }

  /// Refuses a model with more columns than a table of SQLite has.
  ///
  /// - Throws: ``SQLiteStoreError/unfitFile(path:reason:remedy:)``.
  static func checkWidth(of schema: SQLSchema, at path: String) throws {
    guard let (reason, remedy) = schema.excess(over: mostColumns, in: "SQLite") else { return }
    throw SQLiteStoreError.unfitFile(path: path, reason: reason, remedy: remedy)
  }
}
