import Armature
import ArmatureTools

extension Verb {
  static let importing = Verb(
    name: "import",
    summary: "makes a model from Xcode, JSON Schema, SQLite or data files, and imports data",
    operands: [
      Operand(
        name: "file",
        help: "an .xcdatamodeld or a file in one, a JSON Schema, OpenAPI as JSON, a database, or "
          + "data: JSON, .ndjson, .csv, or a folder of these")
    ],
    options: [
      Option("version", .text("name"), "the version of the model (default: the current one)"),
      Option(
        "as", .word(SourceOutput.tiers),
        "write the model as Swift of this tier (default: by the ending of --output, or as JSON)"
      ),
      Option("examples", "read a JSON file as data, even if it looks like a schema"),
      Option("core-data", .file("model"), "read a store with this Xcode model"),
      Option("data", "read the rows of a SQLite database"),
      Option(
        "into", .file("store"),
        "with --core-data or --data: save the objects to a new store, a file or a database"),
      Option(
        "type", .texts("column=type"),
        "the type of a column, such as notes.size=String, instead of the declared one; may be "
          + "repeated"
      ),
      KeyOption.present.option, KeyOption.new.option,
      Option("drop-row-numbers", "leave out each INTEGER PRIMARY KEY of a SQLite database"),
      FindingList.option,
    ] + Option.output,
    details: [
      "The result is the model as JSON or Swift, which other verbs accept. Unsupported "
        + "declarations are kept in its user info, and are reported with line and column, as "
        + "are all other differences from the file.",
      "From data, the command proposes a model: the data is valid by it. The report lists each "
        + "guess with its evidence, such as keys that identify records or lead to others. In "
        + "Swift, comments contain the ranges of the values. Change what is wrong in the model.",
      "A JSON file is a schema if it has one of the keys $defs, definitions, openapi, $ref, allOf, "
        + "anyOf and oneOf, a $schema at json-schema.org, or properties or items that describe "
        + "values. All other JSON is data. Use --examples to read a schema as data.",
      "With --as classes, --output names a folder, as \"armature help generate\" says.",
      "With --core-data, the result is the data of the store as JSON, read with the version of "
        + "the model that fits its tables. The log next to it is read, too, and nothing in its "
        + "folder is changed.",
      "For a SQLite database, the model comes from the tables, and with --data the data from "
        + "the rows. Core Data and Armature stores are recognized; the latter need no import.",
      "An INTEGER PRIMARY KEY identifies its object, so references to it still work. With "
        + "--drop-row-numbers it is left out: foreign keys still lead to the object, but "
        + "columns without a foreign key do not. In SQLite, a column may have values of other "
        + "types than declared. They are errors here; use --type to name a type for all of them.",
      "The exit status is 65 if the model has errors, or the store is damaged or does not fit "
        + "it. It is 1 if the data breaks the model's rules, is not in Core Data's format, or "
        + "contains unreadable text or keys without a row. Then nothing is written.",
      "With --dry-run nothing is created. It also reports values that a server does not "
        + "support, such as texts with U+0000, and missing rights of the user. Failures that "
        + "only a server can find, such as a text that is too long for an index, are reported "
        + "when the objects are saved.",
      "The report is printed in addition to the result. With --format json or github and "
        + "--output or --into, it is printed instead of the path. As JSON, it is one list: the "
        + "findings in the file, then those in its objects.",
    ],
    examples: [
      Example("armature import books.json -o books.swift", "proposes a model for the data."),
      Example("armature import shop.db --data --into new.sqlite", "imports all rows, too."),
    ],
    work: .alone { call in
      let report = call.importReport
      for path in [call.operands[0], call["core-data"]].compactMap(\.self) {
        try Files.checkName(path, of: "a model or a store")
        try Files.checkIsThere(path)
      }
      do {
        guard let data = try records(call) else { return try importModel(call, report) }
        return try data.run(to: report)
      } catch let error as ModelError {
        try FindingList.print([], errors: error.issues, of: call.operands[0], to: report, call)
        return .badData
      }
    })

  /// Returns the data that the call imports. Returns `nil` if the call imports a model.
  private static func records(_ call: Call) throws -> RecordImport? {
    let coreDataModel = call["core-data"]
    guard coreDataModel != nil || call.has("data") else {
      if call["into"] != nil { throw call.wrong("--into needs --core-data or --data.") }
      return nil
    }
    if call.has("examples") {
      throw call.wrong(
        "--examples reads data files, and cannot be used with --core-data or --data.")
    }
    if coreDataModel != nil, call.has("data") {
      throw call.wrong("--core-data and --data cannot be used together.")
    }
    if call["as"] != nil {
      throw call.wrong(
        "--as says how a model is written, and \(coreDataModel == nil ? "--data" : "--core-data") reads data: they"
          + " cannot be used together.")
    }
    if let coreDataModel {
      try call.checkHasNoTableOptions("a database that is not a Core Data store")
      guard case .xcode = try ImportedFile(coreDataModel) else {
        throw call.wrong(
          "--core-data must name an Xcode model, such as an .xcdatamodeld, but "
            + "\(coreDataModel.shown) is not one."
        )
      }
      return try RecordImport(call, coreDataModel: coreDataModel)
    }
    guard case .sqlite = try ImportedFile(call.operands[0]) else {
      throw call.wrong("--data needs a SQLite database.")
    }
    return try RecordImport(tablesOf: call)
  }

