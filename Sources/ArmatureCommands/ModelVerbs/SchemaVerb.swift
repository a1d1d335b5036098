import Armature
import ArmatureSQLite
import ArmatureTools

extension Verb {
  static let schema = Verb(
    name: "schema", summary: "describes the data of a model in other formats",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["json-schema", "openapi", "sql", "markdown"]),
        "JSON Schema 2020-12, OpenAPI 3.1 components, the tables of a SQLite store, or a data "
          + "dictionary (default: \"json-schema\")")
    ] + Option.output,
    details: [
      "Data that load and validate accept conforms to the schema. Rules that the schema cannot "
        + "express are in its comments, and are printed with --verbose."
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
        for remark in schema.unsupported { call.session.tell("left to load: \(remark)") }
        try call.writeOutput(schema.jsonSchema())
      }
      return .success
    })
}
