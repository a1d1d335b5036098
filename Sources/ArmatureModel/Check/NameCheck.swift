/// Checks that the names of entities and properties are valid and unique.
///
/// Names can contain almost all characters, including quotes and emoji. The exceptions are control characters, which
/// are invisible, and three characters with a special meaning: the dot of key paths, the `@` of aggregates and the `$`
/// of variables. The name `^` is reserved for paths that leave a quantifier.
enum NameCheck {
  static func checkEntity(
    _ position: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let entity = draft.declarations[position]
    if let reason = reason(against: entity.name) {
      findings.error(.invalidName, at: place, " must have a name \(reason).")
    }
    if entity.configurations.contains(where: isBlank) {
      findings.error(
        .invalidName, at: place, " must be in configurations with names, but one has none.")
    }
    guard let first = draft.positions[entity.name], first != position else { return }
    findings.error(
      .duplicateEntity, at: place,
      " must be declared once, but is declared again\(seeAlso(draft.declarations[first].site))."
        + " Rename one, or remove it.")
  }

  /// - Returns: True if the name refers to this property, and not to another property of the same name.
  static func checkProperty(
    _ property: PropertyDescription, _ position: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) -> Bool {
    let name = property.name
    if let reason = reason(against: name) {
      findings.error(.invalidName, at: place, " must have a name \(reason).")
    } else {
      checkReserved(property, at: place, &findings)
    }
    if draft.duplicates.contains(position), let first = draft.tables[position.entity][name] {
      let site = draft.entities[position.entity].ownProperties[first].site
      findings.error(
        .duplicateProperty, at: place,
        " must be declared once, but is declared again\(seeAlso(site)). Rename one, or remove it.")
      return false
    }
    if let parent = draft.lineages[position.entity].parent,
      let inherited = draft.find(name, in: parent)
    {
      let entity = place.entity.inMessage
      let ancestor = draft.declarations[inherited.entity].name.inMessage
      findings.error(
        .redefinedProperty, at: place,
        " must not be declared again, but \(entity) inherits one from \(ancestor)"
          + "\(draft[inherited].site.phrase). Rename one, or remove it.")
      return false
    }
    for other in draft.namesakes[name] ?? [] {
      guard let found = draft.find(other, in: position.entity),
        found.entity != position.entity || found.property < position.property
      else { continue }
      findings.error(
        .ambiguousHash, at: place,
        " must have another name, since objects cannot distinguish it from "
          + "\(draft.name(of: found)): both"
          + " names have the same hash. Rename one.")
    }
    return true
  }

  /// Checks the name of an element of a composite. The names of members of objects may be used there.
  static func checkElement(
    _ name: String, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    guard let reason = reason(against: name) else { return }
    findings.error(.invalidName, at: place, " must have a name \(reason).")
  }

  private static func checkReserved(
    _ property: PropertyDescription, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    guard let hidden = ReservedNames.place(hiding: property) else { return }
    let name = property.name.quotedForMessage
    switch hidden {
    case .objects:
      let other = property.name.prefixed(by: place.entity).quotedForMessage
      findings.error(
        .reservedName, at: place,
        " must have another name, since every object has a member \(name). Call it \(other), and"
          + " read its data with .key(\(name)).")
    case .views:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in typed views, which have a member \(name). Read it there as"
          + " view.managedObject[\(name)], or rename it.")
    case .conditions:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in conditions, whose parts have a member \(name). Write $0[\(name)] there, or"
          + " rename it.")
    case .collections:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in typed conditions after a to-many relationship, whose objects have a "
          + "member \(name). Rename it if conditions use it there.")
    }
  }

  static func isBlank(_ name: String) -> Bool {
    name.allSatisfy(\.isWhitespace)
  }

  private static func reason(against name: String) -> String? {
    // Nearly all names are valid by their bytes alone.
    if name.isWord {
      return name.isEmpty ? "with at least one character, but has an empty one" : nil
    }
    if isBlank(name) { return "with visible characters, but has only blanks" }
    if name == "^" { return "other than \"^\", which leads out of a quantifier in a path" }
    for scalar in name.unicodeScalars {
      switch scalar {
      case ".": return "without a dot, which separates the names in a key path, but has one"
      case "@": return "without \"@\", which starts an aggregate in a key path, but has one"
      case "$": return "without \"$\", which starts a variable in a condition, but has one"
      case "\u{2028}", "\u{2029}": return "on one line, but has a line separator"
      default:
        if scalar.properties.generalCategory == .control {
          return "without control characters, but has one"
        }
      }
    }
    return nil
  }

  private static func seeAlso(_ site: DeclarationSite) -> String {
    let text = site.phrase
    return text.isEmpty ? "" : "; the first is\(text)"
  }
}

extension String {
  /// Returns the name with the entity as a prefix: `bookState` for `state` and `Book`.
  fileprivate func prefixed(by entity: String) -> String {
    entity.prefix(1).lowercased() + entity.dropFirst() + prefix(1).uppercased() + dropFirst()
  }
}

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

/// Suggestions for misspelled names in a model.
///
/// A model may have a thousand entities, each with a misspelled parent. All searches in a model together therefore
/// compare at most a million pairs of names. Issues after that have no suggestions.
final class NameSuggestions {
  private let names: [String]
  private lazy var entities = names.map(NearMissSearch.Candidate.init)
  private var comparisonsLeft = 1_000_000

  init(entities names: [String]) { self.names = names }

  /// Returns the end of a message about an unknown entity: a suggestion as a question, or nothing.
  func entity(for name: String) -> String {
    guard take(names.count), let search = NearMissSearch(name) else { return "" }
    return Self.question(search.closest(of: entities))
  }

  /// Returns the end of a message about another unknown name.
  func name(for name: String, among count: Int, _ names: () -> [String]) -> String {
    take(count) ? suggestion(for: name, in: names()) : ""
  }

  private func take(_ comparisons: Int) -> Bool {
    guard comparisons <= comparisonsLeft else { return false }
    comparisonsLeft -= comparisons
    return true
  }

  fileprivate static func question(_ name: String?) -> String {
    name.map { " Did you mean \($0.quotedForMessage)?" } ?? ""
  }
}

/// Returns the end of a message about an unknown name: a suggestion as a question, or nothing.
func suggestion(for name: String, in names: some Sequence<String>) -> String {
  NameSuggestions.question(nearMiss(name, in: names))
}
