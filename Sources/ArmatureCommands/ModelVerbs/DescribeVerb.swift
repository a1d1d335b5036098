import Armature
import ArmatureTools

extension Verb {
  static let describe = Verb(
    name: "describe", summary: "prints a model, entity by entity",
    operands: [Operand(name: "model", help: ModelFile.help)],
    options: ModelFile.options + [
      Option("entity", .text("name"), "only this entity"),
      Option(
        "format", .word(["text", "json"]),
        "text to read, or JSON that other verbs accept as a model"),
    ],
    examples: [
      Example("armature describe shop.swift", "prints entities, properties and rules."),
      Example(
        "armature describe shop.swift --format json > model.json", "saves the model as JSON."),
    ],
    work: .withModel { model, call in
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
    })
}

/// Describes an entity in lines for readers.
private struct ModelDescription {
  let hasColor: Bool

  func text(_ entity: EntityDescription) -> String {

    let roles = (entity.isAbstract ? ["abstract"] : []) + (entity.parent.map { ["a \($0)"] } ?? [])
    var lines = [
      TextStyle.bold.applied(to: entity.name, hasColor)
        + (roles.isEmpty ? "" : " (\(roles.joined(separator: ", ")))")
    ]
    for property in entity.properties { lines += self.lines(for: property, indent: "  ") }
    lines += entity.uniquenessConstraints.map { "  \($0)" }
    lines += entity.rules.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a property and its elements.
  private func lines(for property: PropertyDescription, indent: String) -> [String] {
    let line = "\(indent)\(property)\(marks(of: property))"
    guard case .composite(let elements)? = property.asAttribute?.type.storage else { return [line] }
    return [line] + elements.flatMap { lines(for: .attribute($0), indent: indent + "  ") }
  }

  /// Returns the characteristics that the description of a property omits.
  private func marks(of property: PropertyDescription) -> String {
    var marks: [String] = []
    if let attribute = property.asAttribute {
      if case .enumeration(_, _, let cases?) = attribute.type {
        marks.append("one of \(cases.map(\.description).joined(separator: ", "))")
      }
      if attribute.isIdentifying { marks.append("identifying") }
      if attribute.allowsExternalBinaryDataStorage { marks.append("stored externally") }
      if let value = attribute.defaultValue {
        marks.append(value.inWords { "\($0)" } + " by default")
      }
      if let derivation = attribute.derivation { marks.append("derived: \(derivation)") }
    }
    if let relationship = property.asRelationship {
      let (least, most) = (relationship.minimumCount, relationship.maximumCount)
      if relationship.isToMany && (least > 1 || most > 0) {
        marks.append(most > 0 ? "\(least) to \(most)" : "at least \(least)")
      }
      switch relationship.deleteRule {
      case .nullify: break
      case .cascade: marks.append("deleted with it")
      case .deny: marks.append("which keep it from being deleted")
      case .noAction: marks.append("which keep links to it when it is deleted")
      }
    }
    if property.isTransient { marks.append("transient") }
    if property.key != property.name { marks.append("key \"\(property.key)\"") }
    return marks.map { ", " + $0 }.joined()
  }
}
