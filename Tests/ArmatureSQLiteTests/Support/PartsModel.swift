import Armature
import Testing

/// A model of owners and their parts, for a shape of links and a delete rule.
struct PartsModel: Sendable, CustomTestStringConvertible {
  /// The links between owners and parts.
  enum Shape: String, CaseIterable, Sendable { case toMany, ordered, manyToMany, oneWay, toOne }

  let shape: Shape
  let rule: DeleteRule
  /// Whether a part requires an owner.
  let isRequired: Bool

  /// Every shape with every rule that affects parts.
  static let all: [PartsModel] = Shape.allCases.flatMap { shape in
    let rules: [DeleteRule] = shape == .oneWay ? [.deny, .cascade] : [.deny, .cascade, .nullify]
    return rules.flatMap { rule in
      (shape == .oneWay ? [false] : [false, true]).map {
        PartsModel(shape: shape, rule: rule, isRequired: $0)
      }
    }
  }

  var testDescription: String { "\(shape) \(rule)\(isRequired ? " required" : "")" }

  /// Whether a deletion must not leave parts behind unnoticed.
  var isGuarded: Bool { rule != .nullify || isRequired }

  func model() throws -> ManagedObjectModel {
    let arity: RelationshipDescription.Arity =
      switch shape {
      case .toOne: .toOne
      case .ordered: .ordered
      default: .toMany
      }
    // The parents of both have a table that other entities share.
    var entities = [
      EntityDescription(
        "Thing", isAbstract: true,
        properties: [
          .attribute(AttributeDescription("name", .string, isOptional: true))
        ]),
      EntityDescription(
        "Owner", parent: "Thing",
        properties: [
          .relationship(
            RelationshipDescription(
              "parts", to: "Part", arity, inverse: shape == .oneWay ? nil : "owner", onDelete: rule)
          )
        ]),
      EntityDescription("Rich", parent: "Owner", properties: []),
    ]
    let back = RelationshipDescription(
      "owner", to: "Owner", shape == .manyToMany ? .toMany : .toOne, inverse: "parts",
      isOptional: !isRequired)
    entities.append(
      EntityDescription(
        "Part", parent: "Thing", properties: shape == .oneWay ? [] : [.relationship(back)]))
    return try ManagedObjectModel("Parts", entities: entities)
  }

  /// Adds a part to an owner.
  func add(_ part: ManagedObject, to owner: ManagedObject) throws {
    switch shape {
    case .toOne, .toMany, .ordered: part.owner = owner
    case .manyToMany, .oneWay: try owner.insert(part, into: "parts")
    }
  }

  /// Removes a part from its owner.
  func remove(_ part: ManagedObject, from owner: ManagedObject) throws {
    switch shape {
    case .toOne, .toMany, .ordered: part.owner = ManagedObject?.none
    case .manyToMany, .oneWay: try owner.remove(part, from: "parts")
    }
  }
}
