extension MigrationPlan {
  /// What a step does.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int?.self) } }
  /// print(MigrationPlan(from: released, to: model).steps.map(\.kind.rawValue))  // ["makeOptional"]
  /// ```
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Objects are kept under another name of their entity.
    case renameEntity
    /// Values or links are kept under another name.
    case renameProperty
    /// There is a new entity, without objects.
    case addEntity
    /// An entity gets a parent, another one, or none: it moves, with its objects.
    case moveEntity
    /// The objects of an entity become objects of its sub-entities: it is split.
    case splitEntity
    /// An entity may have objects of its own.
    case openEntity
    /// A property is declared by an ancestor, or a descendant, of the entity that declared it.
    case moveProperty
    /// Objects get a value: the default, a computed one, none, or one that must be told.
    case addAttribute
    /// Objects get a relationship, along which they have no links but those of its inverse.
    case addRelationship
    /// Values become values of another type.
    case convertValues
    /// An enumeration has other cases.
    case changeCases
    /// Values become links.
    case makeRelationship
    /// Links become values.
    case makeAttribute
    /// A value, or a link, need not be there.
    case makeOptional
    /// A value, or a link, must be there.
    case makeRequired
    /// Values are kept in another place, no longer, or from now on.
    case changeStorage
    /// Values are computed, in another way, or no longer.
    case changeDerivation
    /// Links lead to objects of another entity.
    case changeDestination
    /// Links lead to one object, to several, or to an order of several.
    case changeArity
    /// Links have another side, another one, or none.
    case changeInverse
    /// Values are dropped.
    case removeAttribute
    /// Links are dropped.
    case removeRelationship
    /// Objects are dropped.
    case removeEntity
    /// Objects must have other values than all others.
    case requireUniqueness
    /// Objects may have the values of others.
    case liftUniqueness
    /// Objects must lead to another number of objects.
    case changeCounts
    /// Objects must satisfy other rules.
    case changeRules
    /// An entity belongs to other subsets of the model, and so to other stores.
    case changeConfigurations
    /// Stored values mean something else, as the version modifier says.
    case changeMeaning
    /// The model says something else of what stores do not know, such as an index, a default or a key.
    case changeDeclaration
  }
}

extension MigrationPlan.Kind {
  /// When steps of the kind are taken.
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
    case .removeAttribute, .removeRelationship: .goneProperties
    case .removeEntity: .goneEntities
    case .requireUniqueness, .liftUniqueness, .changeCounts, .changeRules: .checks
    case .changeDeclaration: .declarations
    }
  }
}

extension ModelDifference.Fact {
  /// What a migration does about the change.
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
      .deleteRuleChanged, .keyChanged, .userInfoChanged:
      .changeDeclaration
    }
  }
}
