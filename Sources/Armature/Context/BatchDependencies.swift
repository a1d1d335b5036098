import ArmatureModel

/// The effects of a batch on other objects, according to the model.
///
/// If a batch may run code, read other values or change other objects, the context must load the objects. All other
/// batches run in the store.
struct BatchDependencies {
  private let runtime: ModelRuntime
  /// The entities that the objects may have.
  private let entities: [EntityDescription]

  init(of request: FetchRequest, _ runtime: ModelRuntime) {
    self.runtime = runtime
    let branch = runtime.tree.branch(of: request.entity).map { runtime.entities[$0] }
    entities = request.includesSubentities ? branch : branch.filter { $0.name == request.entity }
  }

  // MARK: Updates

  /// Returns whether attributes may be set without loading the objects: nothing else depends on them, and the values
  /// satisfy the rules of the attributes.
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

  /// The work for a store that deletes the objects; `nil` if the deletion needs objects.
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

  /// The effect of a deletion on the objects at the other end of a relationship.
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
  /// Returns whether other objects derive values from objects of an entity.
  fileprivate func isRead(_ entity: EntityDescription) -> Bool {
    guard let derivations, let position = index(of: entity.name) else { return false }
    return derivations.inversePaths.reads(position)
  }

  /// Returns whether a value may be derived from some properties of an entity, or from the time.
  fileprivate func isDerived(from names: Set<String>, of entity: EntityDescription) -> Bool {
    if !hasDerivations { return false }
    if entity.attributes.compactMap(\.derivation).contains(where: {
      $0.readsTime || $0.paths.contains { !names.isDisjoint(with: $0.prefix(1)) }
    }) {
      return true
    }
    // The name is searched for at any position of a path. A match for another entity only costs time.
    return isRead(entity)
      && entities.flatMap(\.attributes).compactMap(\.derivation).flatMap(\.paths)
        .contains { !names.isDisjoint(with: $0) }
  }
}

extension EntityDescription {
  /// Returns whether a rule over several properties, or of another property, may read some of the properties.
  fileprivate func hasRules(reading names: Set<String>) -> Bool {
    let others = attributes.filter { !names.contains($0.name) }.flatMap(\.rules)
    return rules.contains { $0.mayRead(names) }
      || others.contains { $0.condition.map { !names.isDisjoint(with: $0.properties) } ?? false }
      || attributes.flatMap(\.rules).contains { $0.check != nil }
  }
}

extension ValidationRule {
  /// True if the rule reads only the value of its attribute.
  fileprivate var isPlain: Bool { condition == nil && check == nil && !isUnbound }

  /// Returns whether a rule of an entity may read some of the properties.
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
  /// True if the value depends on the time of its computation.
  fileprivate var readsTime: Bool {
    map { expression, _ in
      if case .function(.now, _) = expression { .constant(.null) } else { nil }
    } != self
  }
}
