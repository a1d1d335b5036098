import ArmatureModel

/// The derivation of a schema's attribute as a typed call: `derived(in: Bill.self) { $0.lines.sum(\.price) }`.
struct SwiftDerivation {
  /// The call without the dot.
  let text: String

  private static let aggregates: [FetchExpression.Aggregate: String] = [
    .sum: "sum", .average: "average", .minimum: "min", .maximum: "max",
  ]

  /// Returns `nil` if the value is not derived, or if its expression must be written as data.
  ///
  /// - Parameter types: The names of the entities' structs.
  init?(
    of attribute: AttributeDescription, in entity: EntityDescription, types: [String: String],
    _ split: SchemaSplit
  ) {
    guard let derivation = attribute.derivation, !Self.hasLaterCalls(attribute),
      let words = Self.words(derivation, of: attribute, in: entity, split)
    else { return nil }
    text = "derived(in: \(types[entity.name] ?? entity.name).self) { $0.\(words) }"
    // The call must fit into a line of its own, after four spaces and a dot.
    if text.count + 5 > SwiftLines.width { return nil }
  }

  /// Returns whether other calls follow, before which a formatter could break the line in several ways.
  private static func hasLaterCalls(_ attribute: AttributeDescription) -> Bool {
    attribute.key != nil && attribute.key != attribute.name || attribute.renamingIdentifier != nil
      || attribute.versionHashModifier != nil || !attribute.silenced.isEmpty
      || !attribute.userInfo.isEmpty
  }

  /// Returns the expression after `$0.`: an attribute, one of a related object, or an aggregate of related objects.
  private static func words(
    _ expression: FetchExpression, of attribute: AttributeDescription,
    in entity: EntityDescription, _ split: SchemaSplit
  ) -> String? {
    switch expression {
    case .keyPath(let path):
      guard path.level == 0, (1...2).contains(path.names.count), let last = path.names.last,
        let owner = path.names.count == 1
          ? entity : end(path.names[0], isToMany: false, in: entity, split),
        source(last, in: owner, split)?.type == attribute.type
      else { return nil }
      return path.names.map(SwiftNames.escaped).joined(separator: ".")
    case .aggregate(let aggregate, of: .keyPath(let path)):
      guard path.level == 0, attribute.type.isNumeric, let first = path.names.first,
        let end = end(first, isToMany: true, in: entity, split)
      else { return nil }
      let collection = SwiftNames.escaped(first)
      if aggregate == .count { return path.names.count == 1 ? "\(collection).count" : nil }
      guard let name = aggregates[aggregate], path.names.count == 2,
        source(path.names[1], in: end, split)?.type.isNumeric == true
      else { return nil }
      return "\(collection).\(name)(\\.\(SwiftNames.escaped(path.names[1])))"
    default: return nil
    }
  }

  /// Returns an attribute that an entity's own schema declares with a plain type.
  ///
  /// A derived attribute is left out, because it could be derived from the attribute in question. The compiler would
  /// then find a circular reference.
  private static func source(
    _ name: String, in entity: EntityDescription, _ split: SchemaSplit
  ) -> AttributeDescription? {
    guard split.reaches([name], of: entity.name),
      let attribute = entity.ownProperties.first(where: { $0.name == name })?.asAttribute,
      attribute.derivation == nil, attribute.type.cases == nil
    else { return nil }
    if case .composite = attribute.type.storage { return nil }
    return attribute
  }

  /// Returns the destination of a relationship that an entity's own schema declares.
  private static func end(
    _ name: String, isToMany: Bool, in entity: EntityDescription, _ split: SchemaSplit
  ) -> EntityDescription? {
    guard split.reaches([name], of: entity.name),
      let relationship = entity.ownProperties.first(where: { $0.name == name })?.asRelationship,
      relationship.isToMany == isToMany
    else { return nil }
    return split.entity(named: relationship.destination)
  }
}
