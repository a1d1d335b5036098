public import ArmatureModel

extension ManagedObjectModel {
  /// The rules that are closures and lost them, because the model was decoded: `Entity: name`.
  public var unboundRules: [String] {
    entities.flatMap { entity -> [String] in
      let rules = entity.rules + entity.attributes.flatMap(\.rules)
      return rules.compactMap { rule -> String? in
        guard rule.isUnbound, case .custom(let name, _) = rule.requirement else { return nil }
        return "\(entity.name): \(name)"
      }
    }
  }

  /// The model with closures for rules of an entity that are named but were not encoded.
  ///
  /// The closures are over an object, and stand under the name of their rule.
  ///
  /// - Throws: ``/Armature/ManagedObjectError/unknownRule(entity:name:suggestion:)``, or
  ///   ``/Armature/ManagedObjectError/unknownEntity(name:suggestion:)``.
  public func binding(
    _ checks: [String: @Sendable (ManagedObject) throws -> Bool], in entityName: String
  ) throws -> ManagedObjectModel {
    try rebuilding(entityName, names: Array(checks.keys)) { rule, name in
      guard let check = checks[name] else { return }
      rule.check = .object { object in
        guard let object = object as? ManagedObject else { return true }
        return try check(object)
      }
    }
  }

  /// The model with closures for rules of the attributes of an entity.
  ///
  /// The closures are over a value, and stand under the name of their rule.
  ///
  /// - Throws: As ``binding(_:in:)``.
  public func bindingValues(
    _ checks: [String: @Sendable (AttributeValue) throws -> Bool], in entityName: String
  ) throws -> ManagedObjectModel {
    try rebuilding(entityName, names: Array(checks.keys)) { rule, name in
      if let check = checks[name] { rule.check = .value(check) }
    }
  }

  private func rebuilding(
    _ entityName: String, names: [String], _ bind: (inout ValidationRule, String) -> Void
  ) throws -> ManagedObjectModel {
    var entities = declarations
    guard let position = entities.firstIndex(where: { $0.name == entityName }) else {
      throw ManagedObjectError.unknownEntity(
        name: entityName, suggestion: nearMiss(entityName, in: entities.map(\.name)))
    }
    let known = entities[position].customRuleNames
    for name in names.sorted() where !known.contains(name) {
      throw ManagedObjectError.unknownRule(
        entity: entityName, name: name, suggestion: nearMiss(name, in: known))
    }
    entities[position].updateRules { rule in
      if case .custom(let name, _) = rule.requirement { bind(&rule, name) }
    }
    return try ManagedObjectModel(name, entities: entities)
  }
}

extension EntityDescription {
  fileprivate var customRuleNames: [String] {
    let rules = rules + ownProperties.compactMap(\.asAttribute).flatMap(\.rules)
    return rules.compactMap { rule in
      if case .custom(let name, _) = rule.requirement { name } else { nil }
    }
  }

  fileprivate mutating func updateRules(_ update: (inout ValidationRule) -> Void) {
    for index in rules.indices { update(&rules[index]) }
    for index in ownProperties.indices {
      guard case .attribute(var attribute) = ownProperties[index] else { continue }
      for rule in attribute.rules.indices { update(&attribute.rules[rule]) }
      ownProperties[index] = .attribute(attribute)
    }
  }
}
