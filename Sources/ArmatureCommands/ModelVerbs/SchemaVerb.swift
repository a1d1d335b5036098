import Armature
import ArmatureSQLite
import ArmatureTools

extension Verb {
  static let schema = Verb(
    name: "schema", summary: "says what data of a model looks like, for other programs",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["json-schema", "openapi", "sql", "markdown"]),
        "JSON Schema 2020-12, components of OpenAPI 3.1, the tables of a store of SQLite, or a data "
          + "dictionary; \"json-schema\" unless given")
    ] + Option.output,
    details: [
      "What load and validate accept is valid by the schema. What a schema cannot say is in its comments, and is "
        + "told with --verbose."
    ],
    examples: [
      Example("armature schema shop.swift -o shop.schema.json", "writes a schema for an editor."),
      Example("armature schema shop.swift --format markdown", "prints a data dictionary."),
    ],
    work: .withModel { model, call in
      switch call["format"] {
      case "markdown":
        try call.writeOutput(DataDictionary(model).markdown())
      case "sql": try call.writeOutput(SQLiteStore.tables(of: model))
      case "openapi": try call.writeOutput(ModelSchema(model).openAPI())
      default:
        let schema = ModelSchema(model)
        for remark in schema.unsaid { call.session.tell("left to load: \(remark)") }
        try call.writeOutput(schema.jsonSchema())
      }
      return .success
    })
}
