import Armature

extension Verb {
  static let load = Verb(
    name: "load", summary: "loads data into a store, or nothing if there is a mistake",
    operands: [StoreFile.modelOperand, StoreFile.operand, DataLoad.operand],
    options: ModelFile.options + DataLoad.options + [
      Option(
        "update",
        "records of objects that are there, by what identifies them, change them; else they are a mistake"
      ),
      Option("author", .text("name"), "who the history says has saved"),
    ],
    details: [
      "A store is made if there is none. Data is read as by validate, and rules are checked with what the "
        + "store has: with any error nothing is saved.",
      "With --update a record without an identity is refused: it would be a new object at each load.",
      "The exit status is 1 if there is an error in the data, and 65 if a text is no JSON or CSV at all.",
    ],
    examples: [
      Example("armature load shop.swift shop.sqlite data/", "loads a folder, and makes the store."),
      Example(
        "armature load - shop.sqlite products.csv --update",
        "changes what is there, by the model that the store keeps."),
    ],
    work: .withModel { model, call in
      let file = try StoreFile(call)
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
  /// Loads and saves the data, with a store that is closed afterwards unless its context is kept.
  fileprivate func run(
    into file: StoreFile, _ model: ManagedObjectModel, _ call: Call
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
