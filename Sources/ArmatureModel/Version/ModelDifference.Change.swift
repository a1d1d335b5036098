extension ModelDifference {
  /// A change between two versions of a model, such as a new property.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int?.self) } }
  /// for change in model.difference(from: released).changes {
  ///   print(change.entity, change.property ?? "", change.compatibility)  // Book pages lightweight
  /// }
  /// ```
  public struct Change: Hashable, Sendable {
    /// The name of the entity in the new model. If the entity was removed, this is its name in the old model.
    public let entity: String
    /// The name of the property in the new model. If the property was removed, this is its name in the old model.
    ///
    /// The name of an element of a composite has a dot in it. The value is `nil` if the entity itself changed.
    public let property: String?
    /// The kind of change.
    public let fact: Fact
    /// The compatibility of the change with a store of the old model.
    ///
    /// It always agrees with the effect of the corresponding step in a ``MigrationPlan``.
    public internal(set) var compatibility: Compatibility
    /// A sentence that states the reason for the compatibility.
    public internal(set) var reason: String

    /// Creates a change with the compatibility that its kind usually has.
    init(entity: String, property: String? = nil, _ fact: Fact) {
      self.entity = entity
      self.property = property
      self.fact = fact
      (compatibility, reason) = fact.assessment
    }
  }

  /// The kinds of changes.
  ///
  /// ## Topics
  ///
  /// ### Entities
  ///
  /// - ``entityAdded``
  /// - ``entityRemoved``
  /// - ``entityRenamed(from:)``
  /// - ``becameAbstract``
  /// - ``becameConcrete``
  /// - ``parentChanged(from:to:mergesHierarchies:)``
  /// - ``classChanged(from:to:)``
  /// - ``configurationsChanged(added:removed:)``
  /// - ``uniquenessAdded(_:)``
  /// - ``uniquenessRemoved(_:)``
  /// - ``indexesChanged``
  ///
  /// ### Properties
  ///
  /// - ``attributeAdded(_:)``
  /// - ``attributeRemoved``
  /// - ``relationshipAdded(isOptional:)``
  /// - ``relationshipRemoved``
  /// - ``fetchedPropertyAdded``
  /// - ``fetchedPropertyRemoved``
  /// - ``fetchedPropertyChanged``
  /// - ``propertyRenamed(from:)``
  /// - ``propertyMoved(from:to:)``
  /// - ``becameRelationship``
  /// - ``becameAttribute``
  ///
  /// ### Attributes
  ///
  /// - ``typeChanged(from:to:)``
  /// - ``swiftTypeChanged(from:to:)``
  /// - ``casesChanged(added:removed:)``
  /// - ``becameOptional``
  /// - ``becameRequired(hasDefault:)``
  /// - ``becameTransient``
  /// - ``becameStored(_:)``
  /// - ``transientChanged``
  /// - ``becameDerived``
  /// - ``becameUnderived``
  /// - ``becameExternal``
  /// - ``becameInternal``
  /// - ``derivationChanged``
  /// - ``defaultChanged``
  /// - ``identificationChanged(isIdentifying:)``
  ///
  /// ### Relationships
  ///
  /// - ``destinationChanged(from:to:isWider:)``
  /// - ``arityChanged(from:to:)``
  /// - ``inverseChanged(from:to:)``
  /// - ``countsChanged(isTighter:)``
  /// - ``deleteRuleChanged(from:to:)``
  /// - ``ownershipChanged(isOwned:)``
  ///
  /// ### Rules and Other Declarations
  ///
  /// - ``ruleAdded(_:)``
  /// - ``ruleRemoved(_:)``
  /// - ``ruleChanged(from:to:)``
  /// - ``keyChanged(from:to:)``
  /// - ``modifierChanged(from:to:)``
  /// - ``userInfoChanged``
  public enum Fact: Hashable, Sendable, Codable {
    /// An entity was added.
    case entityAdded
    /// An entity was removed.
    case entityRemoved
    /// An entity was renamed.
    case entityRenamed(from: String)
    /// An entity became abstract and no longer has objects of its own.
    case becameAbstract
    /// An entity became concrete and can have objects of its own.
    case becameConcrete
    /// The parent of an entity changed. `mergesHierarchies` is true if entities of separate hierarchies are now in the
    /// same hierarchy.
    case parentChanged(from: String?, to: String?, mergesHierarchies: Bool)
    /// The class of an entity's objects changed.
    case classChanged(from: String, to: String)
    /// The configurations of an entity changed.
    case configurationsChanged(added: [String], removed: [String])
    /// A uniqueness constraint was added.
    case uniquenessAdded([String])
    /// A uniqueness constraint was removed.
    case uniquenessRemoved([String])
    /// The indexes changed.
    case indexesChanged

    /// An attribute was added. The associated value states the value that existing objects get.
    case attributeAdded(InitialValue)
    /// An attribute was removed.
    case attributeRemoved
    /// A relationship was added.
    case relationshipAdded(isOptional: Bool)
    /// A relationship was removed.
    case relationshipRemoved
    /// A fetched property was added.
    case fetchedPropertyAdded
    /// A fetched property was removed.
    case fetchedPropertyRemoved
    /// A fetched property was changed, so it may find other objects.
    case fetchedPropertyChanged
    /// A property was renamed.
    case propertyRenamed(from: String)
    /// A property moved to an ancestor or a descendant of the entity that had declared it.
    case propertyMoved(from: String, to: String)
    /// An attribute became a relationship.
    case becameRelationship
    /// A relationship became an attribute.
    case becameAttribute

    /// The stored type of an attribute changed.
    case typeChanged(from: AttributeType, to: AttributeType)
    /// The Swift type of an attribute changed, but not its stored type.
    case swiftTypeChanged(from: String, to: String)
    /// The cases of an enumeration changed.
    case casesChanged(added: [AttributeValue], removed: [AttributeValue])
    /// A property became optional.
    case becameOptional
    /// A property became required.
    case becameRequired(hasDefault: Bool)
    /// A property is no longer stored.
    case becameTransient
    /// A property is now stored. The associated value states the value that existing objects get.
    case becameStored(InitialValue)
    /// A property changed that is not stored.
    case transientChanged
    /// An attribute became derived.
    case becameDerived
    /// An attribute is no longer derived.
    case becameUnderived
    /// Large values may now be stored in separate files.
    case becameExternal
    /// Large values are no longer stored in separate files.
    case becameInternal
    /// The expression of a derived attribute changed.
    case derivationChanged
    /// The default value for new objects changed.
    case defaultChanged
    /// An attribute now identifies objects in loaded data, or no longer does.
    case identificationChanged(isIdentifying: Bool)

    /// The destination of a relationship changed. `isWider` is true if the new destination is an ancestor of the old
    /// one.
    case destinationChanged(from: String, to: String, isWider: Bool)
    /// The arity of a relationship changed, for example from to-one to to-many.
    case arityChanged(from: RelationshipDescription.Arity, to: RelationshipDescription.Arity)
    /// The inverse of a relationship changed.
    case inverseChanged(from: String?, to: String?)
    /// The minimum or maximum count of a relationship changed.
    case countsChanged(isTighter: Bool)
    /// The delete rule of a relationship changed.
    case deleteRuleChanged(from: DeleteRule, to: DeleteRule)
    /// The objects of a relationship became its parts, or ceased to be.
    case ownershipChanged(isOwned: Bool)

    /// A rule was added.
    case ruleAdded(ValidationRule)
    /// A rule was removed.
    case ruleRemoved(ValidationRule)
    /// The requirement of a rule changed. The old and the new rule have the same name or kind.
    case ruleChanged(from: ValidationRule, to: ValidationRule)
    /// The key in JSON changed.
    case keyChanged(from: String, to: String)
    /// The version modifier changed.
    case modifierChanged(from: String?, to: String?)
    /// The user info changed.
    case userInfoChanged
  }

  /// The value that existing objects get for a new attribute.
  public enum InitialValue: String, Hashable, Sendable, Codable {
    /// The default value.
    case defaultValue
    /// The result of the derivation.
    case derived
    /// No value. This is valid, because the attribute is optional.
    case absent
    /// A value that the program sets. The attribute is not stored.
    case transient
    /// No value, although the attribute requires one.
    case missing
  }
}

extension ModelDifference.Change: Codable {
  private enum CodingKeys: String, CodingKey {
    case entity, property, fact, compatibility, reason
  }

  /// Decodes a change.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
    compatibility = try container.decode(ModelDifference.Compatibility.self, forKey: .compatibility)
    reason = try container.decode(String.self, forKey: .reason)
  }

  /// Encodes a change, with its compatibility.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entity, forKey: .entity)
    try container.encodeIfPresent(property, forKey: .property)
    try container.encode(fact, forKey: .fact)
    try container.encode(compatibility, forKey: .compatibility)
    try container.encode(reason, forKey: .reason)
  }
}

extension ModelDifference.Change: CustomStringConvertible {
  /// The change as a text: `Book.pages: the type changed from Int16 to Int32 (lightweight). Every old value fits.`
  public var description: String {
    "\(ModelDifference.place(entity, property)): \(fact) (\(compatibility.words)). \(reason)"
  }
}

extension ModelDifference {
  /// Returns the name of an entity or a property in sentences: `Book.title`.
  static func place(_ entity: String, _ property: String?) -> String {
    var place = entity.inMessage
    for name in property?.split(separator: ".") ?? [] { place += "." + String(name).inMessage }
    return place
  }
}
