public import ArmatureModel

extension ValidationFailure {
  /// What is wrong, with the facts that a message needs.
  ///
  /// ```swift
  /// book.pages = 0
  /// if case .rule(.range(let minimum, _, _), _, _, _)? = book.validate().first?.kind {
  ///   print(minimum ?? .null)  // 1
  /// }
  /// ```
  public indirect enum Kind: Hashable, Sendable, Codable {
    /// A rule is broken. `actual` is the length or count that was found, `details` are the values
    /// of the properties the rule speaks of, and `others` the objects that conflict.
    case rule(
      ValidationRule.Requirement, actual: Int? = nil, details: [Detail] = [], others: [Object] = [])

    /// A value is of another type: `text`, `number`, `bool`, `array`, `object` or `null` in data,
    /// the name of a Swift type elsewhere.
    case wrongType(expected: AttributeType, found: String)
    /// A value has the stored type, but the Swift type of the attribute has no such value.
    case notRepresentable(AttributeType)
    /// Data has another shape than the model; `found` is as in ``wrongType(expected:found:)``.
    case wrongStructure(expected: Structure, found: String)

    /// Data has a key that is no property of the entity; the suggestion is a near miss.
    case unknownKey(suggestion: String?)
    /// Data has a key that must not be set from it.
    case keyNotAllowed(Exclusion = .notListed)
    /// A key occurs twice in one object.
    case duplicateKey
    /// Data names an entity that the model lacks; the suggestion is a near miss.
    case unknownEntity(name: String, suggestion: String?)
    /// Data has an object of an abstract entity.
    case abstractEntity
    /// Data lacks the key of a property that has to have a value; `key` is given where it is not the
    /// name of the property.
    case missingValue(key: String? = nil)
    /// A number does not fit the type; `text` is the number as it stands in the data.
    case outOfRange(AttributeType, text: String? = nil)
    /// A number would change if it were kept; `text` is the number as it stands in the data.
    case inexact(AttributeType, text: String? = nil)
    /// Text is no date.
    case badDate
    /// Text is not in the form of the type: no UUID, no URL, no Base64.
    case badFormat(AttributeType)
    /// A reference leads to an object that does not exist; the suggestion is a near miss.
    case brokenReference(entity: String, identifier: AttributeValue, suggestion: String? = nil)
    /// A reference leads to an object that the data has, but which was left out as not valid.
    case leftOutReference(entity: String, identifier: AttributeValue)
    /// A record was left out as not valid, and with it so many inside of it that no other failure tells of.
    case leftOutRecords(count: Int)
    /// A reference leads to several objects.
    case ambiguousReference(entity: String, identifier: AttributeValue, count: Int)
    /// The data links an object to several, where it may be linked to one only.
    case contradictoryReference(of: Object, to: [Object])
    /// Another object has the same identifying value.
    case duplicateIdentity(of: Object)
    /// No single attribute of the entity of a record is identifying, so that no later load finds its object again.
    /// `identifying` are those that are declared so, none or several; `unique` are others that could be.
    case missingIdentity(identifying: [String], unique: [String] = [])
    /// Text cannot be read at all; the sentence says why.
    case syntax(String)
    /// Data has more failures than ``LoadOptions/failureLimit``; those are listed, `more` are not, among
    /// them perhaps text that cannot be read.
    case unlisted(listed: Int, more: Int, isReadable: Bool = true)

    /// An object cannot be deleted while a relationship leads to others; `first` are a few of them.
    case deleteDenied(relationship: String, count: Int, first: [Object] = [])
    /// `prepareForDeletion` still added objects to what is deleted after so many rounds.
    case deletionUnstable(rounds: Int)
    /// A relationship leads to an object that was deleted.
    case danglingReference(Object)
    /// The stored value of a derived attribute is not what is computed from the rest of the store.
    case wrongDerivedValue(right: AttributeValue)
    /// A rule that is a closure lacks it, because the model came from data.
    case unboundRule(name: String)
    /// A rule or a validation method threw an error of another kind.
    case threw(name: String, error: String)
    /// A rule or a validation method changed the object that it validated.
    case changedDuringValidation
    /// The object was deleted or reset, or its context is gone, so there is nothing to validate.
    case gone(withContext: Bool)
  }

  /// Why a property must not be set from data.
  public enum Exclusion: String, Hashable, Sendable, Codable {
    /// It is not on the list of what may be set, or leads to objects of which there are none.
    case notListed
    /// Its value follows from others.
    case derived
    /// It is not kept, so no data brings it.
    case transient
  }

  /// A shape that data is expected to have.
  public enum Structure: Hashable, Sendable, Codable {
    /// An object with keys.
    case object
    /// An array.
    case list
    /// The record of one object of an entity, to which nothing could refer.
    case record(entity: String)
    /// A reference to one object of an entity.
    case reference(entity: String)
    /// An array of references to objects of an entity.
    case references(entity: String)
  }
}
