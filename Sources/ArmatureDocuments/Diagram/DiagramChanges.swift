import ArmatureModel

/// The differences between two versions, arranged for diagrams.
struct DiagramChanges {
  private var added: Set<String> = []
  private var gone: Set<String> = []
  private var movedParents: Set<String> = []
  private var facts: [String: [ModelDifference.Change]] = [:]
  /// The new names of renamed entities, by their old names.
  private(set) var renamedEntities: [String: String] = [:]
  private var olderNames: [String: String] = [:]

  init(_ changes: [ModelDifference.Change]) {
    for change in changes {
      facts[change.entity, default: []].append(change)
      switch change.fact {
      case .entityAdded: added.insert(change.entity)
      case .entityRemoved: gone.insert(change.entity)
      case .parentChanged: movedParents.insert(change.entity)
      case .entityRenamed(let old):
        renamedEntities[old] = change.entity
        olderNames[change.entity] = old
      default: break
      }
    }
  }

  func isGone(_ entity: String) -> Bool { gone.contains(entity) }

  func hasOtherParent(_ entity: String) -> Bool { movedParents.contains(entity) }

  func olderName(of entity: String) -> String { olderNames[entity] ?? entity }

  func ofEntity(_ entity: String) -> ModelDiagram.Change {
    added.contains(entity) ? .added : facts[entity] == nil ? .none : .changed
  }

  /// Returns the change of a property that the new version has.
  func ofProperty(_ property: String, of entity: String) -> ModelDiagram.Change {
    if added.contains(entity) { return .added }
    let facts = facts(entity, property)
    if facts.contains(where: { $0.property == property && $0.fact.isAddition }) { return .added }
    return facts.isEmpty ? .none : .changed
  }

  /// Returns whether the new version lacks a property of the old one.
  func isGone(_ property: String, of entity: String) -> Bool {
    gone.contains(entity)
      || facts[entity]?.contains { $0.property == property && $0.fact.isRemoval } ?? false
  }

  /// Returns sentences that describe the changes of an entity or a property.
  func notes(_ entity: String, _ property: String?) -> [String] {
    facts(entity, property).map { "\($0.fact)" }
  }

  /// Returns the changes of a property and its elements. If the property is `nil`, returns the changes of the entity
  /// itself.
  private func facts(_ entity: String, _ property: String?) -> [ModelDifference.Change] {
    facts[entity]?.filter { change in
      change.property == property
        || property.map { change.property?.hasPrefix($0 + ".") ?? false } ?? false
    } ?? []
  }

  /// Returns the combined change of both directions of a line. Returns `nil` if one of them has no line.
  static func joined(_ changes: [ModelDiagram.Change?]) -> ModelDiagram.Change? {
    let changes = Set(changes)
    if changes.contains(nil) { return nil }
    return changes.count == 1 ? changes.first ?? nil : .changed
  }
}

extension ModelDifference.Fact {
  fileprivate var isAddition: Bool {
    switch self {
    case .attributeAdded, .relationshipAdded, .fetchedPropertyAdded, .becameRelationship,
      .becameAttribute:
      true
    default: false
    }
  }

  fileprivate var isRemoval: Bool {
    switch self {
    case .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved, .becameRelationship,
      .becameAttribute:
      true
    default: false
    }
  }
}
