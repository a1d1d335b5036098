/// Errors: a model cannot be built from such a declaration.
extension ModelIssue.Code {
  /// The body of the model threw an error.
  public static let declarationThrew = Self(rawValue: "declarationThrew")

  /// A model has more than 10,000 entities.
  public static let tooManyEntities = Self(rawValue: "tooManyEntities")
  /// An entity has more than 10,000 properties, inherited ones included.
  public static let tooManyProperties = Self(rawValue: "tooManyProperties")
  /// A predicate, an expression, a type or a value is nested more than 200 levels deep.
  public static let tooDeep = Self(rawValue: "tooDeep")

  /// A name is empty or blank, or contains a character that has a meaning in key paths.
  public static let invalidName = Self(rawValue: "invalidName")
  /// Two entities have the same name.
  public static let duplicateEntity = Self(rawValue: "duplicateEntity")
  /// Two fetch templates of a model have the same name.
  public static let duplicateFetchTemplate = Self(rawValue: "duplicateFetchTemplate")
  /// Two properties of an entity have the same name.
  public static let duplicateProperty = Self(rawValue: "duplicateProperty")
  /// An entity declares a property that it inherits.
  public static let redefinedProperty = Self(rawValue: "redefinedProperty")
  /// The names of two properties of an entity have the same hash. Objects use this hash to find a property.
  public static let ambiguousHash = Self(rawValue: "ambiguousHash")
  /// A property has the name of a member that all objects have.
  public static let reservedName = Self(rawValue: "reservedName")
  /// A schema has a member that is not a property.
  public static let notAProperty = Self(rawValue: "notAProperty")
  /// A property of a schema has a name that differs from its label.
  public static let namedProperty = Self(rawValue: "namedProperty")
  /// A property of a schema is a copy of another property.
  public static let copiedProperty = Self(rawValue: "copiedProperty")
  /// A schema is created again at each use. It must be a stored constant.
  public static let remadeSchema = Self(rawValue: "remadeSchema")
  /// A key for JSON is empty.
  public static let invalidKey = Self(rawValue: "invalidKey")
  /// Two entities, or two properties of one, have the same key in JSON.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// Two entities, or two properties of one, claim the same earlier name.
  public static let duplicateRenaming = Self(rawValue: "duplicateRenaming")

  /// The parent of an entity does not exist.
  public static let unknownParent = Self(rawValue: "unknownParent")
  /// An entity inherits from itself.
  public static let inheritanceCycle = Self(rawValue: "inheritanceCycle")
  /// An abstract entity has no sub-entity, so it cannot have objects.
  public static let abstractWithoutSubentities = Self(rawValue: "abstractWithoutSubentities")

  /// The destination of a relationship or fetched property does not exist.
  public static let unknownDestination = Self(rawValue: "unknownDestination")
  /// The destination lacks the inverse of a relationship.
  public static let unknownInverse = Self(rawValue: "unknownInverse")
  /// The inverse of a relationship is an attribute.
  public static let inverseNotARelationship = Self(rawValue: "inverseNotARelationship")
  /// The destination of an inverse is not the entity of the relationship.
  public static let inverseLeadsElsewhere = Self(rawValue: "inverseLeadsElsewhere")
  /// Two relationships do not name each other as inverses.
  public static let inverseNotMutual = Self(rawValue: "inverseNotMutual")
  /// The discriminator of an entity, or its value, contradicts another declaration.
  public static let invalidDiscriminator = Self(rawValue: "invalidDiscriminator")
  /// A relationship owns its objects, but its declaration contradicts that.
  public static let invalidOwnership = Self(rawValue: "invalidOwnership")
  /// Each object of an entity would need an owner that needs an owner itself.
  public static let endlessOwnership = Self(rawValue: "endlessOwnership")
  /// A relationship has a maximum count of 0.
  public static let zeroMaximumCount = Self(rawValue: "zeroMaximumCount")
  /// A relationship has a negative count.
  public static let negativeCount = Self(rawValue: "negativeCount")
  /// The minimum count of a relationship is above its maximum.
  public static let reversedCounts = Self(rawValue: "reversedCounts")
  /// A to-one relationship has a count above 1.
  public static let countOnToOne = Self(rawValue: "countOnToOne")

