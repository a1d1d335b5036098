/// The connected declarations of a model, with lookups for the checks.
///
/// A draft may contain any issue. Looking up an unknown name returns `nil`.
struct ModelDraft {
  /// The entities as declared, with resolved members in their predicates.
  private(set) var declarations: [EntityDescription]
  /// The entities with their inherited properties and all inverses, in the same order.
  var entities: [EntityDescription]
  /// The first entity with each name.
  let positions: [String: Int]
  /// The own properties of each entity by name. If two properties have the same name, the first one counts.
  private(set) var tables: [[String: Int]] = []
  /// The traits of each entity's own properties. Most checks can skip entities that lack a trait.
  private(set) var traits: [Traits] = []
  /// The traits of all properties, including inherited ones.
  private var allTraits: [Traits] = []
  /// The properties that repeat the name of an earlier property of their entity.
  private(set) var duplicates: Set<PropertyPosition> = []
  /// The first property name with each hash.
  private var hashedNames: [UInt64: String] = [:]
  /// For each name, the other names that have the same hash. This hardly ever happens.
  private(set) var namesakes: [String: [String]] = [:]
  /// The relationships that entities declare themselves, in order.
  private(set) var relationships: [PropertyPosition] = []
  let lineages: [Lineage]
  /// The hierarchy, for lookups without a walk.
  private let hierarchy: Hierarchy
  /// The entities that declare a property, for each name. Empty without inheritance.
  private var declarers: [String: [Declarer]] = [:]
  /// The problems with the inverses of relationships.
  var inverseIssues: [PropertyPosition: InverseIssue] = [:]
  /// Whether user code may read objects, in hooks or in rules with closures.
  let runsUserCode: Bool
  let patterns = PatternCache()
  let suggestions: NameSuggestions

  /// A property, identified by its entity and its position among the entity's own properties.
  struct PropertyPosition: Hashable {
    let entity: Int
    let property: Int
  }

  init(_ declarations: [EntityDescription]) {
    self.declarations = declarations
    entities = declarations
    positions = Dictionary(
      declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    runsUserCode = declarations.contains { entity in
      entity.objectClass != nil || entity.rules.contains { $0.check != nil }
    }
    lineages = Lineage.all(of: declarations, positions)
    hierarchy = Hierarchy(lineages)
    suggestions = NameSuggestions(entities: declarations.map(\.name))
    tables.reserveCapacity(declarations.count)
    traits.reserveCapacity(declarations.count)
    for entity in declarations.indices { survey(entity) }
    findDeclarers()
    resolveMembers()
    allTraits = traits
    for entity in hierarchy.parentsFirst {
      if let parent = lineages[entity].parent { allTraits[entity].formUnion(allTraits[parent]) }
    }
    connectInverses()
    inherit(hierarchy.parentsFirst)
  }

  private mutating func resolveMembers() {
    let draft = self
    let resolution = MemberResolution { entity in
      draft.positions[entity].flatMap { draft.fullText(of: $0)?.index }
    } _: { entity, name in
      draft.positions[entity].flatMap { draft.find(name, in: $0) }.map { draft[$0] }
    }
    for entity in declarations.indices { declarations[entity].resolveMembers(resolution) }
    entities = declarations
  }

  /// Examines the properties of an entity once, for all checks that concern only some entities.
  private mutating func survey(_ entity: Int) {
    var table: [String: Int] = [:]
    var traits: Traits = []
    table.reserveCapacity(declarations[entity].ownProperties.count)
    for (index, property) in declarations[entity].ownProperties.enumerated() {
      if let first = table.updateValue(index, forKey: property.name) {
        table[property.name] = first
        duplicates.insert(PropertyPosition(entity: entity, property: index))
      } else {
        noteHash(of: property.name)
      }
      switch property {
      case .attribute(let attribute):
        if attribute.key != nil { traits.insert(.keys) }
        if attribute.renamingIdentifier != nil { traits.insert(.earlierNames) }
        if attribute.derivation != nil { traits.insert(.derivations) }
        if attribute.isIdentifying { traits.insert(.identities) }
      case .relationship(let relationship):
        if relationship.key != nil { traits.insert(.keys) }
        if relationship.renamingIdentifier != nil { traits.insert(.earlierNames) }
        relationships.append(PropertyPosition(entity: entity, property: index))
      case .fetched: break
      }
    }
    tables.append(table)
    self.traits.append(traits)
  }

  private mutating func noteHash(of name: String) {
    let hash = name.withPropertyName(\.hash)
    guard let first = hashedNames[hash] else {
      hashedNames[hash] = name
      return
    }
    guard first != name, namesakes[name] == nil else { return }
    let others = [first] + (namesakes[first] ?? [])
    for other in others { namesakes[other, default: []].append(name) }
    namesakes[name] = others
  }

  /// Traits that a property of an entity may have.
  struct Traits: OptionSet {
    let rawValue: Int
    /// A declared key in JSON.
    static let keys = Traits(rawValue: 1)
    static let earlierNames = Traits(rawValue: 2)
    static let derivations = Traits(rawValue: 4)
    static let identities = Traits(rawValue: 8)
  }
}

extension ModelDraft {
  /// Returns true if no earlier entity has the same name.
  func isFirst(_ entity: Int) -> Bool { positions[declarations[entity].name] == entity }

  /// Returns the entity with a name, including its inherited properties.
  func entity(named name: String) -> EntityDescription? { positions[name].map { entities[$0] } }

