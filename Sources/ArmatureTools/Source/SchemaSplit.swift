import ArmatureModel

/// Which properties of a model its schemas declare, and which the bodies of their entities do, because the words of
/// schemas do not reach them.
struct SchemaSplit {
  /// A property, by its entity and its name.
  struct Place: Hashable {
    let entity, property: String
  }

  /// Why a schema does not declare a property.
  enum Reason {
    /// No property of a struct can be called so.
    case name
    /// The property of a schema has no word for the counts of a relationship to one object.
    case count
    /// The other end is declared where no key path leads.
    case inverse
  }

  private let model: ManagedObjectModel
  private(set) var reasons: [Place: Reason] = [:]
  /// The relationships that name their inverse; the other end of each is silent.
  private(set) var namers: Set<Place> = []

  /// - Parameter types: The names of the structs of the entities.
  /// - Complexity: O(*n*) in the size of the model.
  init(_ model: ManagedObjectModel, types: [String: String]) {
    self.model = model
    for entity in model.declarations {
      for property in entity.ownProperties {
        let place = Place(entity: entity.name, property: property.name)
        if case .fetched = property { continue }
        // A property that is called like its struct would hide that where the schema is made.
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

  /// The name of the inverse, whichever end declares it.
  func inverse(of relationship: RelationshipDescription, in entity: String) -> String? {
    model[entity]?.property(named: relationship.name)?.asRelationship?.inverse
  }

  /// Decides which end of a relationship names the other.
  private mutating func connect(_ relationship: RelationshipDescription, of entity: String) {
    let place = Place(entity: entity, property: relationship.name)
    guard reasons[place] == nil, let inverse = inverse(of: relationship, in: entity) else { return }
    guard let owner = owner(of: inverse, in: relationship.destination) else { return }
    let other = Place(entity: owner, property: inverse)
    // A body names it as text, and an end that was seen before may name this one.
    if reasons[other] != nil || namers.contains(other) { return }
    if owner == relationship.destination {
      namers.insert(place)
    } else if model[owner]?.property(named: inverse)?.asRelationship?.destination != entity {
      reasons[place] = .inverse
    }
  }

  /// The entity that declares a property which another has.
  private func owner(of property: String, in entity: String) -> String? {
    var current = model[entity]
    while let entity = current {
      if entity.ownProperties.contains(where: { $0.name == property }) { return entity.name }
      current = entity.parent.flatMap { model[$0] }
    }
    return nil
  }

  /// Whether a schema declares all of some properties of an entity, its own or inherited.
  func reaches(_ properties: [String], of entity: String) -> Bool {
    properties.allSatisfy { name in
      owner(of: name, in: entity).map { reasons[Place(entity: $0, property: name)] == nil } ?? false
    }
  }

  /// The properties that key paths of the schema of an entity reach, by name.
  func reached(of entity: String) -> [String: PropertyDescription] {
    let properties = (model[entity]?.properties ?? []).filter { property in
      if case .fetched = property { return false }
      return reaches([property.name], of: entity)
    }
    return Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
  }
}
