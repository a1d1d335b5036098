package import ArmatureModel

extension ManagedObjectModel {
  /// Returns a copy of a decoded model in which every object satisfies the rules whose closures are missing.
  ///
  /// The rules keep their names, so the copy has the same fingerprint and is encoded in the same way.
  package func passingUnboundRules() throws -> ManagedObjectModel {
    var entities = declarations
    for index in entities.indices { entities[index].passUnboundRules() }
    return try ManagedObjectModel(name, entities: entities)
  }
}

extension EntityDescription {
  fileprivate mutating func passUnboundRules() {
    for index in rules.indices where rules[index].isUnbound {
      rules[index].check = .object { _ in true }
    }
    for index in ownProperties.indices {
      guard case .attribute(let attribute) = ownProperties[index] else { continue }
      ownProperties[index] = .attribute(attribute.passingUnboundRules)
    }
  }
}

extension AttributeDescription {
  fileprivate var passingUnboundRules: AttributeDescription {
    var copy = self
    for index in copy.rules.indices where copy.rules[index].isUnbound {
      copy.rules[index].check = .value { _ in true }
    }
    if case .composite(let elements) = type {
      copy.type = .composite(elements.map(\.passingUnboundRules))
    }
    return copy
  }
}
