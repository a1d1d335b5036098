import ArmatureModel

/// The entities of a model as relationships reach them: one, and those that inherit from it.
///
/// Objects of a model have it without keeping the model alive.
final class EntityTree: Sendable {
  private let branches: [String: Branch]

  /// An entity with all that inherit from it, itself first.
  private struct Branch {
    var entities: [EntityDescription] = []
    /// The classes of their objects, each once, its own first.
    var classes: [any PropertyContainer.Type] = []

    mutating func add(_ entity: EntityDescription) {
      entities.append(entity)
      let type: any PropertyContainer.Type =
        entity.objectClass?.maker as? ManagedObject.Type ?? ManagedObject.self
      if !classes.contains(where: { $0 == type }) { classes.append(type) }
    }
  }

  init(_ entities: [EntityDescription]) {
    let parents = Dictionary(entities.map { ($0.name, $0.parent) }) { first, _ in first }
    var branches: [String: Branch] = [:]
    // Its own place is first, whatever the order of declaration.
    for entity in entities { branches[entity.name, default: Branch()].add(entity) }
    for entity in entities {
      var ancestor = entity.parent
      while let name = ancestor {
        branches[name]?.add(entity)
        ancestor = parents[name] ?? nil
      }
    }
    self.branches = branches
  }

  /// The entity of a name.
  func entity(named name: String) -> EntityDescription? { branches[name]?.entities.first }

  /// The first property of a name, of an entity or of one that inherits from it.
  func property(named name: String, of entityName: String) -> PropertyDescription? {
    for entity in branches[entityName]?.entities ?? [] {
      if let property = entity.property(named: name) { return property }
    }
    return nil
  }

  /// The names of the properties of an entity.
  func propertyNames(of entityName: String) -> [String] {
    branches[entityName]?.entities.first?.properties.map(\.name) ?? []
  }

  /// The class that the objects of an entity have, those of sub-entities at least.
  func objectClass(of entityName: String) -> any PropertyContainer.Type {
    branches[entityName]?.classes.first ?? ManagedObject.self
  }

  /// Whether some object of an entity may be of a class.
  func mayHave(_ type: any PropertyContainer.Type, _ entityName: String) -> Bool {
    guard type != ManagedObject.self, let branch = branches[entityName] else { return true }
    return branch.classes.contains { isClass($0, under: type) }
  }
}
