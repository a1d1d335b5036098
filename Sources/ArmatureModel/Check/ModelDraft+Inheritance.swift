extension ModelDraft {
  /// The place of an entity in the hierarchy.
  struct Lineage {
    /// The parent; `nil` for none, for one that does not exist, and for one that leads in a circle.
    var parent: Int?
    var children: [Int] = []
    /// Whether the inherited properties are known.
    var isComplete = true
    var problem: Problem?

    enum Problem {
      case unknownParent(String)
      case isItsOwnParent
      /// The entities of a circle, from this one on; only the first one declared has the problem.
      case cycle([Int])
    }
  }

  /// The entities, each after its parent.
  private var parentsFirst: [Int] {
    var order: [Int] = []
    order.reserveCapacity(entities.count)
    var pending = Array(entities.indices.filter { lineages[$0].parent == nil }.reversed())
    while let entity = pending.popLast() {
      order.append(entity)
      pending += lineages[entity].children.reversed()
    }
    return order
  }

  /// Gives each entity what its parent has, in front of what it declares itself.
  mutating func inherit() {
    for position in parentsFirst {
      entities[position].properties = entities[position].ownProperties
      guard let parent = lineages[position].parent.map({ entities[$0] }) else { continue }
      entities[position].properties.insert(contentsOf: parent.properties, at: 0)
      entities[position].rules.insert(contentsOf: parent.rules, at: 0)
      entities[position].uniquenessConstraints
        .insert(contentsOf: parent.uniquenessConstraints, at: 0)
      if entities[position].objectClass == nil {
        entities[position].objectClass = parent.objectClass
        // Only an entity that names no class of its own: the name says whose objects there are.
        if entities[position].className == EntityDescription.baseClassName {
          entities[position].className = parent.className
        }
      }
    }
  }
}

extension EntityDescription {
  /// The class of objects whose entity names none.
  static let baseClassName = "ManagedObject"
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

  /// Finds each circle once, and takes all its members their parents.
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

  /// Marks every entity whose ancestors are not all known.
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
