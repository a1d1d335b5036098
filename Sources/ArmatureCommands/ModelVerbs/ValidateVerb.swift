import Armature

extension Verb {
  static let validate = Verb(
    name: "validate", summary: "checks data against a model",
    operands: [
      Operand(name: "model", help: ModelFile.help),
      DataLoad.operand,
    ],
    options: ModelFile.options + DataLoad.options + [
      Option("keep-valid", "count what is valid without what is not"),
      .watch,
    ],
    details: [
      "A file tells its entity by its name, as Book.json does, or is an object with an array for each "
        + "entity. Of a folder, each file is read. References may lead from any file to any other.",
      "The exit status is 1 if there is an error in the data, and 65 if a text is no JSON or CSV at all.",
    ],
    examples: [
      Example("armature validate shop.swift shop.json", "prints totals and every mistake."),
      Example(
        "armature validate shop.swift data/ --format sarif > report.sarif",
        "checks a folder, for code scanning."),
    ],
    work: .withModel { model, call in
      try DataLoad(model, call).run(
        into: ManagedObjectContext(model: model),
        onFailure: call.has("keep-valid") ? .keepValid : .keepNothing)
    })
}
