package import ArmatureModel
import ArmatureSQL

extension SQLiteStore {
  /// The statements that make the tables and indexes of a model in a new file, each with a semicolon.
  package static func tables(of model: ManagedObjectModel) -> String {
    SQLSchema(model).creation(SQLiteDialect()).map { "\($0.text);\n" }.joined()
  }
}
