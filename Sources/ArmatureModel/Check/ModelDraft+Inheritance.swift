extension ModelDraft {
  /// The place of an entity in the inheritance hierarchy.
  struct Lineage {
    /// The parent. It is `nil` if the entity has no parent, if the parent does not exist, or if the parent is part of a
    /// cycle.
    var parent: Int?
    var children: [Int] = []
    /// Whether all inherited properties are known.
    var isComplete = true
    var problem: Problem?

    enum Problem {
      case unknownParent(String)
      case isItsOwnParent
      /// The entities of a cycle, beginning with this entity. Only the entity that is declared first has this issue.
      case cycle([Int])
    }
  }

  /// The positions of entities in a walk through the hierarchy, from parents to children.
  ///
  /// All descendants of an entity directly follow it in the walk. To test whether an entity is a descendant of another
  /// one, it is therefore enough to compare positions, however deep the hierarchy is.
  struct Hierarchy {
    /// The entities, each after its parent.
    private(set) var parentsFirst: [Int] = []
    /// The topmost ancestor of each entity.
    private(set) var roots: [Int]
    private var spans: [Range<Int>]

    init(_ lineages: [Lineage]) {
      roots = Array(lineages.indices)
      parentsFirst.reserveCapacity(lineages.count)
      var pending = Array(lineages.indices.filter { lineages[$0].parent == nil }.reversed())
      while let entity = pending.popLast() {
        if let parent = lineages[entity].parent { roots[entity] = roots[parent] }
        parentsFirst.append(entity)
        pending += lineages[entity].children.reversed()
      }
      spans = Array(repeating: 0..<0, count: lineages.count)
      for (start, entity) in parentsFirst.enumerated() { spans[entity] = start..<start + 1 }
      for entity in parentsFirst.reversed() {
        guard let parent = lineages[entity].parent else { continue }
        let end = max(spans[parent].upperBound, spans[entity].upperBound)
        spans[parent] = spans[parent].lowerBound..<end
      }
    }

    /// Returns whether an entity is the same as another entity, or a descendant of it.
    func isKind(_ entity: Int, of ancestor: Int) -> Bool {
      spans[ancestor].contains(spans[entity].lowerBound)
    }

    func begins(_ entity: Int, before other: Int) -> Bool {
      spans[entity].lowerBound < spans[other].lowerBound
    }
  }

  /// Adds to each entity the properties, rules and constraints of its parent, before its own.
  mutating func inherit(_ parentsFirst: [Int]) {
    let lists = PropertyLists(
      entities.map(\.ownProperties), parents: lineages.map(\.parent),
      parentsFirst: parentsFirst)
    for position in parentsFirst {
      entities[position].list = PropertyLists.List(lists, position)
      guard let parent = lineages[position].parent else { continue }
      // Passes the arrays of the parent. A copy of the parent would retain all of its parts.
      entities[position].rules.inherit(entities[parent].rules)
      entities[position].uniquenessConstraints.inherit(entities[parent].uniquenessConstraints)
      if entities[position].objectClass == nil, entities[parent].objectClass != nil {
        entities[position].objectClass = entities[parent].objectClass
      }
      // Only if the entity declares no class name, since the name identifies the class of its objects.
      if declarations[position].objectClass == nil,
        entities[position].className == EntityDescription.baseClassName
      {
        entities[position].className = entities[parent].className
      }
    }
  }
}

extension Array {
  /// Inserts inherited elements at the start. If the array has no elements of its own, it shares the inherited array.
  fileprivate mutating func inherit(_ inherited: [Element]) {
    if !inherited.isEmpty { self = isEmpty ? inherited : inherited + self }
  }
}

extension EntityDescription {
  /// The class name of entities that do not declare a class.
  package static let baseClassName = "ManagedObject"
}

extension ModelDraft.Lineage {
  static func all(
    of entities: [EntityDescription], _ positions: [String: Int]
  ) -> [ModelDraft.Lineage] {
    var lineages = entities.indices.map { position in
      var lineage = ModelDraft.Lineage()
      if let name = entities[position].parent {
        lineage.parent = positions[name]
        if lineage.parent == position {
          lineage.parent = nil
          lineage.problem = .isItsOwnParent
        } else if lineage.parent == nil {
          lineage.problem = .unknownParent(name)
        }
      }
      return lineage
    }
    cutCycles(&lineages)
    for position in lineages.indices {
      if let parent = lineages[position].parent { lineages[parent].children.append(position) }
    }
    markIncomplete(&lineages)
    return lineages
  }

  /// Finds each cycle once, and removes the parents of its members.
  private static func cutCycles(_ lineages: inout [ModelDraft.Lineage]) {
    var round = Array(repeating: 0, count: lineages.count)
    for start in lineages.indices where round[start] == 0 {
      var path: [Int] = []
      var current: Int? = start
      while let position = current, round[position] == 0 {
        round[position] = start + 1
        path.append(position)
        current = lineages[position].parent
      }
      guard let meeting = current, round[meeting] == start + 1,
        let first = path.firstIndex(of: meeting)
      else { continue }
      let cycle = path[first...]
      for position in cycle {
        lineages[position].parent = nil
        lineages[position].isComplete = false
      }
      guard let reporter = cycle.min(), let turn = cycle.firstIndex(of: reporter) else { continue }
      lineages[reporter].problem = .cycle(Array(cycle[turn...] + cycle[..<turn]))
    }
  }

  /// Marks all entities with unknown ancestors.
  private static func markIncomplete(_ lineages: inout [ModelDraft.Lineage]) {
    var pending = lineages.indices.filter {
      lineages[$0].problem != nil || !lineages[$0].isComplete
    }
    while let position = pending.popLast() {
      lineages[position].isComplete = false
      pending += lineages[position].children
    }
  }
}
