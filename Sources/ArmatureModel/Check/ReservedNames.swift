/// The names of members that hide properties in dot syntax.
///
/// Types with dynamic member lookup have few other members. Members that share their names with frequent properties
/// of models are declared where they do not hide properties (see `value(forKey:)` and `TextQueryExpression`). A test
/// compares these lists with the existing public members.
package enum ReservedNames {
  /// A place where a name hides a property.
  package enum Place {
    case objects, views, conditions, collections
  }

  /// The members of every object. Each of these names would silently mean the member instead of the property.
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

  /// All lists in one dictionary, since it is used for every property of every model.
  private static let places: [String: Place] = Dictionary(
    uniqueKeysWithValues: members.map { ($0, .objects) } + viewMembers.map { ($0, .views) }
      + conditionMembers.map { ($0, .conditions) } + collectionMembers.map { ($0, .collections) })

  /// Returns the place where a property is hidden, or `nil`.
  static func place(hiding property: PropertyDescription) -> Place? {
    let place = places[property.name]
    return place == .collections && property.asRelationship == nil ? nil : place
  }
}
