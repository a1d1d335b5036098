import ArmatureModel

/// Finds the properties for a changeset's keys: the keys of loading, and for forms also the names.
final class CastKeys {
  private let runtime: EntityRuntime
  private let strategy: KeyStrategy
  private let allowed: [String]
  private let takesNames: Bool
  /// The properties by key; created for the first key that is not a property name.
  private lazy var properties = Dictionary(
    runtime.entity.properties.map { (KeyStrategy.Key(strategy.key(of: $0)), $0.name) },
    uniquingKeysWith: { first, _ in first })

  /// - Parameter allowed: The names that may be set; an unknown name traps.
  init(
    _ object: ManagedObject, _ strategy: KeyStrategy, _ allowed: [String], takesNames: Bool,
    file: StaticString, line: UInt
  ) {
    runtime = object.runtime
    self.strategy = strategy
    self.allowed = allowed
    self.takesNames = takesNames
    for name in allowed where property(named: name) == nil {
      object.unknownProperty(name, file: file, line: line)
    }
  }

  private func property(named name: String) -> PropertyDescription? {
    runtime.property(named: name)?.description
  }

  /// Returns the property for a key; a name takes precedence over the key of another property.
  func property(_ key: String) -> PropertyDescription? {
    if let property = property(named: key),
      takesNames || strategy.key(of: property).utf8.elementsEqual(key.utf8)
    {
      return property
    }
    return properties[KeyStrategy.Key(key)].flatMap { property(named: $0) }
  }

  /// Returns whether a property may be set.
  func isAllowed(_ property: PropertyDescription) -> Bool {
    allowed.contains(property.name) && property.asAttribute?.derivation == nil
  }

  /// Returns the most similar key.
  func suggestion(for key: String) -> String? {
    // Longer keys get no suggestion.
    if key.utf8.count > 256 { return nil }
    if let property = property(named: key), isAllowed(property) {
      return strategy.key(of: property)
    }
    let keys = allowed.compactMap { property(named: $0).map(strategy.key) }
    return nearMiss(key, in: takesNames ? allowed + keys : keys)
  }
}
