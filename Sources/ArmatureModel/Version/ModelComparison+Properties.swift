extension ModelComparison {
  /// Compares the properties of an entity in both versions.
  ///
  /// If the entity has the same parent in both versions, inherited properties are compared for the parent.
  mutating func compareProperties(
    _ entity: EntityDescription, _ old: EntityDescription, haveSameParent: Bool
  ) {
    guard let match = properties[entity.name] else { return }
    let inherited = entity.properties.count - entity.ownProperties.count
    let oldInherited = old.properties.count - old.ownProperties.count
    for (index, position) in match.oldPositions.enumerated() {
      let property = entity.properties[index]
      guard let position else {
        if index >= inherited || !haveSameParent { noteAdded(property, entity.name) }
        continue
      }
      let (isOwn, wasOwn) = (index >= inherited, position >= oldInherited)
      if !isOwn, !wasOwn, haveSameParent { continue }
      let oldProperty = old.properties[position]
      if oldProperty.name != property.name {
        note(.propertyRenamed(from: oldProperty.name), entity.name, property.name)
      }
      if isOwn != wasOwn {
        let from = owner(of: oldProperty.name, old, in: self.old)
        let to = owner(of: property.name, entity, in: new)
        note(.propertyMoved(from: from, to: to), entity.name, property.name)
      }
      compare(property, oldProperty, of: entity, old)
    }
    for position in match.removed where position >= oldInherited || !haveSameParent {
      noteRemoved(old.properties[position], entity.name)
    }
  }

  private func owner(
    of property: String, _ entity: EntityDescription, in model: ManagedObjectModel
  ) -> String {
    var current: EntityDescription? = entity
    while let entity = current {
      if entity.ownProperties.contains(where: { $0.name == property }) { return entity.name }
      current = entity.parent.flatMap { model[$0] }
    }
    return entity.name
  }

  private mutating func noteAdded(_ property: PropertyDescription, _ entity: String) {
    switch property {
    case .attribute(let attribute):
      note(.attributeAdded(attribute.initialValue), entity, property.name)
    case .relationship(let relationship):
      let needsNothing = relationship.isOptional || relationship.isTransient
      note(.relationshipAdded(isOptional: needsNothing), entity, property.name)
    case .fetched: note(.fetchedPropertyAdded, entity, property.name)
    }
  }

  private mutating func noteRemoved(_ property: PropertyDescription, _ entity: String) {
    switch property {
    case .attribute: note(.attributeRemoved, entity, property.name)
    case .relationship: note(.relationshipRemoved, entity, property.name)
    case .fetched: note(.fetchedPropertyRemoved, entity, property.name)
    }
  }

  private mutating func compare(
    _ property: PropertyDescription, _ oldProperty: PropertyDescription,
    of entity: EntityDescription, _ old: EntityDescription
  ) {
    switch (property, oldProperty) {
    case (.attribute(let attribute), .attribute(let oldAttribute)):
      compare(attribute, oldAttribute, entity.name, property.name)
    case (.relationship(let relationship), .relationship(let oldRelationship)):
      compare(relationship, oldRelationship, entity.name)
    case (.fetched(let fetched), .fetched(let oldFetched)):
      if fetched.destination != newName(ofEntity: oldFetched.destination)
        || fetched.predicate != oldFetched.predicate || fetched.orderedBy != oldFetched.orderedBy
        || fetched.limit != oldFetched.limit
      {
        note(.fetchedPropertyChanged, entity.name, property.name)
      }
      if fetched.userInfo != oldFetched.userInfo {
        note(.userInfoChanged, entity.name, property.name)
      }
    case (.relationship, .attribute): note(.becameRelationship, entity.name, property.name)
    case (.attribute, .relationship): note(.becameAttribute, entity.name, property.name)
    case (_, .fetched), (.fetched, _):
      noteRemoved(oldProperty, entity.name)
      noteAdded(property, entity.name)
    }
  }

  private mutating func compare(
    _ relationship: RelationshipDescription, _ old: RelationshipDescription, _ entity: String
  ) {
    let name = relationship.name
    var facts: [ModelDifference.Fact] = []
    let destination = newName(ofEntity: old.destination)
    if destination != relationship.destination {
      let isWider = new.entity(destination, isKindOf: relationship.destination)
      facts.append(
        .destinationChanged(
          from: old.destination, to: relationship.destination, isWider: isWider))
    }
    if old.arity != relationship.arity {
      facts.append(.arityChanged(from: old.arity, to: relationship.arity))
    }
    let inverse = old.inverse.map { newName(of: $0, ofEntity: old.destination) }
    if inverse != relationship.inverse {
      facts.append(.inverseChanged(from: old.inverse, to: relationship.inverse))
    }
    if let isTighter = relationship.isTighter(than: old) {
      facts.append(.countsChanged(isTighter: isTighter))
    }
    if old.isOptional != relationship.isOptional {
      facts.append(relationship.isOptional ? .becameOptional : .becameRequired(hasDefault: false))
    }
    switch (old.isTransient, relationship.isTransient) {
    case (true, true): facts = facts.isEmpty ? [] : [.transientChanged]
    case (false, true): facts = [.becameTransient]
    case (true, false): facts = [.becameStored(relationship.isOptional ? .absent : .missing)]
    case (false, false): break
    }
    for fact in facts { note(fact, entity, name) }
    compareRules(relationship.presenceRules, old.presenceRules, entity, name)
    if old.deleteRule != relationship.deleteRule {
      note(.deleteRuleChanged(from: old.deleteRule, to: relationship.deleteRule), entity, name)
    }
    if old.isOwned != relationship.isOwned {
      note(.ownershipChanged(isOwned: relationship.isOwned), entity, name)
    }
    compareNotes(Notes(relationship), Notes(old), entity, name)
  }
}

extension RelationshipDescription {
  /// The rule that warns about a missing related object.
  fileprivate var presenceRules: [ValidationRule] {
    isExpected ? [ValidationRule(.required, severity: .warning)] : []
  }

  /// Returns whether the new bounds allow fewer counts, or `nil` if the bounds are equal.
  fileprivate func isTighter(than old: RelationshipDescription) -> Bool? {
    if (minimumCount, maximumCount) == (old.minimumCount, old.maximumCount) { return nil }
    // A maximum of 0 means no limit.
    let (limit, oldLimit) = (maximumCount == 0 ? .max : maximumCount, old.maximumCount)
    return minimumCount > old.minimumCount || limit < (oldLimit == 0 ? .max : oldLimit)
  }
}
