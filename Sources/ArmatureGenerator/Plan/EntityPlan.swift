import Armature

/// How objects of one entity are made: what samples each attribute, and which links they need.
final class EntityPlan {
  let entity: EntityDescription
  let attributes: [AttributePlan]
  let relationships: [RelationshipPlan]
  /// The constraints of uniqueness, each with the entity that declares it and whose objects share it.
  let constraints: [Constraint]

  /// The objects that a relationship of an object may lead to.
  typealias LinkSupply = (ManagedObject) throws -> [ManagedObject]?

  /// An attribute that objects get values for; a class, since it is passed on for each value.
  final class AttributePlan {
    let description: AttributeDescription
    /// Makes values by the rules that always apply.
    let usual: ValueSampler
    /// Makes values by all rules, those under a condition included.
    let strict: ValueSampler
    /// Makes values by no rule.
    private(set) lazy var free = ValueSampler(description, rules: [])
    /// Whether the attribute must always have a value.
    let isRequired: Bool
    /// The position of the constraint that makes the attribute unique by itself.
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

  /// A relationship, and how many objects it must lead to.
  struct RelationshipPlan {
    let description: RelationshipDescription
    /// The relationship that leads back.
    let inverse: RelationshipDescription?
    /// Whether it leads to objects of its own entity, or of one that this inherits from.
    let isOfOwnKind: Bool
    let counts: LinkCounts
    /// How many objects the inverse may lead to.
    let inverseCounts: LinkCounts?
    /// Gives the objects that links may lead to, in place of those in the context.
    let supply: LinkSupply?

    /// The objects that links of an object may lead to; `nil` if the user has given none.
    func supplied(to object: ManagedObject) throws -> [ManagedObject]? {
      guard let found = try supply?(object), !found.isEmpty else { return nil }
      return found
    }

    var name: String { description.name }
  }

  /// Properties in which objects of an entity differ.
  struct Constraint: Hashable {
    let entity: String
    let properties: [String]
  }

  init(
    _ entity: EntityDescription, in model: ManagedObjectModel,
    supplied: [String: [AttributeValue]], links: [String: LinkSupply],
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
        supply: links["\(entity.name).\(relationship.name)"])
    }
  }

  func attribute(named name: String) -> AttributePlan? { attributes.first { $0.name == name } }

  func relationship(named name: String) -> RelationshipPlan? {
    relationships.first { $0.name == name }
  }
}

extension ManagedObjectModel {
  /// The outermost of an entity and its ancestors for which something holds.
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

  /// The entities that can have objects, among an entity and those that inherit from it.
  func concreteEntities(under name: String) -> [String] {
    entities.filter { !$0.isAbstract && entity($0.name, isKindOf: name) }.map(\.name)
  }
}
