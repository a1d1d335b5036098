import ArmatureModel

/// What the keys of a changeset's values stand for: as in loading, for forms the names as well.
struct CastKeys {
  private let entity: EntityDescription
  private let strategy: KeyStrategy
  private let allowed: [String]
  private let takesNames: Bool
  private let properties: [KeyStrategy.Key: PropertyDescription]

  /// - Parameter allowed: The names that may be set; one that the entity lacks traps.
  init(_ object: ManagedObject, _ strategy: KeyStrategy, _ allowed: [String], takesNames: Bool) {
    entity = object.runtime.entity
    self.strategy = strategy
    self.allowed = allowed
    self.takesNames = takesNames
    properties = Dictionary(
      entity.storedProperties.map { (KeyStrategy.Key(strategy.key(of: $0)), $0) },
      uniquingKeysWith: { first, _ in first })
    for name in allowed where property(named: name) == nil { object.unknownProperty(name) }
  }

  private func property(named name: String) -> PropertyDescription? {
    entity.storedProperties.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The property that a key stands for; a name goes before the key of another property.
  func property(_ key: String) -> PropertyDescription? {
    if takesNames, let property = property(named: key) { return property }
    return properties[KeyStrategy.Key(key)]
  }

  /// Whether a property may be set.
  func isAllowed(_ property: PropertyDescription) -> Bool {
    allowed.contains(property.name) && property.asAttribute?.derivation == nil
  }

  /// The key that somebody probably meant.
  func suggestion(for key: String) -> String? {
    // Longer keys have no near miss.
    if key.utf8.count > 256 { return nil }
    if let property = property(named: key), isAllowed(property) {
      return strategy.key(of: property)
    }
    let keys = allowed.compactMap { property(named: $0).map(strategy.key) }
    return nearMiss(key, in: takesNames ? allowed + keys : keys)
  }
}

extension EntityDescription {
  /// The properties that have values of their own.
  fileprivate var storedProperties: [PropertyDescription] {
    properties.filter { if case .fetched = $0 { false } else { true } }
  }
}
