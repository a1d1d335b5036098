/// The names of members that hide a property where it would be reached with a dot.
///
/// What has a dynamic member lookup has few other members, and those that are called like properties of
/// real models stand where they hide none (see `value(forKey:)` and `TextQueryExpression`). A test
/// compares the lists with the public members that there are.
package enum ReservedNames {
  /// What hides a property of the name.
  package enum Place {
    case objects, views, conditions, collections
  }

  /// The members of every object: each would silently stand for something else than the property.
  package static let members: Set<String> = [
    // Core Data's own.
    "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted",
    "hasChanges", "hasPersistentChangedValues", "changedValues",
    "changedValuesForCurrentEvent", "committedValues", "setValue",
    "primitiveValue", "setPrimitiveValue", "validateValue", "awakeFromInsert",
    "awakeFromFetch", "awake", "willTurnIntoFault", "didTurnIntoFault", "hasFault", "objectIDs",
    "prepareForDeletion", "willSave", "didSave", "validateForInsert", "validateForUpdate",
    "validateForDelete", "setValuesForKeys", "dictionaryWithValues", "description", "hash",
    // Ours.
    "objectState", "properties", "propertyValue", "insert", "remove", "memberCount", "validate",
    "validateGraph", "validateForSave", "isValid", "snapshot",
    // The language's.
    "hashValue", "self", "init",
  ]

  /// What else typed views have as members.
  package static let viewMembers: Set<String> = ["managedObject", "isSet", "view", "delete"]

  /// What all have that conditions are made of.
  package static let conditionMembers: Set<String> = ["fetchExpression"]

  /// What the objects of a to-many relationship have in a typed condition, beside relationships.
  package static let collectionMembers: Set<String> = [
    "count", "isEmpty", "filter", "any", "all", "none", "sum", "average", "min", "max", "contains",
    "allSatisfy",
  ]

  /// All lists as one, since every property of every model is looked up.
  private static let places: [String: Place] = Dictionary(
    uniqueKeysWithValues: members.map { ($0, .objects) } + viewMembers.map { ($0, .views) }
      + conditionMembers.map { ($0, .conditions) } + collectionMembers.map { ($0, .collections) })

  /// Where a property is hidden, if it is.
  static func place(hiding property: PropertyDescription) -> Place? {
    let place = places[property.name]
    return place == .collections && property.asRelationship == nil ? nil : place
  }
}