  /// The form of a model without a tier.
  private static let json = "json"

  private static func importModel(_ call: Call, _ report: Output) throws -> ExitStatus {
    let path = call.operands[0]
    // A contradiction is reported before the file is read.
    let form = try call.form(
      in: "as", endings: ["swift": SourceOutput.singleFileTiers, "json": [json]], usual: json)
    let (title, model, found, examples) = try self.model(call)
    var issues = found
    if let tier = SwiftSource.Tier(rawValue: form) {
      issues += try SourceOutput(call: call).write(
        model, as: tier, printsPaths: call.printsImportPath)
    } else {
      try call.writeOutput(try JSONForm.text(model) + "\n", printsPath: call.printsImportPath)
    }
    try FindingList.print(issues, of: path, to: report, call)
    let count = model.entities.count
    call.session.tell("\(title) has \(count) \(count == 1 ? "entity" : "entities").")
    if let examples, let path = call.outputPath, !call.has("dry-run"),
      form != SwiftSource.Tier.classes.rawValue
    {
      call.session.say("Next: \(call.validation(of: examples.files, model: path))")
    }
    return .success
  }

  /// Reads the model in the operand.
  private static func model(
    _ call: Call
  ) throws -> (
    title: String, model: ManagedObjectModel, issues: [ModelIssue], examples: ExampleModel?
  ) {
    let path = call.operands[0]
    let file = call.has("examples") ? .examples(nil) : try ImportedFile(path)
    if case .sqlite = file {} else { try call.checkHasNoTableOptions("a SQLite database") }
    if case .xcode = file {
    } else if call["version"] != nil {
      throw call.wrong("--version applies to Xcode models, but \(path.shown) is not one.")
    }
    switch file {
    case .examples(let text):
      let found =
        if let text { try ExampleModel(text, path: path) } else {
          try ExampleModel(contentsOf: path)
        }
      return (path.shown, found.model, found.issues, found)
    case .xcode:
      let found = try XcodeModel(contentsOf: path, version: call["version"])
      return (found.version.shown, found.model, found.issues, nil)
    case .schema:
      let found = try JSONSchemaModel(contentsOf: path)
      return (path.shown, found.model, found.issues, nil)
    case .sqlite:
      do {
        let found = try SQLiteModel(call, readsRows: false)
        return (path.shown, found.model, found.issues, nil)
      } catch let error as SQLiteImportError {
        throw CommandError(.badData, error.description)
      }
    case .yaml:
      throw CommandError(
        .badData,
        "\(path.shown) must be JSON, but is YAML by its name. Convert it, and import that.")
    case .unknown:
      throw CommandError(
        .badData,
        "\(path.shown) must be an Xcode model (an .xcdatamodeld, or XML in one), a JSON Schema "
          + "or OpenAPI as JSON, a SQLite database, JSON data, or a file that ends in .csv, .tsv, "
          + ".ndjson or .jsonl, but does not begin like one of them.")
    }
  }
}

extension SQLiteModel {
  /// Reads the database in the operand, according to the options.
  init(_ call: Call, readsRows: Bool) throws {
    let types = try call.all("type").map { text in
      // A column's name can contain the sign, but a type cannot.
      guard let place = text.lastIndex(of: "="),
        let type = AttributeType(text[place...].dropFirst())
      else {
        throw call.wrong(
          "--type must be a column and a type, such as notes.size=String, but is \(text.shown)."
            + " The types are \(AttributeType.simpleTypes.map(\.swiftName).joined(separator: ", "))."
        )
      }
      return (String(text[..<place]), type)
    }
    try self.init(
      contentsOf: call.operands[0], readsRows: readsRows,
      dropsRowNumbers: call.has("drop-row-numbers"),
      types: Dictionary(types, uniquingKeysWith: { $1 }), key: call.key(.present))
  }
}

extension Call {
  /// Returns the command that validates the examples of a model.
  ///
  /// A document does not name its entity, so files are validated with documents of one entity only.
  func validation(of files: [ExampleModel.File], model: String) -> String {
    let records = files.filter { !$0.isDocument }
    if !records.isEmpty { return command("validate", model: model, records.map(\.path)) }
    let entity = files.first?.entity
    let documents = files.filter { $0.entity == entity }.map(\.path)
    return command("validate", model: model, documents) + (entity.map { " --entity \($0)" } ?? "")
  }

  /// Rejects options about tables.
  func checkHasNoTableOptions(_ needed: String) throws {
    for option in ["type", "drop-row-numbers", KeyOption.present.rawValue] where has(option) {
      throw wrong("--\(option) needs \(needed).")
    }
  }

  /// The output for the report of an import. The report is printed separately from the result. If the data goes to a
  /// file and the format is for programs, the report is the result.
  var importReport: Output { printsImportPath ? session.talk : session.result }

  /// Whether to print the path of the written file. If not, a report for programs is printed.
  var printsImportPath: Bool {
    self["format"] ?? "text" == "text" || outputPath == nil && self["into"] == nil
  }
}
