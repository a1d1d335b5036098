/// A comparison of two versions of a model, which records the changes.
struct ModelComparison {
  let old: ManagedObjectModel
  let new: ManagedObjectModel
  let entities: RenamingMatch
  /// All versions from the oldest one, and how the entities of each version match the entities of the previous version.
  private let versions: [ManagedObjectModel]
  private let steps: [RenamingMatch]
  /// How properties match, for each new entity that has an old entity. Inherited properties are included.
  private(set) var properties: [String: RenamingMatch] = [:]
  var changes: [ModelDifference.Change] = []
  /// The roots of the old hierarchies that each new hierarchy contains. The key is the root of the new hierarchy.
  private let oldRoots: [String: Set<String>]
  /// The places of new relationships that do not match the old relationships of the same name.
  private let severed: Set<String>

  init(
    from old: ManagedObjectModel, through between: [ManagedObjectModel] = [],
    to new: ManagedObjectModel, severing severed: Set<String> = []
  ) {
    self.old = old
    self.new = new
    self.severed = severed
    versions = [old] + between + [new]
    let names: [[RenamingMatch.Named]] = versions.map { version in
      version.entities.map { ($0.name, $0.renamingIdentifier) }
    }
    steps = RenamingMatch.steps(names)
    entities = RenamingMatch(along: names, steps)
    var oldRoots: [String: Set<String>] = [:]
    for (index, position) in entities.oldPositions.enumerated() {
      guard let position else { continue }
      let root = new.root(of: new.entities[index])
      oldRoots[root, default: []].insert(old.root(of: old.entities[position]))
    }
    self.oldRoots = oldRoots
  }

  mutating func compare() {
    let pairs = entities.oldPositions.enumerated().map { index, position in
      (new: new.entities[index], old: position.map { old.entities[$0] })
    }
    for (index, (entity, old)) in pairs.enumerated() where old != nil {
      var names: [[RenamingMatch.Named]] = lineage(ofEntityAt: index).map { entity in
        entity.properties.map { ($0.name, $0.renamingIdentifier) }
      }
      if !severed.isEmpty { names[names.count - 1] = namesWithoutSevered(of: entity) }
      properties[entity.name] = RenamingMatch(along: names, RenamingMatch.steps(names))
    }
    for (entity, old) in pairs {
      if let old {
        compare(entity, old)
      } else {
        note(.entityAdded, entity.name)
      }
    }
    for position in entities.removed { note(.entityRemoved, old.entities[position].name) }
  }

  /// Returns the names of a new entity's properties. Relationships in ``severed`` get names that no property has.
  private func namesWithoutSevered(of entity: EntityDescription) -> [RenamingMatch.Named] {
    entity.properties.map { property in
      let isSevered = severed.contains { place in
        let parts = place.split(separator: ".")
        return parts.count == 2 && property.name == parts[1]
          && new.entity(entity.name, isKindOf: String(parts[0]))
      }
      return isSevered
        ? ("\u{0}\(property.name)", nil) : (property.name, property.renamingIdentifier)
    }
  }

  mutating func note(_ fact: ModelDifference.Fact, _ entity: String, _ property: String? = nil) {
    changes.append(ModelDifference.Change(entity: entity, property: property, fact))
  }

  /// Returns all versions of an entity of the new model, the oldest first.
  private func lineage(ofEntityAt index: Int) -> [EntityDescription] {
    var (position, lineage) = (index, [new.entities[index]])
    for (step, version) in zip(steps, versions).reversed() {
      guard let former = step.oldPositions[position] else { break }
      position = former
      lineage.append(version.entities[former])
    }
    return lineage.reversed()
  }

  /// Returns the old entity for an entity of the new model, or `nil` if the entity is new.
  func oldEntity(of name: String) -> EntityDescription? {
    new.storage.index.value(exactly: name).flatMap { entities.oldPositions[$0] }
      .map { old.entities[$0] }
  }

  /// Returns whether a property of the new model existed in the old model.
  func hadProperty(_ name: String, ofEntity entity: String) -> Bool {
    properties[entity]?.newNames.values.contains(name) ?? false
  }

  /// Returns the new name of an old entity. If the entity was removed, returns its old name.
  func newName(ofEntity name: String) -> String { entities.newNames[name] ?? name }

  /// Returns the new name of an old property. If the property was removed, returns its old name.
  func newName(of property: String, ofEntity entity: String) -> String {
    properties[newName(ofEntity: entity)]?.newNames[property] ?? property
  }
}

