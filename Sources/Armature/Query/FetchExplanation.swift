import ArmatureModel

/// How a request is answered.
public struct FetchExplanation: Hashable, Sendable {
  /// The name of the entity.
  public let entity: String
  /// Where the objects are looked for.
  public let access: Access
  /// How many objects the condition is tried on, at most.
  public let candidateCount: Int
  /// The parts of the condition that are decided by a walk over objects and values, which takes twenty
  /// times as long as a comparison on the row; as text, in the order of reading.
  public let walks: [String]
  /// What the objects are sorted by, as text.
  public let orders: [String]

  /// Where objects are looked for.
  public enum Access: Hashable, Sendable {
    /// Among all objects of the entity.
    case allObjects
    /// By the value of a property that is unique.
    case unique(String)
    /// In a stretch of the index over a property.
    case index(String)
  }
}

extension FetchExplanation: CustomStringConvertible {
  /// A line for each step: where, by what, in which order.
  public var description: String {
    let objects = "\(candidateCount) object\(candidateCount == 1 ? "" : "s")"
    var lines: [String] = []
    switch access {
    case .allObjects: lines.append("\(entity): looks at all objects, \(objects)")
    case .unique(let property):
      lines.append("\(entity): looks up the unique \(property), \(objects)")
    case .index(let property):
      lines.append("\(entity): uses the index over \(property), \(objects)")
    }
    lines += walks.map { "walks for each of them: \($0)" }
    if !orders.isEmpty { lines.append("sorts by \(orders.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}

extension FetchRun {
  var explanation: FetchExplanation {
    let access: FetchExplanation.Access =
      switch self.access {
      case .extents: .allObjects
      case .unique(let index, _): .unique(graph.indexes[index].constraint.properties[0])
      case .ordered(let index, _): .index(graph.orderedIndexes[index].property)
      }
    let compiled = graph.model.index(of: request.entity).map { position in
      CompiledPredicate(
        request.predicate, graph.runtime(at: position).properties,
        over: (request.entity, graph.model.tree))
    }
    return FetchExplanation(
      entity: request.entity, access: access, candidateCount: candidateCount,
      walks: compiled?.walks ?? [], orders: request.orders.map(\.description))
  }
}
