/// The declarations of a model, connected with each other, and what checks look up in them.
///
/// A draft can hold every mistake there is. Where a name leads nowhere the lookups find nothing.
struct ModelDraft {
  /// The entities as they were declared, with conditions that say what is a property.
  private(set) var declarations: [EntityDescription]
  /// The entities with their inherited properties and all inverses, in the same order.
  var entities: [EntityDescription]
  /// The first entity of each name.
  let positions: [String: Int]
  /// For each entity its own properties by name; of two with one name the first.
  private(set) var tables: [[String: Int]] = []
  /// What the own properties of each entity have in them, so that most checks can pass it by.
  private(set) var traits: [Traits] = []
  /// The same with those of inherited properties.
  private var allTraits: [Traits] = []
  /// The properties that have the name of one before them in their entity.
  private(set) var duplicates: Set<PropertyPosition> = []
  /// The first name of each hash, for the names of all properties.
  private var hashedNames: [UInt64: String] = [:]
  /// For each name the others that have its hash: nearly always none.
  private(set) var namesakes: [String: [String]] = [:]
  /// The relationships that entities declare themselves, in order.
  private(set) var relationships: [PropertyPosition] = []
  let lineages: [Lineage]
  /// The hierarchy, for look-ups that do not walk it.
  private let hierarchy: Hierarchy
  /// The entities that declare a property, for each name; empty without inheritance.
  private var declarers: [String: [Declarer]] = [:]
  /// What is wrong with a relationship's inverse.
  var inverseProblems: [PropertyPosition: InverseProblem] = [:]
  /// Whether code of the user may read objects: hooks, and rules that are closures.
  let runsUserCode: Bool
  let patterns = PatternCache()
  let suggestions: NameSuggestions

  /// A property by its entity and its place among the entity's own properties.
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
    let resolution = MemberResolution { entity, name in
      draft.positions[entity].flatMap { draft.find(name, in: $0) }.map { draft[$0] }
    }
    for entity in declarations.indices { declarations[entity].resolveMembers(resolution) }
    entities = declarations
  }

  /// Looks at the properties of an entity once, for all that only some checks want to know.
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

  /// What some property of an entity has.
  struct Traits: OptionSet {
    let rawValue: Int
    /// A key of its own in JSON.
    static let keys = Traits(rawValue: 1)
    static let earlierNames = Traits(rawValue: 2)
    static let derivations = Traits(rawValue: 4)
    static let identities = Traits(rawValue: 8)
  }
}

extension ModelDraft {
  /// Whether no entity before this one has its name.
  func isFirst(_ entity: Int) -> Bool { positions[declarations[entity].name] == entity }

  /// The entity of a name, with its inherited properties.
  func entity(named name: String) -> EntityDescription? { positions[name].map { entities[$0] } }

  /// The property of a name, inherited ones included.
  ///
  /// - Complexity: O(log *m*) for a name that *m* entities declare.
  func find(_ name: String, in entity: Int) -> PropertyPosition? {
    if let property = tables[entity][name] {
      return PropertyPosition(entity: entity, property: property)
    }
    guard lineages[entity].parent != nil, let candidates = declarers[name] else { return nil }
    // The last that begins before the entity; if it does not enclose it, one around it may.
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

  /// An entity that declares a property of a name.
  private struct Declarer {
    let entity: Int
    let property: Int
    /// The position of the next ancestor that declares one, too, which is a mistake; -1 for none.
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

  /// `Book.title`.
  func name(of position: PropertyPosition) -> String {
    declarations[position.entity].name.inMessage + "." + self[position].name.inMessage
  }

  /// The end of a message about an unknown property: the one that was probably meant.
  func propertySuggestion(for name: String, in entity: Int) -> String {
    suggestions.name(for: name, among: entities[entity].propertyCount) {
      entities[entity].properties.map(\.name)
    }
  }

  /// Whether an entity is another one or inherits from it.
  func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    hierarchy.isKind(entity, of: ancestor)
  }

  /// The uppermost ancestor of an entity.
  func root(of entity: Int) -> Int { hierarchy.roots[entity] }

  /// Whether a property of an entity, or an inherited one, has a trait.
  func has(_ trait: Traits, _ entity: Int) -> Bool { allTraits[entity].contains(trait) }

  /// Whether every object of one entity is an object of the other, and the reverse: either they are
  /// the same, or one is abstract and all its concrete sub-entities belong to the other.
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
