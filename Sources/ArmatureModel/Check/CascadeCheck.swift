/// Finds cycles of cascading relationships, because deleting one object could then delete all objects.
///
/// A tree does not count as a cycle, so a relationship can cascade to its own entity or to an entity of the same
/// hierarchy. If two cascading relationships are inverses of each other, ``DeleteRuleCheck`` reports them.
enum CascadeCheck {
  typealias Position = ModelDraft.PropertyPosition

  /// The relationships of each cycle in their order. The key is the first relationship of the cycle.
  typealias Cycles = [Position: [Position]]

  static func check(
    _ position: Position, _ cycles: Cycles, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let cycle = cycles[position] else { return }
    let names = cycle.map(draft.name(of:)).joined(separator: " → ")
    findings.warning(
      .cascadeCycle, at: place,
      " cascades in a cycle: \(names). Deleting one object may delete all."
        + " Let one of them nullify."
    )
  }

  static func cycles(in draft: ModelDraft) -> Cycles {
    let graph = CascadeGraph(draft)
    guard !graph.cascades.isEmpty else { return [:] }
    let component = graph.components()
    var cycles: Cycles = [:]
    var members: [Int: [Position]] = [:]
    for (position, edge) in graph.cascades where component[edge.from] == component[edge.to] {
      members[component[edge.from], default: []].append(position)
    }
    for positions in members.values {
      guard Set(positions.map { draft.root(of: $0.entity) }).count > 1, let first = positions.first,
        let cycle = graph.shortestCycle(from: first, component)
      else { continue }
      cycles[first] = cycle
    }
    return cycles
  }
}

/// A graph of the objects that a deletion may reach.
///
/// Each entity has two nodes. Node `2n` stands for the properties that the entity declares or inherits. Node `2n + 1`
/// stands for the object that a relationship to the entity leads to, which may belong to a sub-entity.
private struct CascadeGraph {
  typealias Position = ModelDraft.PropertyPosition

  private(set) var cascades: [(position: Position, edge: (from: Int, to: Int))] = []
  private var edges: [[(to: Int, by: Position?)]]

  init(_ draft: ModelDraft) {
    edges = Array(repeating: [], count: 2 * draft.declarations.count)
    for position in draft.relationships where draft.isFirst(position.entity) {
      guard case .relationship(let relationship) = draft[position],
        relationship.deleteRule == .cascade, !relationship.isOwned,
        let destination = draft.positions[relationship.destination],
        !Self.cascadesBack(relationship, to: destination, draft)
      else { continue }
      cascades.append((position, (2 * position.entity, 2 * destination + 1)))
    }
    if cascades.isEmpty { return }
    for (entity, lineage) in draft.lineages.enumerated() {
      if let parent = lineage.parent { edges[2 * entity].append((2 * parent, nil)) }
      edges[2 * entity + 1].append((2 * entity, nil))
      edges[2 * entity + 1] += lineage.children.map { (2 * $0 + 1, nil) }
    }
    for (position, edge) in cascades { edges[edge.from].append((edge.to, position)) }
  }

  private static func cascadesBack(
    _ relationship: RelationshipDescription, to destination: Int, _ draft: ModelDraft
  ) -> Bool {
    guard let inverse = relationship.inverse, let found = draft.find(inverse, in: destination)
    else { return false }
    return draft[found].asRelationship?.deleteRule == .cascade
  }

  /// Returns the strongly connected component of each node (Tarjan's algorithm without recursion).
  func components() -> [Int] {
    var component = Array(repeating: -1, count: edges.count)
    var index = Array(repeating: -1, count: edges.count)
    var low = index
    var path: [Int] = []
    var visits: [(node: Int, next: Int)] = []
    var count = 0
    for start in edges.indices where index[start] < 0 {
      visits.append((start, 0))
      while let (node, next) = visits.last {
        if next == 0 {
          index[node] = count
          low[node] = count
          count += 1
          path.append(node)
        }
        if next < edges[node].count {
          visits[visits.count - 1].next += 1
          let target = edges[node][next].to
          if index[target] < 0 {
            visits.append((target, 0))
          } else if component[target] < 0 {
            low[node] = min(low[node], index[target])
          }
          continue
        }
        visits.removeLast()
        if let parent = visits.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node] else { continue }
        while let member = path.popLast() {
          component[member] = node
          if member == node { break }
        }
      }
    }
    return component
  }

  /// Returns the relationships of a shortest cycle that begins with a given relationship.
  func shortestCycle(from first: Position, _ component: [Int]) -> [Position]? {
    guard let start = cascades.first(where: { $0.position == first })?.edge else { return nil }
    var arrivals: [Int: (from: Int, by: Position?)] = [start.to: (start.from, first)]
    var pending = [start.to]
    var next = 0
    while next < pending.count, arrivals[start.from] == nil {
      let node = pending[next]
      next += 1
      for (target, position) in edges[node]
      where component[target] == component[node] && arrivals[target] == nil {
        arrivals[target] = (node, position)
        pending.append(target)
      }
    }
    // Follow the cycle backwards from its end, which is also its start.
    var cycle: [Position] = []
    var node = start.from
    while let (from, position) = arrivals[node] {
      if let position { cycle.append(position) }
      if node == start.to { return cycle.reversed() }
      node = from
    }
    return nil
  }
}
