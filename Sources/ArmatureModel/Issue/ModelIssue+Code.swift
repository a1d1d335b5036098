/// Mistakes: a declaration with one of these makes no model.
extension ModelIssue.Code {
  /// The body of the model threw an error.
  public static let declarationThrew = Self(rawValue: "declarationThrew")

  /// A model has more than 10,000 entities.
  public static let tooManyEntities = Self(rawValue: "tooManyEntities")
  /// An entity has more than 10,000 properties, inherited ones included.
  public static let tooManyProperties = Self(rawValue: "tooManyProperties")
  /// A condition, an expression, a type or a value is nested more than 200 deep.
  public static let tooDeep = Self(rawValue: "tooDeep")

  /// A name is empty, blank, or has characters that mean something in paths.
  public static let invalidName = Self(rawValue: "invalidName")
  /// Two entities have one name.
  public static let duplicateEntity = Self(rawValue: "duplicateEntity")
  /// Two fetch templates of a model have one name.
  public static let duplicateFetchTemplate = Self(rawValue: "duplicateFetchTemplate")
  /// Two properties of an entity have one name.
  public static let duplicateProperty = Self(rawValue: "duplicateProperty")
  /// An entity declares a property that it inherits.
  public static let redefinedProperty = Self(rawValue: "redefinedProperty")
  /// Two properties of an entity have names with the same hash, by which objects find them.
  public static let ambiguousHash = Self(rawValue: "ambiguousHash")
  /// A property is called like a member of every object.
  public static let reservedName = Self(rawValue: "reservedName")
  /// A schema holds something that is no property.
  public static let notAProperty = Self(rawValue: "notAProperty")
  /// A property of a schema is given another name than its label.
  public static let namedProperty = Self(rawValue: "namedProperty")
  /// A property of a schema is a copy of another.
  public static let copiedProperty = Self(rawValue: "copiedProperty")
  /// A schema is made anew at each use.
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
  /// An abstract entity has no sub-entity, so no object can be of it.
  public static let abstractWithoutSubentities = Self(rawValue: "abstractWithoutSubentities")

  /// A relationship or fetched property leads to an entity that does not exist.
  public static let unknownDestination = Self(rawValue: "unknownDestination")
  /// The destination lacks the inverse that a relationship names.
  public static let unknownInverse = Self(rawValue: "unknownInverse")
  /// The inverse that a relationship names is an attribute.
  public static let inverseNotARelationship = Self(rawValue: "inverseNotARelationship")
  /// An inverse does not lead back to exactly the objects that lead to it.
  public static let inverseLeadsElsewhere = Self(rawValue: "inverseLeadsElsewhere")
  /// Two relationships do not name each other as inverses.
  public static let inverseNotMutual = Self(rawValue: "inverseNotMutual")
  /// A relationship has a maximum count of 0.
  public static let countOfNone = Self(rawValue: "countOfNone")
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
  /// A case of an enumeration is not of its raw type.
  public static let invalidCase = Self(rawValue: "invalidCase")
  /// An enumeration lists a case twice.
  public static let duplicateCase = Self(rawValue: "duplicateCase")
  /// A composite has no elements.
  public static let compositeWithoutElements = Self(rawValue: "compositeWithoutElements")
  /// A list has elements that are lists or composites.
  public static let invalidListElement = Self(rawValue: "invalidListElement")
  /// Two elements of a composite have one name.
  public static let duplicateElement = Self(rawValue: "duplicateElement")
  /// An element of a composite is transient, identifying, unique or derived by itself.
  public static let elementRole = Self(rawValue: "elementRole")
  /// An element of a composite has a default of its own.
  public static let elementDefault = Self(rawValue: "elementDefault")
  /// An attribute that cannot identify objects is identifying.
  public static let unfitIdentity = Self(rawValue: "unfitIdentity")
  /// An identifying attribute has no uniqueness constraint of its own.
  public static let identityWithoutUniqueness = Self(rawValue: "identityWithoutUniqueness")
  /// An attribute is derived and transient.
  public static let derivedTransient = Self(rawValue: "derivedTransient")
  /// An attribute that is no data, or is not stored, is stored externally.
  public static let unfitExternalStorage = Self(rawValue: "unfitExternalStorage")
  /// A derived attribute has a default.
  public static let derivedDefault = Self(rawValue: "derivedDefault")
  /// A derived attribute is computed from values of another type.
  public static let derivationType = Self(rawValue: "derivationType")
  /// A derived attribute is computed from itself.
  public static let derivationCycle = Self(rawValue: "derivationCycle")
  /// The Swift type of a required attribute takes nothing in place of an absent value.
  public static let noStandIn = Self(rawValue: "noStandIn")
  /// A default is not a value of its attribute.
  public static let defaultType = Self(rawValue: "defaultType")
  /// A default breaks a rule of its attribute.
  public static let defaultBreaksRule = Self(rawValue: "defaultBreaksRule")

