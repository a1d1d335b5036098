import ArmatureModel

/// A random model for contexts that conflict: relationships of every arity with an inverse, required ones, every delete
/// rule that keeps links consistent, and unique values.
enum ContextTreeModel {
  static func make(_ random: inout some RandomNumberGenerator) throws -> ManagedObjectModel {
    var entities = ["A", "B", "C"].map { name in
      EntityDescription(
        name,
        properties: [
          .attribute(AttributeDescription("n", .int64, isOptional: true)),
          .attribute(AttributeDescription("t", .string, isOptional: true)),
        ])
    }
    if random.oneIn(2) { entities.append(EntityDescription("D", parent: "A")) }
    for index in 0..<(1 + random.below(4)) { addLink(index, to: &entities, &random) }
    if random.oneIn(3) {
      entities[random.below(3)].uniquenessConstraints.append(UniquenessConstraint(["t"]))
    }
    return try ManagedObjectModel("ContextTree", entities: entities)
  }

  private static func addLink(
    _ index: Int, to entities: inout [EntityDescription], _ random: inout some RandomNumberGenerator
  ) {
    let (from, to) = (random.below(entities.count), random.below(entities.count))
    let (source, destination) = (entities[from].name, entities[to].name)
    let arities: [RelationshipDescription.Arity] = [.toOne, .toMany, .ordered]
    if from == to, random.oneIn(4) {
      entities[from].ownProperties.append(
        link("r\(index)", source, random.pick(arities), "r\(index)", &random))
      return
    }
    entities[from].ownProperties.append(
      link("r\(index)", destination, random.pick(arities), "s\(index)", &random))
    entities[to].ownProperties.append(
      link("s\(index)", source, random.pick(arities), "r\(index)", &random))
  }

  private static func link(
    _ name: String, _ destination: String, _ arity: RelationshipDescription.Arity,
    _ inverse: String, _ random: inout some RandomNumberGenerator
  ) -> PropertyDescription {
    let rule: DeleteRule = random.pick([.nullify, .nullify, .nullify, .cascade, .deny])
    // Two that require each other could only be inserted together.
    let isRequired = arity == .toOne && name.hasPrefix("s") && random.oneIn(3)
    return .relationship(
      RelationshipDescription(
        name, to: destination, arity, inverse: inverse, onDelete: rule, isOptional: !isRequired))
  }
}

extension ManagedObjectModel {
  /// A description of the model, for the trace of a case.
  var lines: [String] {
    entities.map { entity in
      let links = entity.ownProperties.compactMap(\.asRelationship).map { link in
        "\(link.name) -> \(link.destination) \(link.arity) inverse \(link.inverse ?? "none") "
          + "\(link.deleteRule)\(link.isOptional ? "" : " required")"
      }
      let unique = entity.uniquenessConstraints.map { "unique \($0.properties)" }
      let parent = entity.parent.map { ": \($0)" } ?? ""
      return "\(entity.name)\(parent) {\((links + unique).joined(separator: "; "))}"
    }
  }
}
