import Armature

extension Verb {
  static let load = Verb(
    name: "load", summary: "loads data into a store, or nothing if there are errors",
    operands: [StoreLocation.modelOperand, StoreLocation.operand, DataLoad.operand],
    options: StoreLocation.options + DataLoad.options + [
      Option(
        "update",
        "update the existing objects with the same identity; otherwise these records are errors"
      ),
      Option("author", .text("name"), "the author recorded in the history"),
    ],
    details: [
      "The store is created if it does not exist. Data is read in the same way as by validate, "
        + "and rules are checked together with the stored objects. If there are errors, nothing "
        + "is saved.",
      "With --update, records without an identity are rejected: each load would insert them again.",
      "The exit status is 1 if there are errors in the data, and 65 if text is invalid JSON or "
        + "CSV.",
    ],
    examples: [
      Example(
        "armature load shop.swift shop.sqlite data/", "loads a folder, and creates the store."),
      Example(
        "armature load - shop.sqlite products.csv --update",
        "updates the objects, with the model kept in the store."),
    ],
    work: .withModel { model, call in
      try call.mustHaveClosures(model)
      let file = try StoreLocation(call)
      let isNew = try !file.exists()
      let load = try DataLoad(model, call)
      do {
        let status = try load.run(into: file, model, call)
        if isNew && status != .success { file.remove(call.session) }
        return status
      } catch {
        if isNew { file.remove(call.session) }
        throw error
      }
    })
}

extension DataLoad {
  /// Loads and saves the data. Closes the store afterwards, unless its context is kept.
  fileprivate func run(
    into file: StoreLocation, _ model: ManagedObjectModel, _ call: Call
  ) throws -> ExitStatus {
    let container = try file.openOrMake(model)
    let context = container.makeContext()
    context.transactionAuthor = call["author"]
    return try run(into: context, onDuplicate: call.has("update") ? .update : .fail) {
      try context.save()
      try file.finishSaving(container)
    }
  }
}

extension Verb {
  static let export = Verb(
    name: "export", summary: "writes the objects of a store as JSON or CSV",
    operands: [StoreLocation.modelOperand, StoreLocation.operand],
    options: StoreLocation.options + [
      Option("entity", .text("name"), "only the objects of this entity"),
      Option(
        "documents",
        "write each object of the entity as a JSON document, with all objects to which it leads"),
      Call.keepUnknown,
    ] + DataOutput.options,
    details: [
      "One document contains all objects; --into writes a file for each entity instead. load "
        + "and validate read both.",
      "--documents writes what other programs read: one document alone, or one on each line, or a "
        + "file for each with --into. Unknown keys that load kept come out again.",
      "A CSV table and an NDJSON file contain one entity, and need --entity or --into.",
      "load reads all values of a table back unchanged. If you change the format of tables, pass "
        + "the same options to load, except --guard-formulas.",
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
