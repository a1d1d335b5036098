import Armature

/// The plan for objects of an entity: a sampler for each attribute, and the required links.
final class EntityPlan {
  let entity: EntityDescription
  let attributes: [AttributePlan]
  let relationships: [RelationshipPlan]
  /// The uniqueness constraints, each with the declaring entity. All its objects share the constraint.
  let constraints: [Constraint]

  /// Returns the objects that a relationship of an object may lead to.
  typealias LinkProvider = (ManagedObject) throws -> [ManagedObject]?

  /// The plan for an attribute; a class, because it is passed for each value.
  final class AttributePlan {
    let description: AttributeDescription
    /// The sampler for the unconditional rules.
    let usual: ValueSampler
    /// The sampler for all rules, including conditional ones.
    let strict: ValueSampler
    /// The sampler that ignores rules.
    private(set) lazy var free = ValueSampler(description, rules: [])
    /// Whether the attribute is always required.
    let isRequired: Bool
    /// The index of the constraint that makes the attribute unique alone.
    let constraint: Int?
    let name: String

    init(
      _ description: AttributeDescription, supplied: [AttributeValue], constraint: Int?,
      filter: ValueSampler.Filter?
    ) {
      let always = description.rules.filter { $0.condition == nil }
      self.description = description
      usual = ValueSampler(description, rules: always, supplied: supplied, filter: filter)
      strict =
        always.count == description.rules.count
        ? usual
        : ValueSampler(description, rules: description.rules, supplied: supplied, filter: filter)
      isRequired =
        !description.isOptional || always.contains { $0.requirement == .required }
        || filter?(description, .null) == false
      self.constraint = constraint
      name = description.name
    }
  }

  /// The plan for a relationship, with the numbers of its objects.
  struct RelationshipPlan {
    let description: RelationshipDescription
    /// The inverse of the relationship.
    let inverse: RelationshipDescription?
    /// Whether the destination is the relationship's own entity or an ancestor.
    let isOfOwnKind: Bool
    let counts: LinkCounts
    /// The numbers of objects allowed for the inverse.
    let inverseCounts: LinkCounts?
    /// Supplies the objects for links, in place of objects in the context.
    let provider: LinkProvider?

    /// Returns the supplied objects for an object's link; `nil` without supplied objects.
    func supplied(to object: ManagedObject) throws -> [ManagedObject]? {
      guard let found = try provider?(object), !found.isEmpty else { return nil }
      return found
    }

    var name: String { description.name }
  }

  /// Properties with unique values within an entity.
  struct Constraint: Hashable {
    let entity: String
    let properties: [String]
  }

  init(
    _ entity: EntityDescription, in model: ManagedObjectModel,
    supplied: [String: [AttributeValue]], links: [String: LinkProvider],
    filter: ValueSampler.Filter?
  ) {
    self.entity = entity
    var constraints = entity.uniquenessConstraints.map { constraint in
      Constraint(
        entity: model.ancestor(of: entity) { $0.uniquenessConstraints.contains(constraint) },
        properties: constraint.properties)
    }
    for attribute in entity.attributes where attribute.isIdentifying {
      if constraints.contains(where: { $0.properties == [attribute.name] }) { continue }
      let owner = model.ancestor(of: entity) { $0.property(named: attribute.name) != nil }
      constraints.append(Constraint(entity: owner, properties: [attribute.name]))
    }
    self.constraints = constraints
    attributes = entity.attributes.filter { $0.derivation == nil }.map { attribute in
      AttributePlan(
        attribute, supplied: supplied["\(entity.name).\(attribute.name)"] ?? [],
        constraint: constraints.firstIndex { $0.properties == [attribute.name] }, filter: filter)
    }
    relationships = entity.relationships.map { relationship in
      let destination = model[relationship.destination]
      let inverse = relationship.inverse.flatMap { destination?.property(named: $0) }?
        .asRelationship
      return RelationshipPlan(
        description: relationship, inverse: inverse,
        isOfOwnKind: model.entity(entity.name, isKindOf: relationship.destination),
        counts: LinkCounts(relationship, entity.rules),
        inverseCounts: inverse.map { LinkCounts($0, destination?.rules ?? []) },
        provider: links["\(entity.name).\(relationship.name)"])
    }
  }

  func attribute(named name: String) -> AttributePlan? { attributes.first { $0.name == name } }

  func relationship(named name: String) -> RelationshipPlan? {
    relationships.first { $0.name == name }
  }
}

extension ManagedObjectModel {
  /// Returns the outermost of an entity and its ancestors that satisfies a condition.
  fileprivate func ancestor(
    of entity: EntityDescription, where holds: (EntityDescription) -> Bool
  ) -> String {
    var found = entity.name
    var current: EntityDescription? = entity
    while let entity = current {
      if holds(entity) { found = entity.name }
      current = entity.parent.flatMap { self[$0] }
    }
    return found
  }
}
