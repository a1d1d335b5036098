import Armature

extension Verb {
  static let describe = Verb(
    name: "describe", summary: "prints a model, entity by entity",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: [
      ModelFile.option,
      Option("entity", .text("name"), "only this entity"),
      Option(
        "format", .word(["text", "json"]), "for people, or as JSON that verbs take for a model"),
    ],
    examples: [
      Example("armature describe shop.swift", "prints entities, properties and rules."),
      Example(
        "armature describe shop.swift --format json > model.json", "keeps the model as JSON."),
    ]
  ) { call in
    let model = try ModelFile(call.operands[0], call).model()
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
  }
}

/// An entity as lines for people.
private struct ModelDescription {
  let hasColor: Bool

  func text(_ entity: EntityDescription) -> String {

    let roles = (entity.isAbstract ? ["abstract"] : []) + (entity.parent.map { ["a \($0)"] } ?? [])
    var lines = [
      TextStyle.bold.applied(to: entity.name, hasColor)
        + (roles.isEmpty ? "" : " (\(roles.joined(separator: ", ")))")
    ]
    lines += entity.properties.map { "  \($0)\(marks(of: $0))" }
    lines += entity.uniquenessConstraints.map { "  \($0)" }
    lines += entity.rules.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func marks(of property: PropertyDescription) -> String {
    guard let attribute = property.asAttribute, attribute.isIdentifying else { return "" }
    return ", identifying"
  }
}

extension ManagedObjectModel {
  /// The entity of a name that was given as an option.
  func entity(named name: String, _ call: Call) throws -> EntityDescription {
    if let entity = self[name] { return entity }
    throw call.wrong(
      Suggestion.text(name, "is not an entity of \(self.name)", among: entities.map(\.name)))
  }
}
