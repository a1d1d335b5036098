public import ArmatureModel

extension ManagedObjectModel {
  /// The rules whose closures are missing because the model was decoded, in the form `Entity: name`.
  ///
  /// - Complexity: O(*n*) in the number of rules.
  public var unboundRules: [String] {
    entities.flatMap { entity -> [String] in
      let rules = entity.rules + entity.attributes.flatMap(\.allRules)
      return rules.compactMap { rule -> String? in
        guard rule.isUnbound, case .custom(let name, _) = rule.requirement else { return nil }
        return "\(entity.name): \(name)"
      }
    }
  }

  /// The entities whose classes are missing because the model was decoded, in the form `Entity: class`.
  ///
  /// Their objects have no custom class until you set it with ``binding(_:in:)-(Object.Type,_)``.
  ///
  /// - Complexity: O(*n*) in the number of entities.
  public var unboundClasses: [String] {
    declarations.compactMap { entity in
      guard let objectClass = entity.objectClass, objectClass.maker == nil else { return nil }
      return "\(entity.name): \(objectClass.name)"
    }
  }

  /// Returns a copy of a decoded model in which the objects of an entity have a custom class.
  ///
  /// An encoded model does not contain classes, so you add them again after you have decoded it. Sub-entities use the
  /// class too, unless they have their own. Each `@Property` of the class is checked against the entity. After that,
  /// the model rejects values that the Swift type of an accessor cannot represent, as it did before it was encoded.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity is unknown, or declares another class.
  ///   ``/ArmatureModel/ModelError`` if an accessor of the class does not match the entity.
  /// - Complexity: That of building the model, which is checked again.
  public func binding<Object: ManagedObject>(
    _ type: Object.Type, in entityName: String
  ) throws -> ManagedObjectModel {
    var (entities, position) = try declaration(of: entityName)
    let expected = entities[position].className
    guard expected == "\(type)" else {
      throw ManagedObjectError.wrongClass(entity: entityName, expected: expected, found: "\(type)")
    }
    entities[position].bind(type)
    // Values that the Swift types of the accessors reject must not be loaded.
    let accessors = entities[position].objectClass?.accessors() ?? []
    let lineage = Set(self[entityName].map { lineageNames(of: $0) } ?? [])
    for position in entities.indices where lineage.contains(entities[position].name) {
      entities[position].bindTests(of: accessors)
    }
    return try ManagedObjectModel(name, entities: entities)
  }

  /// Returns the names of an entity and its parents.
  private func lineageNames(of entity: EntityDescription) -> [String] {
    [entity.name] + (entity.parent.flatMap { self[$0] }.map(lineageNames) ?? [])
  }

  /// Returns a copy of a decoded model in which closures implement the rules of an entity.
  ///
  /// An encoded model contains only the names of these rules, because a closure cannot be encoded. After decoding, pass
  /// a dictionary with the closure for each name. A closure receives the object to check.
  ///
  /// - Throws: ``/Armature/ManagedObjectError/unknownRule(entity:name:suggestion:)``, or
  ///   ``/Armature/ManagedObjectError/unknownEntity(name:suggestion:)``.
  /// - Complexity: That of building the model, which is checked again.
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

  /// Returns a copy of a decoded model in which closures implement the rules of an entity's attributes.
  ///
  /// These include the rules of the elements of composite attributes. The keys of the dictionary are the names of the rules. Each closure receives the value to check.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity or a rule is unknown.
  /// - Complexity: That of building the model, which is checked again.
  public func bindingValues(
    _ checks: [String: @Sendable (AttributeValue) throws -> Bool], in entityName: String
  ) throws -> ManagedObjectModel {
    try rebuilding(entityName, names: Array(checks.keys)) { rule, name in
      if let check = checks[name] { rule.check = .value(check) }
    }
  }

  /// Returns a copy of a decoded model in which closures provide the default values of an entity's attributes.
  ///
  /// The keys of the dictionary are the names of the attributes. Make sure that each closure returns a value of its
  /// attribute's type. Otherwise, the attribute has no default value.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity is unknown, or if no attribute of this name declares a
  ///   closure as its default.
  /// - Complexity: That of building the model, which is checked again.
  public func bindingDefaults(
    _ makers: [String: @Sendable () -> any AttributeConvertible], in entityName: String
  ) throws -> ManagedObjectModel {
    var (entities, position) = try declaration(of: entityName)
    let known = entities[position].computedDefaultNames
    for name in makers.keys.sorted() where !known.contains(name) {
      throw ManagedObjectError.unknownKey(
        entity: entityName, key: name, suggestion: nearMiss(name, in: known))
    }
    entities[position].ownProperties = entities[position].ownProperties.map { property in
      guard case .attribute(var attribute) = property, let make = makers[attribute.name] else {
        return property
      }
      attribute.defaultValue = .computed(DefaultValue.Computed { make().attributeValue })
      return .attribute(attribute)
    }
    return try ManagedObjectModel(name, entities: entities)
  }

  private func declaration(
    of entityName: String
  ) throws(ManagedObjectError) -> (entities: [EntityDescription], position: Int) {
    guard let position = declarations.firstIndex(where: { $0.name == entityName }) else {
      throw .unknownEntity(
        name: entityName, suggestion: nearMiss(entityName, in: declarations.map(\.name)))
    }
    return (declarations, position)
  }

  private func rebuilding(
    _ entityName: String, names: [String], _ bind: (inout ValidationRule, String) -> Void
  ) throws -> ManagedObjectModel {
    var (entities, position) = try declaration(of: entityName)
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
  /// Adds to each attribute a test for the Swift type of the accessor that reads the attribute.
  fileprivate mutating func bindTests(of accessors: [ObjectClass.Accessor]) {
    for index in ownProperties.indices {
      guard case .attribute(var attribute) = ownProperties[index] else { continue }
      let hash = attribute.name.withPropertyName(\.accessorHash)
      guard let test = accessors.first(where: { $0.hash == hash })?.test else { continue }
      attribute.accepts = test
      ownProperties[index] = .attribute(attribute)
    }
  }

  fileprivate var customRuleNames: [String] {
    let rules = rules + ownProperties.compactMap(\.asAttribute).flatMap(\.allRules)
    return rules.compactMap { rule in
      if case .custom(let name, _) = rule.requirement { name } else { nil }
    }
  }

  fileprivate var computedDefaultNames: [String] {
    ownProperties.compactMap(\.asAttribute).compactMap { attribute in
      if case .computed? = attribute.defaultValue { attribute.name } else { nil }
    }
  }

  fileprivate mutating func updateRules(_ update: (inout ValidationRule) -> Void) {
    for index in rules.indices { update(&rules[index]) }
    for index in ownProperties.indices {
      guard case .attribute(var attribute) = ownProperties[index] else { continue }
      attribute.updateRules(update)
      ownProperties[index] = .attribute(attribute)
    }
  }
}
