import Armature
import ArmatureTools

extension Verb {
  static let importing = Verb(
    name: "import",
    summary: "reads models of Xcode, JSON Schema and SQLite, and data of Core Data and SQLite",
    operands: [
      Operand(
        name: "file",
        help: "an .xcdatamodeld or a file in one, a JSON Schema, OpenAPI as JSON, or a database")
    ],
    options: [
      Option("version", .text("name"), "the version of the model; else the current one"),
      Option(
        "as", .word(SourceOutput.tiers),
        "write the model as Swift of this tier; else as JSON"
      ),
      Option("core-data", .file("model"), "read a store with this model of Xcode's"),
      Option("data", "read the rows of a database of SQLite"),
      Option(
        "into", .file("store"),
        "with --core-data or --data: save the objects to a new store, a file or a database"),
      Option(
        "type", .texts("column=type"),
        "the type of a column, such as notes.size=String, in place of the declared one; may be repeated"
      ),
      Option("drop-row-numbers", "leave out each INTEGER PRIMARY KEY of a database of SQLite"),
      FindingList.option,
    ] + Option.output,
    details: [
      "The result is the model as JSON or Swift, which other verbs take. What Armature has no word for is kept in "
        + "its user info, and is reported with its line and column, as is everything else that differs "
        + "from the file.",
      "With --as classes, --output names a folder, as \"armature help generate\" says.",
      "With --core-data the result is the data of the store as JSON, by the version of the model that fits "
        + "its tables. The log beside it is read, too, and nothing in its folder is changed.",
      "Of a database of SQLite the tables make the model, and with --data the rows the data. It is told from a store "
        + "of Core Data, and from one of Armature, which needs no import.",
      "An INTEGER PRIMARY KEY identifies its object, so that what leads to it still does. With --drop-row-numbers it is "
        + "left out: then foreign keys still lead to the object, and columns without one lead nowhere. SQLite lets a "
        + "column have values of other types than declared. They are errors here; --type names a type that has all of "
        + "them.",
      "The exit status is 65 if the model has a mistake or the store is damaged or does not fit it, and 1 if its "
        + "data breaks rules of the model, is none that Core Data writes, or has text that cannot be read or keys that "
        + "lead to no row; nothing is written then.",
      "With --dry-run nothing is made. What a server lacks, such as texts with U+0000, is told then, too, and what the user "
        + "may not make or write; what a server alone can find, such as a text that is too long for an index, is told when "
        + "the objects are saved.",
      "The report stands beside the result. With --format json or github and --output or --into it is what is printed, "
        + "and no path is. As JSON it is one list: what was found in the file, and then in its objects.",
    ],
    examples: [
      Example("armature import Shop.xcdatamodeld -o shop.json", "keeps the current version."),
      Example("armature import shop.db --data --into new.sqlite", "brings all rows along."),
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

  /// The data that a call asks for; `nil` if it asks for a model.
  private static func records(_ call: Call) throws -> RecordImport? {
    let coreDataModel = call["core-data"]
    guard coreDataModel != nil || call.has("data") else {
      if call["into"] != nil { throw call.wrong("--into needs --core-data or --data.") }
      return nil
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
      try call.checkHasNoTableOptions("a database that is no store of Core Data")
      guard try ImportedFile(coreDataModel) == .xcode else {
        throw call.wrong(
          "--core-data must name a model of Xcode, such as an .xcdatamodeld, but \(coreDataModel.shown) is none."
        )
      }
      return try RecordImport(call, coreDataModel: coreDataModel)
    }
    guard try ImportedFile(call.operands[0]) == .sqlite else {
      throw call.wrong("--data needs a database of SQLite.")
    }
    return try RecordImport(tablesOf: call)
  }

  private static func importModel(_ call: Call, _ report: Output) throws -> ExitStatus {
    let path = call.operands[0]
    let (title, model, found) = try self.model(call)
    var issues = found
    let isSwift = call.outputPath?.pathEnding == "swift"
    if let tier = call["as"].flatMap(SwiftSource.Tier.init) ?? (isSwift ? .dynamic : nil) {
      issues += try SourceOutput(call: call).write(
        model, as: tier, printsPaths: call.printsImportPath)
    } else {
      try call.writeOutput(try JSONForm.text(model) + "\n", printsPath: call.printsImportPath)
    }
    try FindingList.print(issues, of: path, to: report, call)
    let count = model.entities.count
    call.session.tell("\(title) has \(count) \(count == 1 ? "entity" : "entities").")
    return .success
  }

  /// Reads the model that the operand names.
  private static func model(
    _ call: Call
  ) throws -> (title: String, model: ManagedObjectModel, issues: [ModelIssue]) {
    let path = call.operands[0]
    let file = try ImportedFile(path)
    if file != .sqlite { try call.checkHasNoTableOptions("a database of SQLite") }
    if file != .xcode, call["version"] != nil {
      throw call.wrong("--version is about models of Xcode, but \(path.shown) is none.")
    }
    switch file {
    case .xcode:
      let found = try XcodeModel(contentsOf: path, version: call["version"])
      return (found.version.shown, found.model, found.issues)
    case .schema:
      let found = try JSONSchemaModel(contentsOf: path)
      return (path.shown, found.model, found.issues)
    case .sqlite:
      do {
        let found = try SQLiteModel(call, readsRows: false)
        return (path.shown, found.model, found.issues)
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
        "\(path.shown) must be a model of Xcode (an .xcdatamodeld, or XML in one), a JSON Schema or OpenAPI as JSON, or"
          + " a database of SQLite, but begins as none of them.")
    }
  }
}

extension SQLiteModel {
  /// Reads the database that the operand names, as the options say.
  init(_ call: Call, readsRows: Bool) throws {
    let types = try call.all("type").map { text in
      // The name of a column may have the sign, too, and a type has none.
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
      types: Dictionary(types, uniquingKeysWith: { $1 }))
  }
}

extension Call {
  /// Rejects the options about tables.
  func checkHasNoTableOptions(_ needed: String) throws {
    for option in ["type", "drop-row-numbers"] where has(option) {
      throw wrong("--\(option) needs \(needed).")
    }
  }

  /// Where an import tells what it has found: beside the result, but for programs in its place, if that is in a file.
  var importReport: Output { printsImportPath ? session.talk : session.result }

  /// Whether the path of what an import writes is printed, and not the report as a form for programs.
  var printsImportPath: Bool {
    self["format"] ?? "text" == "text" || outputPath == nil && self["into"] == nil
  }
}
