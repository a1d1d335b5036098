extension ModelDifference {
  /// A change between two versions of a model.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int?.self) } }
  /// for change in model.difference(from: released).changes {
  ///   print(change.entity, change.property ?? "", change.compatibility)  // Book pages lightweight
  /// }
  /// ```
  public struct Change: Hashable, Sendable {
    /// The name of the entity in the new model, or in the old model if the entity was removed.
    public let entity: String
    /// The name of the property in the new model, or in the old model if the property was removed.
    ///
    /// An element of a composite has a dotted name. The value is `nil` if the entity itself changed.
    public let property: String?
    /// The kind of change.
    public let fact: Fact

    init(entity: String, property: String? = nil, _ fact: Fact) {
      self.entity = entity
      self.property = property
      self.fact = fact
    }

    /// The compatibility of the change with stores of the old model.
    public var compatibility: Compatibility { fact.assessment.compatibility }

    /// The reason for the compatibility, as a sentence.
    public var reason: String { fact.assessment.reason }
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
    /// An entity has another parent. Hierarchies merge if entities of different hierarchies are now in one.
    case parentChanged(from: String?, to: String?, mergesHierarchies: Bool)
    /// The objects of an entity have another class.
    case classChanged(from: String, to: String)
    /// An entity belongs to other configurations of the model.
    case configurationsChanged(added: [String], removed: [String])
    /// A uniqueness constraint was added.
    case uniquenessAdded([String])
    /// A uniqueness constraint was removed.
    case uniquenessRemoved([String])
    /// The indexes changed.
    case indexesChanged

    /// An attribute was added. The associated value is its value in old objects.
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
    /// A fetched property finds other objects.
    case fetchedPropertyChanged
    /// A property was renamed.
    case propertyRenamed(from: String)
    /// A property moved to an ancestor or a descendant of the entity that declared it.
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
    /// A property is now stored. The associated value is its value in old objects.
    case becameStored(InitialValue)
    /// A property that is not stored changed.
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
    /// An attribute now identifies objects in data, or no longer does.
    case identificationChanged(isIdentifying: Bool)

    /// The destination of a relationship changed. It is wider if it is an ancestor of the old destination.
    case destinationChanged(from: String, to: String, isWider: Bool)
    /// A relationship changed between to-one, to-many and ordered.
    case arityChanged(from: RelationshipDescription.Arity, to: RelationshipDescription.Arity)
    /// The inverse of a relationship changed.
    case inverseChanged(from: String?, to: String?)
    /// The minimum or maximum count of a relationship changed.
    case countsChanged(isTighter: Bool)
    /// The delete rule of a relationship changed.
    case deleteRuleChanged(from: DeleteRule, to: DeleteRule)

    /// A rule was added.
    case ruleAdded(ValidationRule)
    /// A rule was removed.
    case ruleRemoved(ValidationRule)
    /// The requirement of a rule with the same name or kind changed.
    case ruleChanged(from: ValidationRule, to: ValidationRule)
    /// The key in JSON changed.
    case keyChanged(from: String, to: String)
    /// The version modifier changed.
    case modifierChanged(from: String?, to: String?)
    /// The user info changed.
    case userInfoChanged
  }

  /// The value of a new attribute in old objects.
  public enum InitialValue: String, Hashable, Sendable, Codable {
    /// The default value.
    case defaultValue
    /// The result of the derivation.
    case derived
    /// No value, which is valid.
    case absent
    /// A value that the program sets, since the attribute is not stored.
    case transient
    /// No value, although a value is required.
    case missing
  }
}

extension ModelDifference.Change: Codable {
  private enum CodingKeys: String, CodingKey {
    case entity, property, fact, compatibility, reason
  }

  /// Decodes a change. Its compatibility follows from its kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
  }

  /// Encodes a change. The compatibility is included for readers other than Swift programs.
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
  /// `Book.pages: the type changed from Int16 to Int32 (lightweight). Every old value fits.`
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
