extension MigrationPlan {
  /// The kind of a step.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int?.self) } }
  /// print(MigrationPlan(from: released, to: model).steps.map(\.kind.rawValue))  // ["makeOptional"]
  /// ```
  ///
  /// ## Topics
  ///
  /// ### Entities
  ///
  /// - ``addEntity``
  /// - ``renameEntity``
  /// - ``moveEntity``
  /// - ``splitEntity``
  /// - ``openEntity``
  /// - ``removeEntity``
  /// - ``changeConfigurations``
  ///
  /// ### Attributes
  ///
  /// - ``addAttribute``
  /// - ``convertValues``
  /// - ``changeCases``
  /// - ``changeDerivation``
  /// - ``removeAttribute``
  ///
  /// ### Relationships
  ///
  /// - ``addRelationship``
  /// - ``changeDestination``
  /// - ``changeArity``
  /// - ``changeInverse``
  /// - ``changeCounts``
  /// - ``removeRelationship``
  ///
  /// ### Properties
  ///
  /// - ``renameProperty``
  /// - ``moveProperty``
  /// - ``makeRelationship``
  /// - ``makeAttribute``
  /// - ``makeOptional``
  /// - ``makeRequired``
  /// - ``changeStorage``
  ///
  /// ### Rules and Other Declarations
  ///
  /// - ``requireUniqueness``
  /// - ``liftUniqueness``
  /// - ``changeRules``
  /// - ``changeMeaning``
  /// - ``changeDeclaration``
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An entity is renamed, with its objects.
    case renameEntity
    /// A property is renamed, with its values or links.
    case renameProperty
    /// An entity is added, without objects.
    case addEntity
    /// The parent of an entity is added, replaced or removed. The objects of the entity move with it.
    case moveEntity
    /// An entity becomes abstract. Its objects become objects of its sub-entities.
    case splitEntity
    /// An entity is no longer abstract and may have objects of its own.
    case openEntity
    /// A property moves to an ancestor or a descendant of the entity that has declared it.
    case moveProperty
    /// Objects get a new attribute. Its value is its default, is computed, is missing, or is provided by the migration.
    case addAttribute
    /// Objects get a new relationship. If its inverse already exists, the new relationship has the same links.
    /// Otherwise it has no links.
    case addRelationship
    /// Values are converted to another type.
    case convertValues
    /// The cases of an enumeration change.
    case changeCases
    /// An attribute becomes a relationship.
    case makeRelationship
    /// A relationship becomes an attribute.
    case makeAttribute
    /// A value or a link becomes optional.
    case makeOptional
    /// A value or a link becomes required.
    case makeRequired
    /// The place where values are stored changes, or values are stored for the first time or no longer stored.
    case changeStorage
    /// Values become computed, are computed in a different way, or are no longer computed.
    case changeDerivation
    /// The destination of a relationship changes.
    case changeDestination
    /// The arity of a relationship changes, for example from to-one to to-many.
    case changeArity
    /// The inverse of a relationship is added, changed or removed.
    case changeInverse
    /// An attribute and its values are removed.
    case removeAttribute
    /// A relationship and its links are removed.
    case removeRelationship
    /// An entity and its objects are removed.
    case removeEntity
    /// Values must become unique.
    case requireUniqueness
    /// Values no longer have to be unique.
    case liftUniqueness
    /// The required number of related objects changes.
    case changeCounts
    /// The rules for objects change.
    case changeRules
    /// The configurations of an entity change, so its objects may belong to another store.
    case changeConfigurations
    /// The meaning of stored values changes. The model states this by another version modifier.
    case changeMeaning
    /// A declaration changes that does not affect stores, such as an index, a default value or a key.
    case changeDeclaration
  }
}

extension MigrationPlan.Kind {
  /// The phase of the migration to which the step belongs.
  var phase: MigrationPhase {
    switch self {
    case .renameEntity: .entityNames
    case .renameProperty: .propertyNames
    case .addEntity: .newEntities
    case .moveEntity, .splitEntity, .openEntity, .moveProperty: .hierarchies
    case .addAttribute, .addRelationship: .newProperties
    case .convertValues, .changeCases, .makeRelationship, .makeAttribute, .makeOptional,
      .makeRequired, .changeStorage, .changeDerivation, .changeDestination, .changeArity,
      .changeInverse, .changeConfigurations, .changeMeaning:
      .changes
    case .removeAttribute, .removeRelationship: .removedProperties
    case .removeEntity: .removedEntities
    case .requireUniqueness, .liftUniqueness, .changeCounts, .changeRules: .checks
    case .changeDeclaration: .declarations
    }
  }
}

extension ModelDifference.Fact {
  /// The kind of step for the change.
  var migrationKind: MigrationPlan.Kind {
    switch self {
    case .entityAdded: .addEntity
    case .entityRemoved: .removeEntity
    case .entityRenamed: .renameEntity
    case .becameAbstract: .splitEntity
    case .becameConcrete: .openEntity
    case .parentChanged: .moveEntity
    case .configurationsChanged: .changeConfigurations
    case .uniquenessAdded: .requireUniqueness
    case .uniquenessRemoved: .liftUniqueness
    case .attributeAdded: .addAttribute
    case .attributeRemoved: .removeAttribute
    case .relationshipAdded: .addRelationship
    case .relationshipRemoved: .removeRelationship
    case .propertyRenamed: .renameProperty
    case .propertyMoved: .moveProperty
    case .becameRelationship: .makeRelationship
    case .becameAttribute: .makeAttribute
    case .typeChanged: .convertValues
    case .casesChanged: .changeCases
    case .becameOptional: .makeOptional
    case .becameRequired: .makeRequired
    case .becameTransient, .becameStored, .transientChanged, .becameExternal, .becameInternal:
      .changeStorage
    case .becameDerived, .becameUnderived, .derivationChanged: .changeDerivation
    case .destinationChanged: .changeDestination
    case .arityChanged: .changeArity
    case .inverseChanged: .changeInverse
    case .countsChanged: .changeCounts
    case .ruleAdded, .ruleRemoved, .ruleChanged: .changeRules
    case .modifierChanged: .changeMeaning
    case .classChanged, .indexesChanged, .fetchedPropertyAdded, .fetchedPropertyRemoved,
      .fetchedPropertyChanged, .swiftTypeChanged, .defaultChanged, .identificationChanged,
      .deleteRuleChanged, .ownershipChanged, .keyChanged, .userInfoChanged:
      .changeDeclaration
    }
  }
}

extension ChangeAssessment {
  /// Returns the step for a change.
  func step(_ change: ModelDifference.Change) -> MigrationPlan.Step {
    let change = assessed(change)
    return MigrationPlan.Step(
      entity: change.entity, property: change.property, fact: change.fact,
      effect: MigrationPlan.Effect(change.compatibility), reason: change.reason,
      site: site(of: change))
  }

  /// Returns the place of the declaration that caused a change.
  private func site(of change: ModelDifference.Change) -> DeclarationSite {
    let entity = comparison.new[change.entity]
    let own: DeclarationSite? =
      switch change.fact {
      case .ruleAdded(let rule), .ruleChanged(_, let rule): rule.site
      case .uniquenessAdded(let names):
        entity?.uniquenessConstraints.first { $0.properties == names }?.site
      case .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved: entity?.site
      case .entityRemoved: comparison.old[change.entity]?.site
      default: nil
      }
    let sites = [own, newProperty(of: change)?.site, entity?.site].compactMap(\.self)
    return sites.first { $0.line > 0 } ?? .unknown
  }
}