  /// A rule does not fit the type of its attribute.
  public static let unfitRule = Self(rawValue: "unfitRule")
  /// A rule stands on an attribute and belongs to an entity, or the reverse.
  public static let misplacedRule = Self(rawValue: "misplacedRule")
  /// Two rules have one name.
  public static let duplicateRule = Self(rawValue: "duplicateRule")
  /// The message of a rule has a name in braces that is no property.
  public static let unknownPlaceholder = Self(rawValue: "unknownPlaceholder")
  /// A length rule has a negative bound.
  public static let negativeLength = Self(rawValue: "negativeLength")
  /// The minimum of a length rule is above its maximum.
  public static let reversedLength = Self(rawValue: "reversedLength")
  /// A bound of a range rule is NaN, or cannot be compared with the attribute.
  public static let invalidBound = Self(rawValue: "invalidBound")
  /// No value can lie in the range of a rule.
  public static let emptyRange = Self(rawValue: "emptyRange")
  /// A membership rule allows no value.
  public static let emptyMembership = Self(rawValue: "emptyMembership")
  /// A membership rule lists what is no value of its attribute.
  public static let membershipType = Self(rawValue: "membershipType")
  /// A decimal was written as a literal of more digits than Swift hands over.
  public static let inexactDecimal = Self(rawValue: "inexactDecimal")
  /// A pattern is malformed, or outside of what is matched in linear time.
  public static let invalidPattern = Self(rawValue: "invalidPattern")
  /// A rule, condition or derivation reads a property that does not exist.
  public static let unknownPath = Self(rawValue: "unknownPath")
  /// A condition compares, tests or computes what it cannot.
  public static let invalidCondition = Self(rawValue: "invalidCondition")
  /// A condition uses a variable that has no value there.
  public static let unboundVariable = Self(rawValue: "unboundVariable")

  /// A uniqueness constraint or index names no property.
  public static let emptyPropertyList = Self(rawValue: "emptyPropertyList")
  /// A uniqueness constraint or index names a property twice.
  public static let repeatedProperty = Self(rawValue: "repeatedProperty")
  /// A uniqueness constraint or index names a property that does not exist.
  public static let unknownProperty = Self(rawValue: "unknownProperty")
  /// A uniqueness constraint or index names what stores cannot compare.
  public static let unfitProperty = Self(rawValue: "unfitProperty")
  /// An index has elements of several kinds.
  public static let mixedIndex = Self(rawValue: "mixedIndex")

  /// A class has an accessor for a property that does not exist.
  public static let unknownAccessor = Self(rawValue: "unknownAccessor")
  /// A class stores a property itself that its entity has, and so hides it.
  public static let hiddenProperty = Self(rawValue: "hiddenProperty")
  /// A class has an accessor for a fetched property, which no object holds.
  public static let fetchedAccessor = Self(rawValue: "fetchedAccessor")
  /// A class has an accessor for a name whose hash two properties have.
  public static let ambiguousAccessor = Self(rawValue: "ambiguousAccessor")
  /// An accessor of a class differs from its attribute in type or optionality.
  public static let accessorType = Self(rawValue: "accessorType")
  /// A declaration is silencing what is no kind of warning.
  public static let unknownWarning = Self(rawValue: "unknownWarning")
}

/// Warnings: legal, but deserving a look.
extension ModelIssue.Code {
  /// The kinds of warnings, which declarations may be silencing.
  static let warnings: [Self] = [
    .missingInverse, .toManyOfOne, .acrossConfigurations, .danglingDeleteRule, .nullifiedRequired,
    .sharedCascade, .cascadeBothWays, .cascadeCycle, .optionalNumber, .hiddenName, .uniqueDefault,
    .duplicateUniqueness, .renamedFromPresent, .unboundRule, .unboundClass, .unboundDefault,
    // The default may break a rule that only warns.
    .defaultBreaksRule,
  ]

  /// A relationship has no inverse.
  public static let missingInverse = Self(rawValue: "missingInverse")
  /// A to-many relationship leads to one object at most.
  public static let toManyOfOne = Self(rawValue: "toManyOfOne")
  /// A relationship leads to an entity of other configurations.
  public static let acrossConfigurations = Self(rawValue: "acrossConfigurations")
  /// A delete rule leaves links to deleted objects.
  public static let danglingDeleteRule = Self(rawValue: "danglingDeleteRule")
  /// A delete rule takes objects a link that they need.
  public static let nullifiedRequired = Self(rawValue: "nullifiedRequired")
  /// A delete rule deletes objects that others share.
  public static let sharedCascade = Self(rawValue: "sharedCascade")
  /// A relationship and its inverse both cascade.
  public static let cascadeBothWays = Self(rawValue: "cascadeBothWays")
  /// Relationships of several entities cascade in a cycle.
  public static let cascadeCycle = Self(rawValue: "cascadeCycle")
  /// A number is optional.
  public static let optionalNumber = Self(rawValue: "optionalNumber")
  /// A property is called like a member of typed views or of conditions.
  public static let hiddenName = Self(rawValue: "hiddenName")
  /// An attribute is unique and has one default for all objects.
  public static let uniqueDefault = Self(rawValue: "uniqueDefault")
  /// The same properties are unique twice.
  public static let duplicateUniqueness = Self(rawValue: "duplicateUniqueness")
  /// The earlier name of a property or entity is in use.
  public static let renamedFromPresent = Self(rawValue: "renamedFromPresent")
  /// A rule that is a closure lost it when the model was encoded.
  public static let unboundRule = Self(rawValue: "unboundRule")
  /// An entity lost its class when the model was encoded.
  public static let unboundClass = Self(rawValue: "unboundClass")
  /// A default that is a closure lost it when the model was encoded.
  public static let unboundDefault = Self(rawValue: "unboundDefault")
}
