import ArmatureModel
import TestSupport

/// A model with entities and properties that are renamed version by version.
///
/// If names are swapped, an earlier name is unambiguous only if it is the first one.
struct RenamedModel {
  private var random: SplitMix64
  /// The names in the last version, by the first names of entities and properties, which are unique.
  private var names: [String: String] = [:]
  private let first: [EntityDescription]
  private let swaps: Bool

  /// The earlier names that a version declares.
  enum EarlierNames {
    /// The name in the first version.
    case first
    /// The name in the previous version.
    case previous
  }

  init(seed: UInt64, swaps: Bool) {
    random = SplitMix64(seed: seed)
    self.swaps = swaps
    // Rules, constraints and indexes refer to names, which is tested elsewhere.
    first = RandomModel(seed: seed).entities.map { entity in
      EntityDescription(
        entity.name, isAbstract: entity.isAbstract, parent: entity.parent,
        properties: entity.ownProperties)
    }
    for entity in first {
      names[entity.name] = entity.name
      for property in entity.ownProperties { names[property.name] = property.name }
    }
  }

  /// Returns the first version with its original names.
  func start() throws -> ManagedObjectModel { try ManagedObjectModel("Random", entities: first) }

  /// Returns the next version with some new and some swapped names; once for each kind of earlier names.
  mutating func next(_ version: Int) throws -> [EarlierNames: ManagedObjectModel] {
    let former = names
    for name in names.keys.sorted() where Int.random(in: 0..<4, using: &random) == 0 {
      names[name] = "n\(version)\(name)"
    }
    for entity in first where swaps && Bool.random(using: &random) {
      let own = entity.ownProperties.map(\.name).shuffled(using: &random)
      // Nothing gets its first name back: this would not need an earlier name, and is tested elsewhere.
      guard own.count > 1, names[own[0]] != own[1], names[own[1]] != own[0] else { continue }
      (names[own[0]], names[own[1]]) = (names[own[1]], names[own[0]])
    }
    return [
      .first: try model { $0 },
      .previous: try model { former[$0] ?? $0 },
    ]
  }

  private func model(_ earlier: (String) -> String) throws -> ManagedObjectModel {
    func name(_ first: String) -> String { names[first] ?? first }
    func identifier(_ first: String) -> String? {
      earlier(first) == name(first) ? nil : earlier(first)
    }
    let entities = first.map { entity in
      var entity = entity
      entity.parent = entity.parent.map(name)
      entity.ownProperties = entity.ownProperties.map { property in
        switch property {
        case .attribute(var attribute):
          attribute.renamingIdentifier = identifier(attribute.name)
          attribute.name = name(attribute.name)
          return .attribute(attribute)
        case .relationship(var relationship):
          relationship.renamingIdentifier = identifier(relationship.name)
          relationship.inverse = relationship.inverse.map(name)
          relationship.destination = name(relationship.destination)
          relationship.name = name(relationship.name)
          return .relationship(relationship)
        case .fetched: return property
        }
      }
      entity.renamingIdentifier = identifier(entity.name)
      entity.name = name(entity.name)
      return entity
    }
    return try ManagedObjectModel("Random", entities: entities)
  }
}
