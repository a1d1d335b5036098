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
      guard case .attribute(var attribute) = ownProperties[index] else { continue }
      attribute.updateRules { rule in
        if rule.isUnbound { rule.check = .value { _ in true } }
      }
      ownProperties[index] = .attribute(attribute)
    }
  }
}

extension AttributeDescription {
  /// The rules of the attribute, and of the elements in it.
  package var allRules: [ValidationRule] {
    guard case .composite(let elements) = type else { return rules }
    return rules + elements.flatMap(\.allRules)
  }

  /// Changes the rules of the attribute, and of the elements in it.
  mutating func updateRules(_ update: (inout ValidationRule) -> Void) {
    for index in rules.indices { update(&rules[index]) }
    guard case .composite(var elements) = type else { return }
    for index in elements.indices { elements[index].updateRules(update) }
    type = .composite(elements)
  }
}