  /// The raw type of an enumeration is not a built-in type.
  public static let invalidRawType = Self(rawValue: "invalidRawType")
  /// An enumeration lists no cases.
  public static let enumerationWithoutCases = Self(rawValue: "enumerationWithoutCases")
  /// A case of an enumeration does not have the enumeration's raw type.
  public static let invalidCase = Self(rawValue: "invalidCase")
  /// An enumeration lists a case twice.
  public static let duplicateCase = Self(rawValue: "duplicateCase")
  /// A composite has no elements.
  public static let compositeWithoutElements = Self(rawValue: "compositeWithoutElements")
  /// The elements of a list are lists or composites, which is not supported.
  public static let invalidListElement = Self(rawValue: "invalidListElement")
  /// Two elements of a composite have the same name.
  public static let duplicateElement = Self(rawValue: "duplicateElement")
  /// An element of a composite is declared as transient, identifying, unique or derived. Only the whole attribute can
  /// be.
  public static let elementRole = Self(rawValue: "elementRole")
  /// An element of a composite has a default value.
  public static let elementDefault = Self(rawValue: "elementDefault")
  /// An optional attribute of any JSON value has a default, so data could not say that it has no value.
  public static let optionalJSONDefault = Self(rawValue: "optionalJSONDefault")
  /// An attribute is identifying, but its type cannot identify objects.
  public static let invalidIdentity = Self(rawValue: "invalidIdentity")
  /// An identifying attribute has no uniqueness constraint.
  public static let identityWithoutUniqueness = Self(rawValue: "identityWithoutUniqueness")
  /// An attribute is derived and transient.
  public static let derivedTransient = Self(rawValue: "derivedTransient")
  /// An attribute with external storage is not of the type data, or is not stored at all.
  public static let unsupportedExternalStorage = Self(rawValue: "unsupportedExternalStorage")
  /// A derived attribute has a default.
  public static let derivedDefault = Self(rawValue: "derivedDefault")
  /// The expression of a derived attribute has another type than the attribute.
  public static let derivationType = Self(rawValue: "derivationType")
  /// A derived attribute depends on itself.
  public static let derivationCycle = Self(rawValue: "derivationCycle")
  /// The Swift type of a required attribute cannot represent the placeholder value that stands for a missing value.
  public static let noStandIn = Self(rawValue: "noStandIn")
  /// A default is invalid for the type of its attribute.
  public static let defaultType = Self(rawValue: "defaultType")
  /// A default breaks a rule of its attribute.
  public static let defaultBreaksRule = Self(rawValue: "defaultBreaksRule")

  /// A rule does not apply to the type of its attribute.
  public static let unsupportedRule = Self(rawValue: "unsupportedRule")
  /// A rule about an entity is declared on an attribute, or a rule about an attribute is declared on an entity.
  public static let misplacedRule = Self(rawValue: "misplacedRule")
  /// Two rules have the same name.
  public static let duplicateRule = Self(rawValue: "duplicateRule")
  /// The message of a rule contains a placeholder that does not name a property.
  public static let unknownPlaceholder = Self(rawValue: "unknownPlaceholder")
  /// A length rule has a negative bound.
  public static let negativeLength = Self(rawValue: "negativeLength")
  /// The minimum of a length rule is above its maximum.
  public static let reversedLength = Self(rawValue: "reversedLength")
  /// A bound of a range rule is NaN, or cannot be compared with the attribute.
  public static let invalidBound = Self(rawValue: "invalidBound")
  /// The range of a rule contains no value.
  public static let emptyRange = Self(rawValue: "emptyRange")
  /// A membership rule allows no value.
  public static let emptyMembership = Self(rawValue: "emptyMembership")
  /// A membership rule lists a value that is invalid for its attribute.
  public static let membershipType = Self(rawValue: "membershipType")
  /// A decimal literal has more digits than Swift preserves.
  public static let inexactDecimal = Self(rawValue: "inexactDecimal")
  /// A pattern is malformed, or cannot be matched in linear time.
  public static let invalidPattern = Self(rawValue: "invalidPattern")
  /// A rule has a JSON Schema with invalid or unsupported keywords.
  public static let invalidSchema = Self(rawValue: "invalidSchema")
  /// A rule, predicate or derivation reads an unknown property.
  public static let unknownPath = Self(rawValue: "unknownPath")
  /// A predicate compares, tests or computes values of unsuitable types.
  public static let invalidCondition = Self(rawValue: "invalidCondition")
  /// A predicate uses a variable without a value.
  public static let unboundVariable = Self(rawValue: "unboundVariable")

