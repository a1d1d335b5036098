/// The names of members that hide a property of the same name in dot syntax.
///
/// Types with dynamic member lookup have only few other members. If a member has a name that is common for properties,
/// it is declared in a way that does not hide the property (see `value(forKey:)` and `TextQueryExpression`). A test
/// compares these lists with the public members that exist.
package enum ReservedNames {
  /// A place where a name hides a property.
  package enum Place {
    case objects, views, conditions, collections
  }

  /// The members that each object has. In dot syntax, such a name would mean the member, and not a property.
  package static let members: Set<String> = [
    // Core Data's own members.
    "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted",
    "hasChanges", "hasPersistentChangedValues", "changedValues",
    "changedValuesForCurrentEvent", "committedValues", "setValue",
    "primitiveValue", "setPrimitiveValue", "validateValue", "awakeFromInsert",
    "awakeFromFetch", "awake", "willTurnIntoFault", "didTurnIntoFault", "hasFault", "objectIDs",
    "prepareForDeletion", "willSave", "didSave", "validateForInsert", "validateForUpdate",
    "validateForDelete", "setValuesForKeys", "dictionaryWithValues", "description", "hash",
    // Armature's members.
    "objectState", "properties", "propertyValue", "insert", "remove", "memberCount", "validate",
    "validateGraph", "validateForSave", "isValid", "snapshot",
    // Members of the language.
    "hashValue", "self", "init",
  ]

  /// The additional members of typed views.
  package static let viewMembers: Set<String> = ["managedObject", "isSet", "view", "delete"]

  /// The members that all parts of conditions have.
  package static let conditionMembers: Set<String> = ["fetchExpression"]

  /// The members of a to-many relationship's objects in typed conditions, in addition to relationships.
  package static let collectionMembers: Set<String> = [
    "count", "isEmpty", "filter", "any", "all", "none", "sum", "average", "min", "max", "contains",
    "allSatisfy",
  ]

  /// All lists in one dictionary, because each property of each model is looked up in it.
  private static let places: [String: Place] = Dictionary(
    uniqueKeysWithValues: members.map { ($0, .objects) } + viewMembers.map { ($0, .views) }
      + conditionMembers.map { ($0, .conditions) } + collectionMembers.map { ($0, .collections) })

  /// Returns the place where a property is hidden, or `nil`.
  static func place(hiding property: PropertyDescription) -> Place? {
    let place = places[property.name]
    return place == .collections && property.asRelationship == nil ? nil : place
  }
}
