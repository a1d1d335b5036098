// Descriptions for the output of scripts, one line each.

extension ManagedObjectModel: CustomStringConvertible {
  /// The name of the model, and then one line for each entity with the number of its properties and rules.
  public var description: String {
    let count = phrase(entities.count, "entity", "entities")
    return (["\(name): \(count)"] + entities.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension EntityDescription: CustomStringConvertible {
  /// The name, the parent, and the number of properties and rules: `Book: 5 attributes, 1 rule`.
  public var description: String {
    let all = properties.isEmpty ? ownProperties : properties
    let attributes = all.count { $0.asAttribute != nil }
    let relationships = all.count { $0.asRelationship != nil }
    let counts = [
      (attributes, "attribute", "attributes"), (relationships, "relationship", "relationships"),
      (all.count - attributes - relationships, "fetched property", "fetched properties"),
      (rules.count, "rule", "rules"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { phrase($0.0, $0.1, $0.2) }
    let roles = (isAbstract ? ["abstract"] : []) + (parent.map { ["a \($0)"] } ?? [])
    return name + (roles.isEmpty ? "" : " (\(roles.joined(separator: ", ")))") + ": "
      + (parts.isEmpty ? "no properties" : parts.joined(separator: ", "))
  }
}

private func phrase(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}

extension PropertyDescription: CustomStringConvertible {
  /// The description of the attribute, relationship or fetched property.
  public var description: String {
    switch self {
    case .attribute(let attribute): attribute.description
    case .relationship(let relationship): relationship.description
    case .fetched(let property): property.description
    }
  }
}

extension AttributeDescription: CustomStringConvertible {
  /// The name, the type and the rules: `title: String, a length of 1 to 200`.
  public var description: String {
    (["\(name): \(swiftName)\(isOptional ? "?" : "")"] + declaredRules.map(\.description))
      .joined(separator: ", ")
  }
}

extension RelationshipDescription: CustomStringConvertible {
  /// The name, the destination and the inverse: `author: one Author, inverse books`.
  public var description: String {
    let arity =
      switch arity {
      case .toOne: "one"
      case .toMany: "many"
      case .ordered: "many ordered"
      }
    return "\(name): \(arity) \(destination)" + (isOptional ? "" : ", required")
      + (inverse.map { ", inverse \($0)" } ?? "")
  }
}

extension FetchedPropertyDescription: CustomStringConvertible {
  /// The name, entity, predicate, order and limit: `recent: Book where …, by year, at most 3`.
  public var description: String {
    "\(name): \(destination) where \(predicate)"
      + (orderedBy.isEmpty ? "" : ", by \(orderedBy.map(\.description).joined(separator: ", "))")
      + (limit.map { ", at most \($0)" } ?? "")
  }
}

extension ValidationRule: CustomStringConvertible {
  /// The requirement, condition and severity: `a length of 1 to 200`, `"long works are rated": …`.
  public var description: String {
    requirement.promise + (condition.map { " when \($0)" } ?? "")
      + (severity == .warning ? " (warning)" : "")
  }
}

extension UniquenessConstraint: CustomStringConvertible {
  /// The properties: `unique title, author`.
  public var description: String { "unique " + properties.joined(separator: ", ") }
}

extension IndexDescription: CustomStringConvertible {
  /// The properties, with descending orders and weights: `index year descending, title descending`, `full-text index title (4), text`.
  public var description: String {
    let names = elements.map { element in
      element.property + (element.isAscending ? "" : " descending")
        + (isFullText && element.weight != 1 ? " (\(element.weightText))" : "")
    }
    let kind = elements.contains { $0.kind == .rTree } ? "index of rectangles" : "index"
    return (isFullText ? "full-text index " : "\(kind) ") + names.joined(separator: ", ")
      + (tokenizer == .trigrams ? ", of parts of words" : "")
      + (predicate.map { " where \($0)" } ?? "")
  }
}

extension IndexDescription.Element {
  /// The weight, without a fraction of zero.
  fileprivate var weightText: String {
    weight == weight.rounded() && weight.magnitude < 1e9 ? "\(Int(weight))" : "\(weight)"
  }
}
