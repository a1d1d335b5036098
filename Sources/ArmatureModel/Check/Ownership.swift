/// Completes the declarations of relationships that own their objects.
///
/// An owning relationship gets the delete rule cascade and an inverse, and the inverse is marked. If the objects of an
/// entity can have only one kind of owner, the relationship to it becomes required. Otherwise validation counts the
/// owners of each object.
struct Ownership {
  private var entities: [EntityDescription]
  private let positions: [String: Int]

  /// Returns declarations with completed ownership. Completed declarations do not change again.
  static func completing(_ entities: [EntityDescription]) -> [EntityDescription] {
    let owns = entities.contains { entity in
      entity.ownProperties.contains { $0.asRelationship?.isOwned == true }
    }
    if !owns { return entities }
    var ownership = Ownership(entities)
    ownership.complete()
    return ownership.entities
  }

  private init(_ entities: [EntityDescription]) {
    self.entities = entities
    positions = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func complete() {
    /// The relationships to owners, by the topmost entity of the parts; `nil` for one whose declaration has an issue.
    var ways: [Int: [ModelDraft.PropertyPosition?]] = [:]
    for owner in entities.indices {
      for index in entities[owner].ownProperties.indices {
        guard case .relationship(var relationship) = entities[owner].ownProperties[index],
          relationship.isOwned
        else { continue }
        if relationship.deleteRule == .nullify { relationship.deleteRule = .cascade }
        entities[owner].ownProperties[index] = .relationship(relationship)
        guard let part = positions[relationship.destination] else { continue }
        let way = inverse(of: relationship, entities[owner], part)
        if let way { addConstraint(of: relationship, way) }
        ways[lineage(of: part).last ?? part, default: []].append(way)
      }
    }
    for ways in ways.values {
      for way in ways {
        guard let way,
          case .relationship(var inverse) = entities[way.entity].ownProperties[way.property],
          inverse.arity == .toOne
        else { continue }
        inverse.leadsToOwner = true
        if ways.count == 1 { (inverse.isOptional, inverse.isExpected) = (false, false) }
        entities[way.entity].ownProperties[way.property] = .relationship(inverse)
      }
    }
  }

  /// Requires that the parts of one owner have different keys.
  private mutating func addConstraint(
    of relationship: RelationshipDescription, _ inverse: ModelDraft.PropertyPosition
  ) {
    guard let key = relationship.mapKey, let part = positions[relationship.destination],
      find(in: lineage(of: part), where: { $0.name == key }) != nil
    else { return }
    let name = entities[inverse.entity].ownProperties[inverse.property].name
    let names = [name, key]
    if entities[part].uniquenessConstraints.contains(where: { $0.properties == names }) { return }
    entities[part].uniquenessConstraints.append(
      UniquenessConstraint(names, site: relationship.site))
  }

  /// Returns the inverse of an owning relationship, and adds one if it has none. Returns `nil` if its declaration has an
  /// issue.
  private mutating func inverse(
    of relationship: RelationshipDescription, _ owner: EntityDescription, _ part: Int
  ) -> ModelDraft.PropertyPosition? {
    let lineage = lineage(of: part)
    if let name = relationship.inverse {
      return find(in: lineage) { $0.name == name && $0.asRelationship != nil }
    }
    let declared = find(in: lineage) {
      $0.asRelationship.map { $0.inverse == relationship.name && $0.destination == owner.name }
        ?? false
    }
    if let declared { return declared }
    let name = Self.inverseName(of: relationship.name, in: owner.name)
    if find(in: lineage, where: { $0.name == name }) != nil { return nil }
    var inverse = RelationshipDescription(
      name, to: owner.name, inverse: relationship.name, site: relationship.site)
    let formerName = Self.inverseName(
      of: relationship.renamingIdentifier ?? relationship.name,
      in: owner.renamingIdentifier ?? owner.name)
    if formerName != name { inverse.renamingIdentifier = formerName }
    entities[part].ownProperties.append(.relationship(inverse))
    return ModelDraft.PropertyPosition(
      entity: part, property: entities[part].ownProperties.count - 1)
  }

  /// Returns the name of an inverse that is added: `orderOfLines` for the relationship `lines` of `Order`.
  static func inverseName(of relationship: String, in entity: String) -> String {
    entity.prefix(1).lowercased() + entity.dropFirst() + "Of" + relationship.prefix(1).uppercased()
      + relationship.dropFirst()
  }

  /// Returns an entity and its ancestors, from the bottom up.
  private func lineage(of entity: Int) -> [Int] {
    var lineage = [entity]
    while let last = lineage.last, let parent = entities[last].parent.flatMap({ positions[$0] }),
      !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    return lineage
  }

  private func find(
    in lineage: [Int], where matches: (PropertyDescription) -> Bool
  ) -> ModelDraft.PropertyPosition? {
    for entity in lineage {
      if let index = entities[entity].ownProperties.firstIndex(where: matches) {
        return ModelDraft.PropertyPosition(entity: entity, property: index)
      }
    }
    return nil
  }
}