  /// A uniqueness constraint or index names no property.
  public static let emptyPropertyList = Self(rawValue: "emptyPropertyList")
  /// A uniqueness constraint or index names a property twice.
  public static let repeatedProperty = Self(rawValue: "repeatedProperty")
  /// A uniqueness constraint or index names an unknown property.
  public static let unknownProperty = Self(rawValue: "unknownProperty")
  /// A uniqueness constraint or index names a property that stores cannot compare.
  public static let unsupportedProperty = Self(rawValue: "unsupportedProperty")
  /// An index has elements of several kinds.
  public static let mixedIndex = Self(rawValue: "mixedIndex")
  /// An entity has several full-text indexes, its own or inherited ones.
  public static let repeatedFullText = Self(rawValue: "repeatedFullText")
  /// The weight of a property in a full-text index is not positive.
  public static let invalidWeight = Self(rawValue: "invalidWeight")

  /// A class has an accessor for an unknown property.
  public static let unknownAccessor = Self(rawValue: "unknownAccessor")
  /// A class has a stored property with the same name as a property of the entity, and therefore hides it.
  public static let hiddenProperty = Self(rawValue: "hiddenProperty")
  /// A class has an accessor for a fetched property, which objects do not store.
  public static let fetchedAccessor = Self(rawValue: "fetchedAccessor")
  /// A class has an accessor with an ambiguous name: two properties share the hash of this name.
  public static let ambiguousAccessor = Self(rawValue: "ambiguousAccessor")
  /// An accessor of a class differs from its attribute in type or optionality.
  public static let accessorType = Self(rawValue: "accessorType")
  /// A declaration silences an unknown kind of warning.
  public static let unknownWarning = Self(rawValue: "unknownWarning")
}

/// Warnings: the declaration is valid, but deserves attention.
extension ModelIssue.Code {
  /// The kinds of warnings, which declarations can silence.
  static let warnings: [Self] = [
    .missingInverse, .toManyOfOne, .acrossConfigurations, .danglingDeleteRule, .nullifiedRequired,
    .sharedCascade, .cascadeBothWays, .cascadeCycle, .optionalNumber, .hiddenName, .uniqueDefault,
    .duplicateUniqueness, .renamedFromPresent, .unboundRule, .unboundClass, .unboundDefault,
    // A default that breaks a rule with the severity of a warning is also a warning.
    .defaultBreaksRule,
  ]

  /// A relationship has no inverse.
  public static let missingInverse = Self(rawValue: "missingInverse")
  /// A to-many relationship has a maximum of one object.
  public static let toManyOfOne = Self(rawValue: "toManyOfOne")
  /// A relationship connects entities of different configurations.
  public static let acrossConfigurations = Self(rawValue: "acrossConfigurations")
  /// A delete rule leaves links to deleted objects.
  public static let danglingDeleteRule = Self(rawValue: "danglingDeleteRule")
  /// A delete rule removes a required link of another object.
  public static let nullifiedRequired = Self(rawValue: "nullifiedRequired")
  /// A delete rule cascades to objects that other objects may still use.
  public static let sharedCascade = Self(rawValue: "sharedCascade")
  /// A relationship and its inverse both cascade.
  public static let cascadeBothWays = Self(rawValue: "cascadeBothWays")
  /// Relationships of several entities cascade in a cycle.
  public static let cascadeCycle = Self(rawValue: "cascadeCycle")
  /// A number is optional. A default of 0 may be clearer.
  public static let optionalNumber = Self(rawValue: "optionalNumber")
  /// A property has the name of a member of typed views or of conditions.
  public static let hiddenName = Self(rawValue: "hiddenName")
  /// An attribute must be unique, but all new objects get the same default value.
  public static let uniqueDefault = Self(rawValue: "uniqueDefault")
  /// Two uniqueness constraints have the same properties.
  public static let duplicateUniqueness = Self(rawValue: "duplicateUniqueness")
  /// The earlier name of an entity or property is also the name of a present one.
  public static let renamedFromPresent = Self(rawValue: "renamedFromPresent")
  /// The closure of a rule is missing because the model was decoded.
  public static let unboundRule = Self(rawValue: "unboundRule")
  /// The class of an entity is missing because the model was decoded.
  public static let unboundClass = Self(rawValue: "unboundClass")
  /// The closure of a default value is missing because the model was decoded.
  public static let unboundDefault = Self(rawValue: "unboundDefault")
}