extension ModelComparison {
  private mutating func compare(_ entity: EntityDescription, _ old: EntityDescription) {
    let name = entity.name
    if old.name != name { note(.entityRenamed(from: old.name), name) }
    if entity.isAbstract != old.isAbstract {
      note(entity.isAbstract ? .becameAbstract : .becameConcrete, name)
    }
    let oldParent = old.parent.map(newName(ofEntity:))
    if oldParent != entity.parent {
      let merges = (oldRoots[new.root(of: entity)]?.count ?? 0) > 1
      note(.parentChanged(from: old.parent, to: entity.parent, mergesHierarchies: merges), name)
    }
    if entity.className != old.className {
      note(.classChanged(from: old.className, to: entity.className), name)
    }
    let (added, removed) = difference(entity.configurations, old.configurations)
    if !added.isEmpty || !removed.isEmpty {
      note(.configurationsChanged(added: added, removed: removed), name)
    }
    compareConstraints(entity, old)
    compareRules(ownRules(entity, in: new), ownRules(old, in: self.old), name)
    if Set(entity.indexes) != Set(old.indexes) { note(.indexesChanged, name) }
    compareNotes(Notes(entity), Notes(old), name)
    compareProperties(
      entity, old, haveSameParent: entity.parent != nil && oldParent == entity.parent)
  }

  private func difference(
    _ new: [String], _ old: [String]
  ) -> (added: [String], removed: [String]) {
    (Set(new).subtracting(old).sorted(), Set(old).subtracting(new).sorted())
  }

  /// Returns the rules that an entity does not inherit.
  private func ownRules(
    _ entity: EntityDescription, in model: ManagedObjectModel
  ) -> [ValidationRule] {
    Array(entity.rules.dropFirst(entity.parent.flatMap { model[$0]?.rules.count } ?? 0))
  }

  private mutating func compareConstraints(_ entity: EntityDescription, _ old: EntityDescription) {
    func own(
      _ entity: EntityDescription, in model: ManagedObjectModel
    ) -> [(names: [String], severity: ValidationRule.Severity)] {
      let inherited = entity.parent.flatMap { model[$0]?.uniquenessConstraints.count } ?? 0
      return entity.uniquenessConstraints.dropFirst(inherited).map { ($0.properties, $0.severity) }
    }
    let newLists = own(entity, in: new)
    let oldLists = own(old, in: self.old).map { names, severity in
      (names: names.map { newName(of: $0, ofEntity: old.name) }, severity: severity)
    }
    for (names, severity) in newLists {
      guard let former = oldLists.first(where: { Set($0.names) == Set(names) }) else {
        note(.uniquenessAdded(names), entity.name)
        continue
      }
      if former.severity != severity {
        func rule(_ severity: ValidationRule.Severity) -> ValidationRule {
          ValidationRule(.unique(names), severity: severity)
        }
        note(.ruleChanged(from: rule(former.severity), to: rule(severity)), entity.name)
      }
    }
    for (names, _) in oldLists where !newLists.contains(where: { Set($0.names) == Set(names) }) {
      note(.uniquenessRemoved(names), entity.name)
    }
  }
}

extension ManagedObjectModel {
  /// Returns the name of an entity's topmost ancestor.
  fileprivate func root(of entity: EntityDescription) -> String {
    var root = entity
    while let parent = root.parent.flatMap({ self[$0] }) { root = parent }
    return root.name
  }
}

extension ModelComparison {
  /// The descriptive members that entities, attributes and relationships have in common.
  struct Notes {
    let name: String
    let key: String?
    let modifier: String?
    let userInfo: [String: String]

    init(_ entity: EntityDescription) {
      (name, key) = (entity.name, entity.key)
      (modifier, userInfo) = (entity.versionHashModifier, entity.userInfo)
    }

    init(_ attribute: AttributeDescription) {
      (name, key) = (attribute.name, attribute.key)
      (modifier, userInfo) = (attribute.versionHashModifier, attribute.userInfo)
    }

    init(_ relationship: RelationshipDescription) {
      (name, key) = (relationship.name, relationship.key)
      (modifier, userInfo) = (relationship.versionHashModifier, relationship.userInfo)
    }
  }

  mutating func compareNotes(
    _ new: Notes, _ old: Notes, _ entity: String, _ property: String? = nil
  ) {
    if new.modifier != old.modifier {
      note(.modifierChanged(from: old.modifier, to: new.modifier), entity, property)
    }
    let (key, oldKey) = (new.key ?? new.name, old.key ?? old.name)
    // Without declared keys, both are identified by their names, and a new name is reported as a renaming.
    if key != oldKey, new.key != nil || old.key != nil {
      note(.keyChanged(from: oldKey, to: key), entity, property)
    }
    if new.userInfo != old.userInfo { note(.userInfoChanged, entity, property) }
  }
}
