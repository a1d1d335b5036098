import Armature

extension Verb {
  static let export = Verb(
    name: "export", summary: "writes the objects of a store as JSON or CSV",
    operands: [StoreLocation.modelOperand, StoreLocation.operand],
    options: ModelFile.options + [
      Option("entity", .text("name"), "only the objects of this entity")
    ] + DataOutput.options,
    details: [
      "One document contains all objects; --into writes a file for each entity instead. load "
        + "and validate read both.",
      "A CSV table and an NDJSON file contain one entity, and need --entity or --into.",
    ],
    examples: [
      Example("armature export shop.swift shop.sqlite > shop.json", "writes one document."),
      Example(
        "armature export - shop.sqlite --format csv --into tables",
        "makes a folder of tables, with the model kept in the store."),
    ],
    work: .withModel { model, call in
      let container = try StoreLocation(call).open(model)
      let entity = try model.entityOption(of: call)
      let context = container.makeContext()
      call.session.context = context
      try DataOutput(context, entity: entity, call).export()
      return .success
    })
}
