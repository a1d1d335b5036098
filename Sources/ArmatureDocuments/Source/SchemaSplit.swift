import ArmatureModel

/// A division of a model's properties between typed schemas and the bodies of their entities. The bodies declare the
/// properties that schemas cannot express.
struct SchemaSplit {
  /// A property, identified by entity and name.
  struct Place: Hashable {
    let entity, property: String
  }

  /// The reason why a schema does not declare a property.
  enum Reason {
    /// The name cannot be a property of a struct.
    case name
    /// Schemas do not support counts of to-one relationships.
    case count
    /// No key path leads to the inverse.
    case inverse
  }

  private let model: ManagedObjectModel
  private(set) var reasons: [Place: Reason] = [:]
  /// The relationships that name their inverse; the other end stays silent.
  private(set) var namers: Set<Place> = []

  /// - Parameter types: The names of the entities' structs.
  /// - Complexity: O(*n*) in the size of the model.
  init(_ model: ManagedObjectModel, types: [String: String]) {
    self.model = model
    for entity in model.declarations {
      for property in entity.ownProperties {
        let place = Place(entity: entity.name, property: property.name)
        if case .fetched = property { continue }
        // A property named like its struct would hide the struct where the schema is created.
        if !SwiftNames.canBeLabel(property.name) || property.name == types[entity.name] {
          reasons[place] = .name
        } else if let relationship = property.asRelationship,
          !SwiftRelationship.hasWords(for: relationship)
        {
          reasons[place] = .count
        }
      }
    }
    for entity in model.declarations {
      for relationship in entity.ownProperties.compactMap(\.asRelationship) {
        connect(relationship, of: entity.name)
      }
    }
  }

  /// Returns an entity of the model.
  func entity(named name: String) -> EntityDescription? { model[name] }

  /// Returns the inverse's name, whichever end declares it.
  func inverse(of relationship: RelationshipDescription, in entity: String) -> String? {
    model[entity]?.property(named: relationship.name)?.asRelationship?.inverse
  }

  /// Decides which end of a relationship names the other.
  private mutating func connect(_ relationship: RelationshipDescription, of entity: String) {
    let place = Place(entity: entity, property: relationship.name)
    guard reasons[place] == nil, let inverse = inverse(of: relationship, in: entity) else { return }
    guard let owner = owner(of: inverse, in: relationship.destination),
      isDeclared(inverse, in: owner)
    else { return }
    let other = Place(entity: owner, property: inverse)
    // A body already names the inverse as text, or the other end already names this one.
    if reasons[other] != nil || namers.contains(other) { return }
    if owner == relationship.destination {
      namers.insert(place)
    } else if model[owner]?.property(named: inverse)?.asRelationship?.destination != entity {
      reasons[place] = .inverse
    }
  }

  /// Returns whether an entity declares a property. The model itself adds the inverses of owning relationships.
  private func isDeclared(_ property: String, in entity: String) -> Bool {
    model.declarations.first { $0.name == entity }?.ownProperties
      .contains { $0.name == property } ?? false
  }

  /// Returns the entity that declares a property.
  private func owner(of property: String, in entity: String) -> String? {
    var current = model[entity]
    while let entity = current {
      if entity.ownProperties.contains(where: { $0.name == property }) { return entity.name }
      current = entity.parent.flatMap { model[$0] }
    }
    return nil
  }

  /// Returns whether schemas declare all given properties of an entity, including inherited ones.
  func reaches(_ properties: [String], of entity: String) -> Bool {
    properties.allSatisfy { name in
      owner(of: name, in: entity).map { reasons[Place(entity: $0, property: name)] == nil } ?? false
    }
  }

  /// Returns the properties that key paths of an entity's schema reach, by name.
  func reached(of entity: String) -> [String: PropertyDescription] {
    let properties = (model[entity]?.properties ?? []).filter { property in
      if case .fetched = property { return false }
      return reaches([property.name], of: entity)
    }
    return Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
  }
}
