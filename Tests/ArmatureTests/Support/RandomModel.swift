import ArmatureModel
import TestSupport

@testable import Armature

/// Models with every shape of relationship, by chance.
enum RandomModel {
  /// Three or four entities, one of which may inherit from another, with links between them.
  ///
  /// Each entity has the attributes `n`, an optional integer, and `t`, optional text, which is unique
  /// in some. Objects are of a class, if there is one.
  static func make<Object: ManagedObject>(
    _ random: inout SplitMix64, of type: Object.Type = ManagedObject.self
  ) throws -> ManagedObjectModel {
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
    if type != ManagedObject.self {
      for index in 0..<3 { entities[index].bind(type) }
    }
    return try ManagedObjectModel("Random", entities: entities)
  }

  private static func addLink(
    _ index: Int, to entities: inout [EntityDescription], _ random: inout SplitMix64
  ) {
    let (from, to) = (random.below(entities.count), random.below(entities.count))
    let (there, back) = ("r\(index)", "s\(index)")
    switch random.below(8) {
    case 0:
      // One way: nothing leads back.
      entities[from].ownProperties.append(
        .relationship(
          RelationshipDescription(
            there, to: entities[to].name, random.pick([.toOne, .toMany, .ordered]))))
    case 1:
      // Its own inverse, from an entity to itself.
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

  private static func deleteRule(_ random: inout SplitMix64) -> DeleteRule {
    random.pick([.nullify, .nullify, .nullify, .cascade, .cascade, .deny, .deny, .noAction])
  }
}
