public import ArmatureModel

extension ValidationFailure {
  /// The kind of a failure, with the facts for its message.
  ///
  /// ```swift
  /// book.pages = 0
  /// if case .rule(.range(let minimum, _, _), _, _, _)? = book.validate().first?.kind {
  ///   print(minimum ?? .null)  // 1
  /// }
  /// ```
  public indirect enum Kind: Hashable, Sendable, Codable {
    /// A rule of the model is broken.
    ///
    /// `actual` is the actual length or count. `details` contains the values of the properties that the rule reads.
    /// `others` contains the other objects that have the same unique values.
    case rule(
      ValidationRule.Requirement, actual: Int? = nil, details: [Detail] = [], others: [Object] = [])

    /// A part of a JSON value breaks the schema in a rule.
    case schema(JSONSchema.Requirement)

    /// A value has the wrong type.
    ///
    /// In loaded data, `found` is `text`, `number`, `bool`, `array`, `object` or `null`. Otherwise, `found` is the name
    /// of a Swift type.
    case wrongType(expected: AttributeType, found: String)
    /// A value has the correct stored type, but the Swift type of the attribute cannot represent it.
    case notRepresentable(AttributeType)
    /// The data have another structure than the model requires.
    ///
    /// `found` has the same values as in ``wrongType(expected:found:)``.
    case wrongStructure(expected: Structure, found: String)

    /// The data contain a key that is not a property of the entity. The suggestion is a similar name.
    case unknownKey(suggestion: String?)
    /// The data contain a key of a property that must not be set from data.
    case keyNotAllowed(Exclusion = .notListed)
    /// A key occurs twice in one object.
    case duplicateKey
    /// The data contain the name of an unknown entity. The suggestion is a similar name.
    case unknownEntity(name: String, suggestion: String?)
    /// The data contain an object of an abstract entity.
    case abstractEntity
    /// The data contain an object that fits no sub-entity of an abstract entity, and does not name one.
    ///
    /// The candidates are sorted by the number of their failures.
    case noEntity([Candidate])
    /// The data do not contain the key of a required property.
    ///
    /// `key` is `nil` if it is the same as the name of the property.
    case missingValue(key: String? = nil)
    /// A number is out of the range of its type. `text` is the number as written in the data.
    case outOfRange(AttributeType, text: String? = nil)
    /// A number cannot be stored without changing it. `text` is the number as written in the data.
    case inexact(AttributeType, text: String? = nil)
    /// A text is not a valid date.
    case badDate
    /// A text does not have the format of its type. For example, it is an invalid UUID, URL or Base64 text.
    case badFormat(AttributeType)
    /// A reference leads to a missing object. The suggestion is a similar identifying value that exists.
    case brokenReference(entity: String, identifier: AttributeValue, suggestion: String? = nil)
    /// A reference leads to an object in the data that was left out as invalid.
    case leftOutReference(entity: String, identifier: AttributeValue)
    /// An invalid record was left out, together with records inside it that have no other failure.
    case leftOutRecords(count: Int)
    /// More than one object has the identifying value of a reference.
    case ambiguousReference(entity: String, identifier: AttributeValue, count: Int)
    /// The data link an object to several others, although it can be linked to only one.
    case contradictoryReference(of: Object, to: [Object])
    /// Another object has the same identifying value.
    case duplicateIdentity(of: Object)
    /// The entity of a record does not have exactly one identifying attribute. Therefore, a later load cannot find the
    /// object of the record.
    ///
    /// `identifying` contains the attributes that are declared as identifying, none or several. `unique` contains
    /// unique attributes, which you could declare as identifying.
    case missingIdentity(identifying: [String], unique: [String] = [])
    /// The data have a syntax error. The sentence states the reason.
    case syntax(String)
    /// The data contain more failures than ``LoadOptions/failureLimit``.
    ///
    /// `listed` is the number of failures in the report, and `more` is the number of failures that are not in the
    /// report. If `isReadable` is `false`, these include a syntax error.
    case unlisted(listed: Int, more: Int, isReadable: Bool = true)

    /// An object cannot be deleted, because a relationship still leads to other objects. `first` contains a few of
    /// these objects.
    case deleteDenied(relationship: String, count: Int, first: [Object] = [])
    /// The hook `prepareForDeletion` still added objects to the deletion after the given number of rounds.
    case deletionUnstable(rounds: Int)
    /// A relationship leads to a deleted object.
    case danglingReference(Object)
    /// An object that is a part must have exactly one owner, but has none or several, or belongs to a part of itself.
    ///
    /// `relationships` contains the relationships by which an object can own it, such as `Order.lines`.
    case wrongOwner(relationships: [String], owners: [Object] = [])
    /// The stored value of a derived attribute differs from the value computed from the rest of the store.
    case wrongDerivedValue(right: AttributeValue)
    /// The closure of a rule is missing, because the model was decoded from data.
    case unboundRule(name: String)
    /// A rule or a validation method threw an error that is not a validation failure.
    case threw(name: String, error: String)
    /// A rule or a validation method changed the object that it validated.
    case changedDuringValidation
    /// The object was deleted or reset, or its context no longer exists, so it cannot be validated.
    case invalidated(withContext: Bool)
  }

  /// An entity that an object in data could have, and the reasons why it does not fit.
  public struct Candidate: Hashable, Sendable, Codable {
    /// The name of the entity.
    public let entity: String
    /// The first of the failures that the object would have as one of the entity.
    public let failures: [ValidationFailure]
    /// The number of all these failures.
    public let count: Int

    /// Creates a candidate. Without a count, it has the given failures only.
    public init(entity: String, failures: [ValidationFailure], count: Int? = nil) {
      self.entity = entity
      self.failures = failures
      self.count = count ?? failures.count
    }
  }

  /// The reason why a property must not be set from data.
  public enum Exclusion: String, Hashable, Sendable, Codable {
    /// The property is not in the list of allowed properties. Or it is a relationship that cannot be set here, for
    /// example because the object has no context.
    case notListed
    /// The property is derived from other properties.
    case derived
    /// The property is transient, so data never contain it.
    case transient
  }

  /// An expected structure of data.
  public enum Structure: Hashable, Sendable, Codable {
    /// An object with keys.
    case object
    /// An array.
    case list
    /// The record of an object. A reference is not possible, because the entity has no identifying attribute.
    case record(entity: String)
    /// A reference to one object of an entity.
    case reference(entity: String)
    /// An array of references to objects of an entity.
    case references(entity: String)
    /// An object with a record of an entity for each key.
    case keyedRecords(entity: String)
    /// A link to an object in the same output. A reference is not possible, because nothing identifies the object.
    case writtenObject(entity: String)
    /// An object inside a limited number of arrays and objects.
    case nestedObject(limit: Int)
    /// A cell of a table with a reference. It is not possible, because nothing identifies the object.
    case referenceInCell(entity: String)
  }
}
