import Armature
import ArmatureSQLite
import ArmatureTools

extension Verb {
  static let describe = Verb(
    name: "describe", summary: "prints a model, entity by entity",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option("entity", .text("name"), "only this entity"),
      Option(
        "format", .word(["text", "json"]),
        "text to read, or JSON that other verbs accept as a model"),
    ],
    examples: [
      Example("armature describe shop.swift", "prints entities, properties and rules."),
      Example(
        "armature describe shop.swift --format json > model.json", "saves the model as JSON."),
    ],
    work: .withModel { model, call in
      let result = call.session.result
      if call["format"] == "json" {
        result.line(try JSONForm.text(model))
        return .success
      }
      var entities = model.entities
      if let name = call["entity"] { entities = [try model.entity(named: name, call)] }
      let description = ModelDescription(hasColor: call.session.hasColor(result))
      if call["entity"] == nil {
        let count = entities.count
        result.line("\(model.name): \(count) \(count == 1 ? "entity" : "entities")")
      }
      for entity in entities { result.write("\n" + description.text(entity)) }
      return .success
    })
}

/// Describes an entity in lines for readers.
private struct ModelDescription {
  let hasColor: Bool

  func text(_ entity: EntityDescription) -> String {

    let roles = (entity.isAbstract ? ["abstract"] : []) + (entity.parent.map { ["a \($0)"] } ?? [])
    var lines = [
      TextStyle.bold.applied(to: entity.name, hasColor)
        + (roles.isEmpty ? "" : " (\(roles.joined(separator: ", ")))")
    ]
    for property in entity.properties { lines += self.lines(for: property, indent: "  ") }
    lines += entity.uniquenessConstraints.map { "  \($0)" }
    lines += entity.indexes.map { "  \($0)" }
    lines += entity.rules.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a property and its elements.
  private func lines(for property: PropertyDescription, indent: String) -> [String] {
    let line = "\(indent)\(property)\(marks(of: property))"
    guard case .composite(let elements)? = property.asAttribute?.type.storage else { return [line] }
    return [line] + elements.flatMap { lines(for: .attribute($0), indent: indent + "  ") }
  }

  /// Returns the characteristics that the description of a property omits.
  private func marks(of property: PropertyDescription) -> String {
    var marks: [String] = []
    if let attribute = property.asAttribute {
      if case .enumeration(_, _, let cases?) = attribute.type {
        marks.append("one of \(cases.map(\.description).joined(separator: ", "))")
      }
      if attribute.isIdentifying { marks.append("identifying") }
      if attribute.allowsExternalBinaryDataStorage { marks.append("stored externally") }
      if let value = attribute.defaultValue {
        marks.append(value.inWords { "\($0)" } + " by default")
      }
      if let derivation = attribute.derivation { marks.append("derived: \(derivation)") }
    }
    if let relationship = property.asRelationship {
      let (least, most) = (relationship.minimumCount, relationship.maximumCount)
      if relationship.isToMany && (least > 1 || most > 0) {
        marks.append(most > 0 ? "\(least) to \(most)" : "at least \(least)")
      }
      if let key = relationship.mapKey { marks.append("keyed by \(key)") }
      switch relationship.deleteRule {
      case .nullify: break
      case .cascade:
        marks.append(relationship.isOwned ? "which are parts of it" : "deleted with it")
      case .deny: marks.append("which keep it from being deleted")
      case .noAction: marks.append("which keep links to it when it is deleted")
      }
    }
    if property.isTransient { marks.append("transient") }
    if property.key != property.name { marks.append("key \"\(property.key)\"") }
    return marks.map { ", " + $0 }.joined()
  }
}

extension Verb {
  static let diagram = Verb(
    name: "diagram", summary: "draws a model, or its changes since an older version",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["mermaid", "classes", "dot", "svg"]),
        "Mermaid (entities or classes), Graphviz, or SVG (default: \"mermaid\")"),
      Option("focus", .text("entity"), "only this entity and its neighbours"),
      Option("depth", .number("n"), "the maximum number of lines from the focus (default: 1)"),
      Option("no-attributes", "boxes with names only"),
      Option("against", .text("older"), "show the changes since an older version of the model"),
    ] + Option.output,
    details: [
      "The command lays out SVG itself, for light and dark backgrounds. The same model always "
        + "produces the same text, so pictures can be committed and compared."
    ],
    examples: [
      Example("armature diagram shop.swift --format svg -o shop.svg", "draws a picture."),
      Example(
        "armature diagram shop.swift --against released.json",
        "prints Mermaid for a page, with the changes in colours."),
    ],
    work: .alone { call in
      let model = try ModelFile(call.modelPath, call).description()
      let older = try call["against"].map { try ModelFile($0, call).description() }
      var diagram = ModelDiagram(model, against: older)
      if let focus = call["focus"] {
        let entity = try model.entity(named: focus, call).name
        diagram = diagram.focused(on: entity, depth: call.number("depth") ?? 1) ?? diagram
      } else if call.has("depth") {
        throw call.wrong("--depth needs --focus.")
      }
      if call.has("no-attributes") { diagram = diagram.withoutAttributes() }
      switch call["format"] {
      case "svg": try call.writeOutput(diagram.svg())
      case "dot": try call.writeOutput(diagram.dot())
      case "classes": try call.writeOutput(diagram.mermaidClasses())
      default: try call.writeOutput(diagram.mermaid())
      }
      return .success
    })
}

