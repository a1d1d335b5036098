import ArmatureModel

/// Decides which side of a relationship writes its links to JSON, and how: each link is written once.
struct LinkPlacement {
  /// The written form of a relationship.
  enum Link {
    /// Not written: the other side writes the links.
    case omitted
    /// The identifying values of the related objects.
    case identifiers
    /// The records of the related objects, nested.
    case nested
    /// The record numbers of the related objects, if the objects on neither side have an identity.
    case numbers
  }

  private let model: ManagedObjectModel
  /// The relationships from a part to its owner, by the position of the part's entity.
  private let owners: [[String]]

  /// - Parameter nestsOwned: True to nest all objects of owning relationships, to any depth. The file of a store must
  ///   not be too deep to be read again.
  init(_ model: ManagedObjectModel, nestsOwned: Bool = true) {
    self.model = model
    owners = zip(model.entities, Self.cascadingOwners(in: model)).map { entity, cascading in
      let owning = entity.relationships.filter(\.leadsToOwner).map(\.name)
      return nestsOwned && !owning.isEmpty ? owning : cascading.map { [$0] } ?? []
    }
  }

  /// Returns the relationships from objects of an entity to their owners. Each object uses one of them at most.
  func owners(ofEntityAt position: Int) -> [String] { owners[position] }

  /// Returns a relationship from the objects of each entity to their owners.
  ///
  /// This is the entity's first to-one relationship whose inverse has the delete rule cascade, provided that its
  /// objects have no identity. If parts own each other in a cycle, their entities and sub-entities have no owner.
  private static func cascadingOwners(in model: ManagedObjectModel) -> [String?] {
    let owners = model.entities.map { entity in
      entity.relationships.first { relationship in
        guard relationship.arity == .toOne, let inverse = relationship.inverse,
          let back = model[relationship.destination]?.property(named: inverse)?.asRelationship
        else { return false }
        return back.deleteRule == .cascade
          && model.entities.allSatisfy {
            !hasIdentity($0) || !model.entity($0.name, isKindOf: back.destination)
          }
      }
    }
    let owner = Dictionary(
      uniqueKeysWithValues: zip(model.entities.map(\.name), owners.map { $0?.destination }))
    return zip(model.entities, owners).map { entity, relationship in
      var place = relationship?.destination
      for _ in model.entities {
        guard let name = place else { break }
        if model.entity(entity.name, isKindOf: name) || model.entity(name, isKindOf: entity.name) {
          return nil
        }
        place = owner[name] ?? nil
      }
      return relationship?.name
    }
  }

  private static func hasIdentity(_ entity: EntityDescription) -> Bool {
    entity.identifyingAttributes.count == 1
  }

  /// Returns the form of a relationship of an entity.
  ///
  /// Both sides must agree, so both use the entities that declare the relationships, and not their sub-entities.
  func link(of relationship: RelationshipDescription, _ entity: EntityDescription) -> Link {
    guard !relationship.isTransient, let destination = model[relationship.destination] else {
      return .omitted
    }
    let back = relationship.inverse.flatMap { destination.property(named: $0)?.asRelationship }
    if let back, owners(of: destination).contains(back.name) { return .nested }
    if owners(of: entity).contains(relationship.name) { return .omitted }
    let entity = back.flatMap { model[$0.destination] } ?? entity
    let isNamed = Self.hasIdentity(destination)
    let written = isNamed ? Link.identifiers : .numbers
    guard let back else { return written }
    // An order exists on one side only, so that side writes the links.
    if relationship.arity == .ordered { return written }
    if back.arity == .ordered { return .omitted }
    if isNamed != Self.hasIdentity(entity) { return isNamed ? .identifiers : .omitted }
    if relationship.isToMany != back.isToMany { return relationship.isToMany ? .omitted : written }
    return isFirst(entity.name, relationship, destination.name, back) ? written : .omitted
  }

  /// Returns for each entity, by position, whether its records have numbers for links.
  func numbered() -> [Bool] {
    let destinations = model.entities.flatMap { entity in
      entity.relationships.filter { link(of: $0, entity) == .numbers }.map(\.destination)
    }
    return model.entities.map { entity in
      destinations.contains { model.entity(entity.name, isKindOf: $0) }
    }
  }

  /// Returns the form of a part's link to its owner, if the part is written separately.
  func linkToOwner(_ relationship: RelationshipDescription) -> Link {
    model[relationship.destination].map(Self.hasIdentity) == true ? .identifiers : .numbers
  }

  private func owners(of entity: EntityDescription) -> [String] {
    model.storage.index[entity.name].map { owners[$0] } ?? []
  }

  private func isFirst(
    _ entity: String, _ relationship: RelationshipDescription, _ other: String,
    _ back: RelationshipDescription
  ) -> Bool {
    let places = (model.storage.index[entity] ?? 0, model.storage.index[other] ?? 0)
    return places.0 == places.1 ? relationship.name <= back.name : places.0 < places.1
  }
}
