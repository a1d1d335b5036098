package import ArmatureModel
import ArmatureSQL

extension SQLiteStore {
  /// The most columns of a table: "Limits in SQLite", `SQLITE_MAX_COLUMN` as it is unless changed.
  package static let mostColumns = 2000

  /// The statements that make the tables and indexes of a model in a new file, each with a semicolon.
  package static func tables(of model: ManagedObjectModel) -> String {
    SQLSchema(model).creation(SQLiteDialect()).map { "\($0.text);\n" }.joined()
  }
}
