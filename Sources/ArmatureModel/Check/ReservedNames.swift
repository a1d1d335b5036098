/// Names that properties cannot have, or should not, because objects have members of these names.
package enum ReservedNames {
  /// The members of every object: each would silently stand for something else than the property.
  package static let members: Set<String> = [
    // Identity and state.
    "objectID", "entity", "context", "managedObjectContext", "state", "isInserted", "isUpdated",
    "isDeleted", "isFault", "hasChanges", "hasPersistentChangedValues", "changedValues",
    "committedValues", "isValid",
    // Values by key.
    "keys", "values", "value", "setValue", "primitiveValue", "setPrimitiveValue", "property",
    "setProperty", "propertyValue", "insert", "remove", "setValuesForKeys", "dictionaryWithValues",
    // Life cycle and validation.
    "awakeFromInsert", "prepareForDeletion", "willSave", "didSave", "validate", "validateGraph",
    "validateValue", "validateForInsert", "validateForUpdate", "validateForDelete",
    "validateForSave",
    // The language.
    "description", "debugDescription", "hash", "hashValue", "self", "Self", "Type", "Protocol",
    "init", "subscript", "dynamicMember", "makeIterator",
    // Properties that sequences have: read as values, they would be something else without a word.
    "lazy", "underestimatedCount",
  ]

  /// The methods that objects have because their values can be iterated over.
  ///
  /// `stock.count` does not compile as a value, and `stock["count"]` works: worth a warning.
  package static let sequenceMembers: Set<String> = [
    "allSatisfy", "compactMap", "contains", "count", "drop", "dropFirst", "dropLast",
    "elementsEqual", "enumerated", "filter", "first", "flatMap", "forEach",
    "lexicographicallyPrecedes", "map", "max", "min", "prefix", "reduce", "reversed", "shuffled",
    "sorted", "split", "starts", "suffix",
    "withContiguousStorageIfAvailable",
  ]

  enum Kind {
    case member, sequenceMember
  }

  /// Both lists as one, since every property of every model is looked up.
  static let kinds: [String: Kind] = Dictionary(
    uniqueKeysWithValues: members.map { ($0, .member) }
      + sequenceMembers.map { ($0, .sequenceMember) })
}
