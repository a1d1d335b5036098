package import ArmatureModel

/// Random entities with every shape of relationship.
package enum RandomGraphModel {
  /// Returns three or four linked entities; one may inherit from another.
  ///
  /// Each entity has the attributes `n`, an optional integer, and `t`, an optional text, which is sometimes unique.
  package static func entities(_ random: inout some RandomNumberGenerator) -> [EntityDescription] {
    var entities = (0..<3).map { index in
      EntityDescription(
        "E\(index)",
        properties: [
          .attribute(AttributeDescription("n", .int64, isOptional: true)),
          .attribute(AttributeDescription("t", .string, isOptional: true)),
        ])
    }
    if random.oneIn(2) { entities.append(EntityDescription("E3", parent: "E\(random.below(3))")) }
    for index in 0..<(2 + random.below(4)) { addLink(index, to: &entities, &random) }
    if random.oneIn(2) { entities[0].uniquenessConstraints.append(UniquenessConstraint(["t"])) }
    let toOne = entities[1].ownProperties.compactMap(\.asRelationship).first { !$0.isToMany }
    if let toOne, random.oneIn(3) {
      entities[1].uniquenessConstraints.append(UniquenessConstraint(["n", toOne.name]))
    }
    return entities
  }

  private static func addLink(
    _ index: Int, to entities: inout [EntityDescription], _ random: inout some RandomNumberGenerator
  ) {
    let (from, to) = (random.below(entities.count), random.below(entities.count))
    let (there, back) = ("r\(index)", "s\(index)")
    switch random.below(8) {
    case 0:
      // One way, without an inverse.
      entities[from].ownProperties.append(
        .relationship(
          RelationshipDescription(
            there, to: entities[to].name, random.pick([.toOne, .toMany, .ordered]))))
    case 1:
      // Its own inverse, within one entity.
      entities[from].ownProperties.append(
        .relationship(
          RelationshipDescription(
            there, to: entities[from].name, random.pick([.toOne, .toMany, .ordered]),
            inverse: there, onDelete: deleteRule(&random))))
    default:
      let (source, destination) = (entities[from].name, entities[to].name)
      entities[from].ownProperties.append(
        .relationship(
          RelationshipDescription(
            there, to: destination, random.pick([.toOne, .toMany, .ordered]), inverse: back,
            onDelete: deleteRule(&random))))
      entities[to].ownProperties.append(
        .relationship(
          RelationshipDescription(
            back, to: source, random.pick([.toOne, .toMany, .ordered]), inverse: there,
            onDelete: deleteRule(&random))))
    }
  }

  private static func deleteRule(_ random: inout some RandomNumberGenerator) -> DeleteRule {
    random.pick([.nullify, .nullify, .nullify, .cascade, .cascade, .deny, .deny, .noAction])
  }
}
