import Armature
import Testing

/// A model of owners and their parts, by how these are linked and what becomes of them.
struct PartsModel: Sendable, CustomTestStringConvertible {
  /// How owners lead to parts, and parts back.
  enum Shape: String, CaseIterable, Sendable { case toMany, ordered, manyToMany, oneWay, toOne }

  let shape: Shape
  let rule: DeleteRule
  /// Whether a part needs an owner.
  let isRequired: Bool

  /// Every shape with every rule that does something to parts.
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
    // Parents of both have a table that other entities share.
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

  /// Gives an owner a part.
  func add(_ part: ManagedObject, to owner: ManagedObject) throws {
    switch shape {
    case .toOne, .toMany, .ordered: part.owner = owner
    case .manyToMany, .oneWay: try owner.insert(part, into: "parts")
    }
  }

  /// Takes a part from its owner.
  func remove(_ part: ManagedObject, from owner: ManagedObject) throws {
    switch shape {
    case .toOne, .toMany, .ordered: part.owner = ManagedObject?.none
    case .manyToMany, .oneWay: try owner.remove(part, from: "parts")
    }
  }
}
