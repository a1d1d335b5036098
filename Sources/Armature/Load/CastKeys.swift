import ArmatureModel

/// What the keys of a changeset's values stand for: as in loading, for forms the names as well.
struct CastKeys {
  private let runtime: EntityRuntime
  private let strategy: KeyStrategy
  private let allowed: [String]
  private let takesNames: Bool
  private let slots: [KeyStrategy.Key: RowLayout.Slot]

  /// - Parameter allowed: The names that may be set; one that the entity lacks traps.
  init(_ object: ManagedObject, _ strategy: KeyStrategy, _ allowed: [String], takesNames: Bool) {
    for name in allowed where object.runtime.slot(named: name) == nil {
      object.unknownProperty(name)
    }
    runtime = object.runtime
    self.strategy = strategy
    self.allowed = allowed
    self.takesNames = takesNames
    slots = Dictionary(
      runtime.layout.slots.map { (KeyStrategy.Key(strategy.key(of: $0.property)), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The property that a key stands for; a name goes before the key of another property.
  func slot(_ key: String) -> RowLayout.Slot? {
    if takesNames, let slot = runtime.slot(named: key) { return slot }
    return slots[KeyStrategy.Key(key)]
  }

  /// Whether a property may be set.
  func isAllowed(_ slot: RowLayout.Slot) -> Bool {
    allowed.contains(slot.name) && slot.property.asAttribute?.derivation == nil
  }

  /// The key that somebody probably meant.
  func suggestion(for key: String) -> String? {
    // Longer keys have no near miss.
    if key.utf8.count > 256 { return nil }
    if let slot = runtime.slot(named: key), isAllowed(slot) {
      return strategy.key(of: slot.property)
    }
    let keys = allowed.compactMap { runtime.slot(named: $0).map { strategy.key(of: $0.property) } }
    return nearMiss(key, in: takesNames ? allowed + keys : keys)
  }
}
