public import ArmatureModel

/// The dictionary-like face: the store by key, as a dictionary is read.
extension ManagedObject {
  /// A property by key; `nil` where it has no value, and for a key that the entity lacks.
  ///
  /// Objects stand as their IDs. Setting follows the rules of a dynamic member: an unknown key or a
  /// value of another type traps; ``setValue(_:forKey:)`` throws instead.
  ///
  /// - Complexity: O(1).
  public final subscript(key: String) -> AttributeValue? {
    get {
      guard let slot = runtime.slot(named: key) else { return nil }
      return property(slot).flatMap(AttributeValue.from)
    }
    set {
      key.withPropertyName { setProperty(newValue.flatMap { PropertyValue($0) }, named: $0) }
    }
  }

  /// The names of the attributes and relationships, inherited ones first.
  public final var keys: [String] { runtime.layout.slots.map(\.name) }

  /// The values in the order of ``keys``; absent ones as `null`.
  public final var values: [AttributeValue] { keys.map { self[$0] ?? .null } }
}

extension ManagedObject: Sequence {
  /// Yields each property with its value, in the order of ``keys``; absent ones as `null`.
  public final func makeIterator() -> some IteratorProtocol<(key: String, value: AttributeValue)> {
    runtime.layout.slots.lazy
      .map { slot in (slot.name, self.property(slot).flatMap(AttributeValue.from) ?? .null) }
      .map { (key: $0.0, value: $0.1) }
      .makeIterator()
  }
}
