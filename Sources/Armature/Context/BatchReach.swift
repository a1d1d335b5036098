import ArmatureModel

/// How far a batch reaches beyond the values that it sets and the rows that it deletes, as the model tells.
///
/// Whatever may run code, read other values or change other objects takes objects; only what is left is asked of
/// a store.
struct BatchReach {
  private let runtime: ModelRuntime
  /// The entities that the objects may be of.
  private let entities: [EntityDescription]

  init(of request: FetchRequest, _ runtime: ModelRuntime) {
    self.runtime = runtime
    let branch = runtime.tree.branch(of: request.entity).map { runtime.entities[$0] }
    entities = request.includesSubentities ? branch : branch.filter { $0.name == request.entity }
  }

  // MARK: Updates

  /// Whether attributes may get values without a look at the objects: nothing else depends on them, and the values
  /// keep the rules of the attributes.
  func allowsUpdate(of values: [String: AttributeValue]) -> Bool {
    entities.allSatisfy { entity in
      entity.objectClass == nil && !runtime.isDerived(from: Set(values.keys), of: entity)
        && !entity.hasRules(reading: Set(values.keys))
        && values.allSatisfy { name, value in
          guard let attribute = entity.property(named: name)?.asAttribute,
            attribute.rules.allSatisfy(\.isPlain)
          else { return false }
          return attribute.validate(value).findings.isEmpty
        }
    }
  }

  // MARK: Deletions

  /// What a store must see to when it deletes the objects; `nil` if that takes objects.
  var deletion: StoreBatch.Deletion? {
    var deletion = StoreBatch.Deletion()
    for entity in entities {
      if entity.objectClass != nil || runtime.isRead(entity) { return nil }
      for relationship in entity.relationships where !relationship.isTransient {
        let link = StoreBatch.Link(entity: entity.name, relationship: relationship.name)
        switch consequence(of: relationship) {
        case .nothing: continue
        case .clearing: deletion.cleared.append(link)
        case .more: deletion.empty.append(link)
        }
      }
    }
    let names = Set(entities.map(\.name))
    for entity in runtime.entities {
      for relationship in entity.relationships
      where relationship.inverse == nil && !relationship.isTransient
        && runtime.tree.branch(of: relationship.destination).contains(where: {
          names.contains(runtime.entities[$0].name)
        })
      {
        deletion.unreferenced.append(
          StoreBatch.Link(entity: entity.name, relationship: relationship.name))
      }
    }
    return deletion
  }

  /// What becomes of the objects that a relationship of a deleted object leads to.
  private enum Consequence { case nothing, clearing, more }

  private func consequence(of relationship: RelationshipDescription) -> Consequence {
    guard relationship.deleteRule == .nullify else { return .more }
    guard let name = relationship.inverse else { return .nothing }
    for position in runtime.tree.branch(of: relationship.destination) {
      let entity = runtime.entities[position]
      guard let inverse = entity.property(named: name)?.asRelationship, inverse.isOptional,
        inverse.minimumCount == 0, entity.objectClass == nil, !runtime.isRead(entity),
        !runtime.isDerived(from: [name], of: entity), !entity.hasRules(reading: [name])
      else { return .more }
      if !inverse.isToMany, !relationship.isToMany { return .more }
      if inverse.isToMany { continue }
      return isUnique(name, in: entity) ? .more : .clearing
    }
    return .nothing
  }

  private func isUnique(_ name: String, in entity: EntityDescription) -> Bool {
    entity.uniquenessConstraints.contains { $0.properties.contains(name) }
  }
}

extension ModelRuntime {
  /// Whether values of other objects are derived from those of an entity.
  fileprivate func isRead(_ entity: EntityDescription) -> Bool {
    guard let derivations, let position = index(of: entity.name) else { return false }
    return derivations.inversePaths.reads(position)
  }

  /// Whether something may be derived from some properties of an entity's objects, or from the time.
  fileprivate func isDerived(from names: Set<String>, of entity: EntityDescription) -> Bool {
    if !hasDerivations { return false }
    if entity.attributes.compactMap(\.derivation).contains(where: {
      $0.readsTime || $0.paths.contains { !names.isDisjoint(with: $0.prefix(1)) }
    }) {
      return true
    }
    // Wherever the name stands in a path: that of another entity only costs time.
    return isRead(entity)
      && entities.flatMap(\.attributes).compactMap(\.derivation).flatMap(\.paths)
        .contains { !names.isDisjoint(with: $0) }
  }
}

extension EntityDescription {
  /// Whether rules over several properties, or of others, may read some of the properties.
  fileprivate func hasRules(reading names: Set<String>) -> Bool {
    let others = attributes.filter { !names.contains($0.name) }.flatMap(\.rules)
    return rules.contains { $0.mayRead(names) }
      || others.contains { $0.condition.map { !names.isDisjoint(with: $0.properties) } ?? false }
      || attributes.flatMap(\.rules).contains { $0.check != nil }
  }
}

extension ValidationRule {
  /// Whether the rule is about the value of its attribute, and nothing else.
  fileprivate var isPlain: Bool { condition == nil && check == nil && !isUnbound }

  /// Whether a rule of an entity may read some of the properties.
  fileprivate func mayRead(_ names: Set<String>) -> Bool {
    if let condition, !names.isDisjoint(with: condition.properties) { return true }
    return switch requirement {
    case .predicate(_, let predicate): !names.isDisjoint(with: predicate.properties)
    case .custom: true
    default: false
    }
  }
}

extension FetchExpression {
  /// Whether the value depends on when it is computed.
  fileprivate var readsTime: Bool {
    map { expression, _ in
      if case .function(.now, _) = expression { .constant(.null) } else { nil }
    } != self
  }
}