  /// Returns the property with a name, which may be inherited.
  ///
  /// - Complexity: O(log *m*) for a name that *m* entities declare.
  func find(_ name: String, in entity: Int) -> PropertyPosition? {
    if let property = tables[entity][name] {
      return PropertyPosition(entity: entity, property: property)
    }
    guard lineages[entity].parent != nil, let candidates = declarers[name] else { return nil }
    // Find the last candidate that begins before the entity. If it does not enclose the entity, an outer one may.
    var next = candidates.partitioningIndex { hierarchy.begins(entity, before: $0.entity) } - 1
    while next >= 0 {
      let candidate = candidates[next]
      if hierarchy.isKind(entity, of: candidate.entity) {
        return PropertyPosition(entity: candidate.entity, property: candidate.property)
      }
      next = candidate.enclosing
    }
    return nil
  }

  /// An entity that declares a property with a name.
  private struct Declarer {
    let entity: Int
    let property: Int
    /// The position of the nearest ancestor that declares a property of the same name, which is an issue. It is -1 if
    /// no ancestor does.
    let enclosing: Int
  }

  private mutating func findDeclarers() {
    if lineages.allSatisfy({ $0.parent == nil }) { return }
    for entity in hierarchy.parentsFirst {
      for (name, property) in tables[entity] {
        let others = declarers[name] ?? []
        var enclosing = others.count - 1
        while enclosing >= 0, !hierarchy.isKind(entity, of: others[enclosing].entity) {
          enclosing = others[enclosing].enclosing
        }
        declarers[name, default: []]
          .append(Declarer(entity: entity, property: property, enclosing: enclosing))
      }
    }
  }

  subscript(position: PropertyPosition) -> PropertyDescription {
    entities[position.entity].ownProperties[position.property]
  }

  /// Returns the name with its entity: `Book.title`.
  func name(of position: PropertyPosition) -> String {
    declarations[position.entity].name.inMessage + "." + self[position].name.inMessage
  }

  /// Returns the end of a message about an unknown property, with a suggestion.
  func propertySuggestion(for name: String, in entity: Int) -> String {
    suggestions.name(for: name, among: entities[entity].propertyCount) {
      entities[entity].properties.map(\.name)
    }
  }

  /// Returns whether an entity is the same as another entity, or inherits from it.
  func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    hierarchy.isKind(entity, of: ancestor)
  }

  /// Returns the topmost ancestor of an entity.
  func root(of entity: Int) -> Int { hierarchy.roots[entity] }

  /// Returns whether a property of an entity has a trait. Inherited properties are included.
  func has(_ trait: Traits, _ entity: Int) -> Bool { allTraits[entity].contains(trait) }

  /// Returns whether two entities have the same objects. They do if they are the same entity. They also do if one is
  /// abstract and all of its concrete sub-entities belong to the other.
  func haveSameObjects(_ first: Int, _ second: Int) -> Bool {
    first == second || isAbstractShell(first, of: second) || isAbstractShell(second, of: first)
  }

  private func isAbstractShell(_ shell: Int, of core: Int) -> Bool {
    guard isKind(core, of: shell) else { return false }
    var current: Int? = core
    while let entity = current, entity != shell {
      current = lineages[entity].parent
      guard let parent = current, declarations[parent].isAbstract,
        lineages[parent].children.allSatisfy({ $0 == entity || hasNoObjects($0) })
      else { return false }
    }
    return true
  }

  private func hasNoObjects(_ entity: Int) -> Bool {
    var pending = [entity]
    while let entity = pending.popLast() {
      if !declarations[entity].isAbstract { return false }
      pending += lineages[entity].children
    }
    return true
  }
}

extension ModelDraft {
  /// A problem with the inverse that a relationship names.
  enum InverseIssue {
    /// The destination has no property of that name.
    case unknown
    /// The property is an attribute or a fetched property.
    case notARelationship(PropertyPosition)
    /// The destination of the inverse is not the entity of the relationship.
    case leadsElsewhere(PropertyPosition)
    /// The inverse belongs to an ancestor of the destination. Other entities have it as well.
    case belongsToParent(PropertyPosition)
    /// The inverse names another relationship as its own inverse.
    case namesAnother(PropertyPosition, inverse: String)
    /// The inverse already belongs to another relationship.
    case taken(PropertyPosition, by: PropertyPosition)
  }

  /// Checks the inverses that relationships declare. If only one of two relationships names the other, the other one
  /// gets its inverse.
  mutating func connectInverses() {
    var claims: [PropertyPosition: PropertyPosition] = [:]
    for position in relationships
    where isFirst(position.entity) && !duplicates.contains(position) {
      guard case .relationship(let relationship) = self[position], relationship.inverse != nil
      else { continue }
      inverseIssues[position] = problem(with: relationship, at: position, &claims)
    }
    for (silent, position) in claims {
      guard case .relationship(var relationship) = self[silent] else { continue }
      relationship.inverse = self[position].name
      entities[silent.entity].ownProperties[silent.property] = .relationship(relationship)
    }
  }

  private func problem(
    with relationship: RelationshipDescription, at position: PropertyPosition,
    _ claims: inout [PropertyPosition: PropertyPosition]
  ) -> InverseIssue? {
    // An unknown destination is reported separately.
    guard let name = relationship.inverse, let destination = positions[relationship.destination]
    else { return nil }
    guard let target = find(name, in: destination) else {
      return lineages[destination].isComplete ? .unknown : nil
    }
    guard case .relationship(let inverse) = self[target] else { return .notARelationship(target) }
    guard let source = positions[inverse.destination] else { return nil }
    guard haveSameObjects(source, position.entity) else { return .leadsElsewhere(target) }
    guard haveSameObjects(destination, target.entity) else { return .belongsToParent(target) }
    guard let own = inverse.inverse else {
      if let other = claims[target] { return .taken(target, by: other) }
      claims[target] = position
      return nil
    }
    if find(own, in: source) == position { return nil }
    // An unknown inverse on the other side is reported there.
    return find(own, in: source) == nil ? nil : .namesAnother(target, inverse: own)
  }
}
