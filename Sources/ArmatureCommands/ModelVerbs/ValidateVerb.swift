import Armature

extension Verb {
  static let validate = Verb(
    name: "validate", summary: "checks data against a model",
    operands: [
      Operand(name: "model", help: ModelFile.help),
      DataLoad.operand,
    ],
    options: ModelFile.options + DataLoad.options + [
      Option("keep-valid", "count the valid objects even if others are invalid"),
      .watch,
    ],
    details: [
      "A file is named after its entity, such as Book.json, or contains an object with an array "
        + "for each entity. All files in a folder are read. References may lead to records in "
        + "any file.",
      "The exit status is 1 if there are errors in the data, and 65 if text is invalid JSON or "
        + "CSV.",
    ],
    examples: [
      Example("armature validate shop.swift shop.json", "prints totals and all errors."),
      Example(
        "armature validate shop.swift data/ --format sarif > report.sarif",
        "checks a folder, for code scanning."),
    ],
    work: .withModel { model, call in
      let model = try call.skippingClosures(of: model)
      return try DataLoad(model, call).run(
        into: ManagedObjectContext(model: model),
        onFailure: call.has("keep-valid") ? .keepValid : .keepNothing)
    })
}
