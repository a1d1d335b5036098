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
    /// A rule is broken. `actual` is the length or count, `details` are the values of the rule's properties, and
    /// `others` are the conflicting objects.
    case rule(
      ValidationRule.Requirement, actual: Int? = nil, details: [Detail] = [], others: [Object] = [])

    /// A value has the wrong type. `found` is `text`, `number`, `bool`, `array`, `object` or `null` in data, and the
    /// name of a Swift type elsewhere.
    case wrongType(expected: AttributeType, found: String)
    /// A value has the stored type, but the Swift type of the attribute cannot represent it.
    case notRepresentable(AttributeType)
    /// Data has another structure than the model; `found` is as in ``wrongType(expected:found:)``.
    case wrongStructure(expected: Structure, found: String)

    /// Data has a key that is not a property of the entity; the suggestion is a similar name.
    case unknownKey(suggestion: String?)
    /// Data has a key that must not be set from it.
    case keyNotAllowed(Exclusion = .notListed)
    /// A key occurs twice in one object.
    case duplicateKey
    /// Data names an unknown entity; the suggestion is a similar name.
    case unknownEntity(name: String, suggestion: String?)
    /// Data has an object of an abstract entity.
    case abstractEntity
    /// Data lacks the key of a required property; `key` is given if it differs from the name of the property.
    case missingValue(key: String? = nil)
    /// A number is out of the type's range; `text` is the number as written in the data.
    case outOfRange(AttributeType, text: String? = nil)
    /// A number would change when stored; `text` is the number as written in the data.
    case inexact(AttributeType, text: String? = nil)
    /// Text is not a date.
    case badDate
    /// Text does not have the format of the type: an invalid UUID, URL or Base64 text.
    case badFormat(AttributeType)
    /// A reference leads to a missing object; the suggestion is a similar value.
    case brokenReference(entity: String, identifier: AttributeValue, suggestion: String? = nil)
    /// A reference leads to an object in the data that was left out as invalid.
    case leftOutReference(entity: String, identifier: AttributeValue)
    /// An invalid record was left out, together with records inside it that have no other failure.
    case leftOutRecords(count: Int)
    /// A reference leads to several objects.
    case ambiguousReference(entity: String, identifier: AttributeValue, count: Int)
    /// The data links an object to several others, although it can only be linked to one.
    case contradictoryReference(of: Object, to: [Object])
    /// Another object has the same identifying value.
    case duplicateIdentity(of: Object)
    /// The entity of a record has no single identifying attribute, so that a later load cannot find its object again.
    /// `identifying` are the attributes declared as identifying, none or several; `unique` are other candidates.
    case missingIdentity(identifying: [String], unique: [String] = [])
    /// Text cannot be parsed; the sentence states the reason.
    case syntax(String)
    /// Data has more failures than ``LoadOptions/failureLimit``: `listed` are in the report, and `more` are not. The
    /// latter may include unparsable text.
    case unlisted(listed: Int, more: Int, isReadable: Bool = true)

    /// An object cannot be deleted while a relationship leads to others; `first` are a few of these.
    case deleteDenied(relationship: String, count: Int, first: [Object] = [])
    /// `prepareForDeletion` still added objects to the deletion after this many rounds.
    case deletionUnstable(rounds: Int)
    /// A relationship leads to a deleted object.
    case danglingReference(Object)
    /// The stored value of a derived attribute differs from the value computed from the rest of the store.
    case wrongDerivedValue(right: AttributeValue)
    /// The closure of a rule is missing, because the model came from data.
    case unboundRule(name: String)
    /// A rule or a validation method threw an error of another kind.
    case threw(name: String, error: String)
    /// A rule or a validation method changed the object that it validated.
    case changedDuringValidation
    /// The object was deleted or reset, or its context no longer exists, so it cannot be validated.
    case invalidated(withContext: Bool)
  }

  /// The reason why a property must not be set from data.
  public enum Exclusion: String, Hashable, Sendable, Codable {
    /// It is not on the list of allowed properties. Or it is a relationship that this data cannot set, for example
    /// because the object has no context.
    case notListed
    /// Its value is derived from others.
    case derived
    /// It is transient, so data never contains it.
    case transient
  }

  /// An expected structure of data.
  public enum Structure: Hashable, Sendable, Codable {
    /// An object with keys.
    case object
    /// An array.
    case list
    /// The record of one object of an entity that references cannot identify.
    case record(entity: String)
    /// A reference to one object of an entity.
    case reference(entity: String)
    /// An array of references to objects of an entity.
    case references(entity: String)
  }
}
