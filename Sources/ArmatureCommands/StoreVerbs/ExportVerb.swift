import Armature

extension Verb {
  static let export = Verb(
    name: "export", summary: "writes the objects of a store as JSON or CSV",
    operands: [StoreFile.modelOperand, StoreFile.operand],
    options: ModelFile.options + [
      Option("entity", .text("name"), "the objects of this entity alone")
    ] + DataOutput.options,
    details: [
      "One document has all objects; with --into there is a file for each entity. load and validate read "
        + "both.",
      "A table has one entity, and so have lines: CSV and NDJSON need --entity or --into.",
    ],
    examples: [
      Example("armature export shop.swift shop.sqlite > shop.json", "writes one document."),
      Example(
        "armature export - shop.sqlite --format csv --into tables",
        "makes a folder of tables, by the model that the store keeps."),
    ],
    work: .withModel { model, call in
      let container = try StoreFile(call).open(model)
      let entity = try model.entityOption(of: call)
      let context = container.makeContext()
      call.session.context = context
      try DataOutput(context, entity: entity, call).export()
      return .success
    })
}
