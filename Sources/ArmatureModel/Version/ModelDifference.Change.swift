extension ModelDifference {
  /// One change.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int?.self) } }
  /// for change in model.difference(from: released).changes {
  ///   print(change.entity, change.property ?? "", change.compatibility)  // Book pages lightweight
  /// }
  /// ```
  public struct Change: Hashable, Sendable {
    /// The name of the entity in the new model; in the old one, if it is gone.
    public let entity: String
    /// The name of the property in the new model, or in the old one, if it is gone.
    ///
    /// An element of a composite has a dotted name. `nil` where the entity itself changed.
    public let property: String?
    /// What changed.
    public let fact: Fact

    init(entity: String, property: String? = nil, _ fact: Fact) {
      self.entity = entity
      self.property = property
      self.fact = fact
    }

    /// What the change means for a store of the old model.
    public var compatibility: Compatibility { fact.assessment.compatibility }

    /// Why it means that, in a sentence.
    public var reason: String { fact.assessment.reason }
  }

  /// What can change.
  public enum Fact: Hashable, Sendable, Codable {
    /// The entity is new.
    case entityAdded
    /// The entity is gone.
    case entityRemoved
    /// The entity had another name.
    case entityRenamed(from: String)
    /// The entity has no objects of its own any more.
    case becameAbstract
    /// The entity has objects of its own.
    case becameConcrete
    /// The entity inherits from another one. Hierarchies merge if two entities of different
    /// hierarchies are in one now.
    case parentChanged(from: String?, to: String?, mergesHierarchies: Bool)
    /// Objects are of another class.
    case classChanged(from: String, to: String)
    /// The entity belongs to other subsets of the model.
    case configurationsChanged(added: [String], removed: [String])
    /// Properties became unique together.
    case uniquenessAdded([String])
    /// Properties are not unique together any more.
    case uniquenessRemoved([String])
    /// There are other indexes.
    case indexesChanged

    /// The attribute is new; for old objects it has the value that is told.
    case attributeAdded(InitialValue)
    /// The attribute is gone.
    case attributeRemoved
    /// The relationship is new.
    case relationshipAdded(isOptional: Bool)
    /// The relationship is gone.
    case relationshipRemoved
    /// The fetched property is new.
    case fetchedPropertyAdded
    /// The fetched property is gone.
    case fetchedPropertyRemoved
    /// The fetched property finds other objects.
    case fetchedPropertyChanged
    /// The property had another name.
    case propertyRenamed(from: String)
    /// The property is declared by an ancestor, or a descendant, of the entity that declared it.
    case propertyMoved(from: String, to: String)
    /// An attribute became a relationship.
    case becameRelationship
    /// A relationship became an attribute.
    case becameAttribute

    /// Values are stored as another type.
    case typeChanged(from: AttributeType, to: AttributeType)
    /// Values are of another Swift type that is stored in the same way.
    case swiftTypeChanged(from: String, to: String)
    /// An enumeration has other cases.
    case casesChanged(added: [AttributeValue], removed: [AttributeValue])
    /// The property may be absent.
    case becameOptional
    /// The property must be present.
    case becameRequired(hasDefault: Bool)
    /// The property is not stored any more.
    case becameTransient
    /// The property is stored; for old objects it has the value that is told.
    case becameStored(InitialValue)
    /// A property that is not stored changed.
    case transientChanged
    /// The attribute is computed.
    case becameDerived
    /// The attribute is not computed any more.
    case becameUnderived
    /// Large values may be stored in files of their own.
    case becameExternal
    /// Large values are not stored in files of their own any more.
    case becameInternal
    /// The attribute is computed from something else.
    case derivationChanged
    /// New objects get another value, or none.
    case defaultChanged
    /// The attribute identifies objects in data, or does not any more.
    case identificationChanged(isIdentifying: Bool)

    /// The relationship leads to another entity. A wider one is an ancestor of the old one.
    case destinationChanged(from: String, to: String, isWider: Bool)
    /// The relationship leads to one object, to several, or to an order of several.
    case arityChanged(from: RelationshipDescription.Arity, to: RelationshipDescription.Arity)
    /// The relationship has another inverse.
    case inverseChanged(from: String?, to: String?)
    /// The relationship leads to at least, or at most, another number of objects.
    case countsChanged(isTighter: Bool)
    /// Deleting an object does something else to related ones.
    case deleteRuleChanged(from: DeleteRule, to: DeleteRule)

    /// Values must satisfy one rule more.
    case ruleAdded(ValidationRule)
    /// Values must satisfy one rule less.
    case ruleRemoved(ValidationRule)
    /// A rule of the same kind, or the same name, requires something else.
    case ruleChanged(from: ValidationRule, to: ValidationRule)
    /// Data has another key in JSON.
    case keyChanged(from: String, to: String)
    /// The version modifier changed.
    case modifierChanged(from: String?, to: String?)
    /// The user info changed.
    case userInfoChanged
  }

  /// What old objects have in a new attribute.
  public enum InitialValue: String, Hashable, Sendable, Codable {
    /// The default.
    case defaultValue
    /// The result of the derivation.
    case derived
    /// No value, which is legal.
    case absent
    /// Whatever the program gives it; it is not stored.
    case transient
    /// No value, although one is required.
    case missing
  }
}

extension ModelDifference.Change: Codable {
  private enum CodingKeys: String, CodingKey {
    case entity, property, fact, compatibility, reason
  }

  /// Decodes what changed; what it means follows from that.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
  }

  /// Encodes what changed and, for readers that are no Swift programs, what it means.
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
  /// What a sentence calls an entity or a property: `Book.title`.
  static func place(_ entity: String, _ property: String?) -> String {
    var place = entity.inMessage
    for name in property?.split(separator: ".") ?? [] { place += "." + String(name).inMessage }
    return place
  }
}
