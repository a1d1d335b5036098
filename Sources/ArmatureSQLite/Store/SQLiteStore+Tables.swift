package import ArmatureModel
import ArmatureSQL

extension SQLiteStore {
  /// The maximum number of columns of a table: the default `SQLITE_MAX_COLUMN` in "Limits in SQLite".
  package static let mostColumns = 2000

  /// Returns the statements that create the tables and indexes of a model in a new file, each with a semicolon.
  package static func tables(of model: ManagedObjectModel) -> String {
    SQLSchema(model).creation(SQLiteDialect()).map { "\($0.text);\n" }.joined()
  }

  /// Rejects a model with more columns than a SQLite table can have.
  ///
  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)``.
  static func checkWidth(of schema: SQLSchema, at path: String) throws {
    guard let (reason, remedy) = schema.excess(over: mostColumns, in: "SQLite") else { return }
    throw SQLiteStoreError.unusableFile(path: path, reason: reason, remedy: remedy)
  }
}