extension Verb {
  static let schema = Verb(
    name: "schema", summary: "describes the data of a model in other formats",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option(
        "format", .word(["json-schema", "openapi", "sql", "markdown"]),
        "JSON Schema 2020-12, OpenAPI 3.1 components, the tables of a SQLite store, or a data "
          + "dictionary (default: by the ending of --output, or \"json-schema\")"),
      Option(
        "for", .word(AnswerSchema.Target.allCases.map(\.rawValue)),
        "a schema for the answers of language models, instead of a format"),
      Option("entity", .text("name"), "with --for: the entity of the answer"),
      Option("depth", .number("n"), "with --for: the maximum number of records within each other"),
    ] + Option.output,
    details: [
      "Data that load and validate accept conforms to the schema. Rules that the schema cannot "
        + "express are in its comments, and are printed with --verbose.",
      "With --for, the output is what the API expects: for openai, the text.format of a response "
        + "(strict structured outputs); for anthropic, the output_config.format, whose schema is "
        + "also the input_schema of a tool; for mcp, a tool with name, description and "
        + "inputSchema. Rules without a supported keyword are in the descriptions.",
    ],
    examples: [
      Example("armature schema shop.swift -o shop.schema.json", "writes a schema for an editor."),
      Example(
        "armature schema shop.swift --for openai --entity Product",
        "prints a schema for answers with a product."),
    ],
    work: .withModel { model, call in
      if let target = call["for"].flatMap(AnswerSchema.Target.init) {
        try call.writeOutput(answers(of: model, for: target, call))
        return .success
      }
      if call.has("entity") || call.has("depth") {
        throw call.wrong("--entity and --depth need --for.")
      }
      let form = try call.form(
        in: "format",
        endings: [
          "json": [jsonSchema, "openapi"], "md": ["markdown"], "sql": ["sql"], "swift": [],
        ],
        usual: jsonSchema)
      switch form {
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

  /// Returns a schema for the answers of language models, and tells what it leaves to the model.
  private static func answers(
    of model: ManagedObjectModel, for target: AnswerSchema.Target, _ call: Call
  ) throws -> String {
    if call.has("format") { throw call.wrong("--for has a format of its own: leave out --format.") }
    do throws(AnswerSchemaError) {
      let schema = try AnswerSchema(
        model, entity: call["entity"], for: target, depth: call.number("depth"))
      for note in schema.notes { call.session.tell("left to load: \(note)") }
      return schema.text
    } catch {
      let option =
        switch error {
        case .severalEntities, .unknownEntity: " Use --entity."
        case .recursive, .tooLarge: " Use --depth."
        }
      throw call.wrong(error.description + option)
    }
  }

  private static let jsonSchema = "json-schema"
}
