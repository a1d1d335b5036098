import Armature
import ArmatureTools

extension Verb {
  static let importing = Verb(
    name: "import", summary: "reads a model of Xcode, or a store that Core Data has written",
    operands: [
      Operand(
        name: "file",
        help: "an .xcdatamodeld, an .xcdatamodel, the file contents in one, or a store")
    ],
    options: [
      Option("version", .text("name"), "the version of the model; else the current one"),
      Option(
        "as", .word(SourceOutput.tiers), "write the model as Swift of this tier; else as JSON"),
      Option("core-data", .file("model"), "read a store with this model of Xcode's"),
      Option("into", .file("store"), "with --core-data: save the objects to a new store"),
      FindingList.option,
    ] + Option.output,
    details: [
      "The result is the model as JSON or Swift, which other verbs take. What Armature has no word for is kept in "
        + "its user info, and is reported with its line and column, as is everything else that differs "
        + "from the file.",
      "With --as classes, --output names a folder, as \"armature help generate\" says.",
      "With --core-data the result is the data of the store as JSON, by the version of the model that fits "
        + "its tables. The log beside it is read, too, and nothing in its folder is changed.",
      "The exit status is 65 if the model has a mistake or the store is damaged or does not fit it, and 1 if its "
        + "data breaks rules of the model or is none that Core Data writes; nothing is written then.",
    ],
    examples: [
      Example("armature import Shop.xcdatamodeld -o shop.json", "keeps the current version."),
      Example(
        "armature import Shop.sqlite --core-data Shop.xcdatamodeld --into new.sqlite",
        "makes a store of Armature."),
    ],
    work: .alone { call in
      // With the result in a file, the report is printed as one.
      let isWritten = call.outputPath != nil || call["into"] != nil
      let report = isWritten ? call.session.result : call.session.talk
      for path in [call.operands[0], call["core-data"]].compactMap(\.self) {
        try Files.checkName(path, of: "a model or a store")
      }
      do {
        guard let model = call["core-data"] else {
          if call["into"] != nil { throw call.wrong("--into needs --core-data.") }
          return try importModel(call, report)
        }
        if call["as"] != nil {
          throw call.wrong(
            "--as says how a model is written, and --core-data reads data: they exclude each other."
          )
        }
        let data = try CoreDataImport(call, model: model)
        try FindingList.print(
          data.issues, errors: data.errors, of: call.operands[0], to: report, call)
        return try data.run()
      } catch let error as ModelError {
        try FindingList.print([], errors: error.issues, of: call.operands[0], to: report, call)
        return .badData
      }
    })

  private static func importModel(_ call: Call, _ report: Output) throws -> ExitStatus {
    let path = call.operands[0]
    if FileStatus(path)?.kind == .file,
      try Files.beginning(of: path).starts(with: "SQLite format 3".utf8)
    {
      throw call.wrong(
        "\(path.shown) must be a model, but is a file of SQLite. What Core Data has saved in it is read with the "
          + "model of that: armature import \(path.shown) --core-data <model>.")
    }
    let found = try XcodeModel(contentsOf: path, version: call["version"])
    var issues = found.issues
    if let tier = call["as"].flatMap(SwiftSource.Tier.init) {
      issues += try SourceOutput(call: call).write(found.model, as: tier, printsPaths: false)
    } else {
      try call.writeOutput(try JSONForm.text(found.model) + "\n", printsPath: false)
    }
    try FindingList.print(issues, of: path, to: report, call)
    let count = found.model.entities.count
    call.session.tell("\(found.version.shown) has \(count) \(count == 1 ? "entity" : "entities").")
    return .success
  }
}
