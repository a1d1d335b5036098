package import ArmatureModel
import ArmatureSQL

extension SQLiteStore {
  /// The maximum number of columns of a table.
  package static var mostColumns: Int { SQLitePreparation.mostColumns }

  /// Returns the statements that create the tables and indexes of a model in a new file, each with a semicolon.
  package static func tables(of model: ManagedObjectModel) -> String {
    let schema = SQLSchema(model)
    let fullTexts = schema.fullTexts.flatMap { SQLiteFullText($0, schema).creation }
    return (schema.creation(SQLiteDialect()) + fullTexts).map { "\($0.text);\n" }.joined()
  }
}
