import ArmatureModel

/// Which side of a relationship writes it to JSON, and how: each link is written once.
struct LinkPlacement {
  /// How a relationship is written.
  enum Link {
    /// Not at all: the other side writes it.
    case omitted
    /// As the values that identify the objects at its end.
    case identifiers
    /// As the records of the objects at its end.
    case nested
    /// As the numbers of the records of the objects at its end, since nothing identifies the objects at
    /// either end.
    case numbers
  }

  private let model: ManagedObjectModel
  /// The relationship by which objects of an entity are parts of others, by position.
  private let owners: [String?]

  init(_ model: ManagedObjectModel) {
    self.model = model
    owners = Self.owners(in: model)
  }

  /// The positions of an entity and of those that inherit from it.
  func branch(of name: String) -> [Int] {
    model.entities.indices.filter { model.entity(model.entities[$0].name, isKindOf: name) }
  }

  /// The relationship by which objects of an entity are parts of others.
  func owner(ofEntityAt position: Int) -> String? { owners[position] }

  /// For each entity, the to-one relationship that leads to the objects which its objects are parts of.
  ///
  /// It is the first whose inverse cascades, provided that no object which may have the relationship has
  /// an identity by which others could name it. Entities that are parts of each other in a cycle, or of
  /// those that inherit from them, are parts of nothing.
  private static func owners(in model: ManagedObjectModel) -> [String?] {
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

  /// How a relationship of an entity is written.
  ///
  /// Both sides must come to one answer: so both look at the entities that the two relationships lead to,
  /// and not at those that inherit from them.
  func link(of relationship: RelationshipDescription, _ entity: EntityDescription) -> Link {
    guard !relationship.isTransient, let destination = model[relationship.destination] else {
      return .omitted
    }
    let back = relationship.inverse.flatMap { destination.property(named: $0)?.asRelationship }
    if let back, owner(of: destination) == back.name { return .nested }
    if owner(of: entity) == relationship.name { return .omitted }
    let entity = back.flatMap { model[$0.destination] } ?? entity
    let isNamed = Self.hasIdentity(destination)
    let written = isNamed ? Link.identifiers : .numbers
    guard let back else { return written }
    // An order exists on its own side only, so that side writes the link.
    if relationship.arity == .ordered { return written }
    if back.arity == .ordered { return .omitted }
    if isNamed != Self.hasIdentity(entity) { return isNamed ? .identifiers : .omitted }
    if relationship.isToMany != back.isToMany { return relationship.isToMany ? .omitted : written }
    return isFirst(entity.name, relationship, destination.name, back) ? written : .omitted
  }

  /// For each entity, by position, whether its records have numbers that links may lead to.
  func numbered() -> [Bool] {
    let destinations = model.entities.flatMap { entity in
      entity.relationships.filter { link(of: $0, entity) == .numbers }.map(\.destination)
    }
    return model.entities.map { entity in
      destinations.contains { model.entity(entity.name, isKindOf: $0) }
    }
  }

  /// How a part that is written apart names the object that it is a part of.
  func linkToOwner(_ relationship: RelationshipDescription) -> Link {
    model[relationship.destination].map(Self.hasIdentity) == true ? .identifiers : .numbers
  }

  private func owner(of entity: EntityDescription) -> String? {
    model.storage.index[entity.name].flatMap { owners[$0] }
  }

  private func isFirst(
    _ entity: String, _ relationship: RelationshipDescription, _ other: String,
    _ back: RelationshipDescription
  ) -> Bool {
    let places = (model.storage.index[entity] ?? 0, model.storage.index[other] ?? 0)
    return places.0 == places.1 ? relationship.name <= back.name : places.0 < places.1
  }
}
