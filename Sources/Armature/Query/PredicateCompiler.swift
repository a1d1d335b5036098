import ArmatureModel

/// Compiles a predicate into leaves.
struct PredicateCompiler {
  private let properties: [StoredProperty]
  private let scope: (entity: String, tree: EntityTree)?
  private(set) var leaves: [PredicateLeaf] = []
  private(set) var texts: [TextTest] = []
  private(set) var members: [PredicateLeaf.Members] = []
  private(set) var ids: [ManagedObjectID] = []
  private(set) var ways: [RowPath] = []
  private(set) var trees: [FetchPredicate] = []
  /// `nil` for predicates of rules, which must observe each read.
  private(set) var termCompiler: TermCompiler?

  init(properties: [StoredProperty], scope: (entity: String, tree: EntityTree)?) {
    self.properties = properties
    self.scope = scope
    termCompiler = scope.map { TermCompiler(properties, of: $0.entity, $0.tree) }
  }

  /// Adds the leaves of a predicate, the last one first, and returns its start.
  mutating func add(_ predicate: FetchPredicate, whenTrue: Int, whenFalse: Int) -> Int {
    switch predicate {
    case .constant(let value): return value ? whenTrue : whenFalse
    case .not(let part): return add(part, whenTrue: whenFalse, whenFalse: whenTrue)
    case .and(let parts):
      return cheapFirst(parts).reversed().reduce(whenTrue) { next, part in
        add(part, whenTrue: next, whenFalse: whenFalse)
      }
    case .or(let parts):
      return cheapFirst(parts).reversed().reduce(whenFalse) { next, part in
        add(part, whenTrue: whenTrue, whenFalse: next)
      }
    default:
      if let bounds = predicate.bounds {
        return add(.and(bounds), whenTrue: whenTrue, whenFalse: whenFalse)
      }
      var leaf =
        fastLeaf(predicate) ?? loopLeaf(predicate) ?? termLeaf(predicate) ?? treeLeaf(predicate)
      leaf.next = (whenTrue, whenFalse)
      leaves.append(leaf)
      return leaves.count - 1
    }
  }

  /// Returns the parts with the cheap ones first, and otherwise in order. The parts of rules keep their order.
  private func cheapFirst(_ parts: [FetchPredicate]) -> [FetchPredicate] {
    if scope == nil { return parts }
    return parts.filter { !$0.isCostly } + parts.filter(\.isCostly)
  }

  private mutating func loopLeaf(_ predicate: FetchPredicate) -> PredicateLeaf? {
    guard let (loop, isWanted) = termCompiler?.add(predicate) else { return nil }
    var leaf = PredicateLeaf(.loop, isWanted ? .equal : .notEqual)
    leaf.reference = loop
    return leaf
  }

  private mutating func termLeaf(_ predicate: FetchPredicate) -> PredicateLeaf? {
    guard case .comparison(let left, let comparison, let right, _, .one) = predicate,
      comparison.isRelation, predicate.existence == nil, var compiler = termCompiler,
      let first = compiler.add(left), let second = compiler.add(right)
    else { return nil }
    termCompiler = compiler
    var leaf = PredicateLeaf(.terms, comparison)
    (leaf.reference, leaf.otherReference) = (first, second)
    return leaf
  }

  private mutating func treeLeaf(_ predicate: FetchPredicate) -> PredicateLeaf {
    var leaf = PredicateLeaf(.tree)
    leaf.reference = trees.count
    trees.append(predicate)
    return leaf
  }

  private mutating func fastLeaf(_ predicate: FetchPredicate) -> PredicateLeaf? {
    guard
      case .comparison(.keyPath(let path), let comparison, let right, let options, .one) =
        predicate, path.level == 0
    else { return nil }
    guard let name = path.names.first else {
      guard let made = PredicateLeaf.comparingSelf(comparison, right) else { return nil }
      var leaf = made.leaf
      add(made.part, to: &leaf)
      return leaf
    }
    var place = RowPlace.none
    var way: RowPath?
    let kind: StorageKind
    if path.names.count == 1 {
      // Without properties, the object may have any sub-entity of the scope's entity.
      if let property = properties.first(where: { $0.name == name }) {
        (place, kind) = (property.place, property.kind)
      } else {
        guard properties.isEmpty, let found = self.way(path) else { return nil }
        (way, kind) = (found, found.kind)
      }
    } else {
      guard let found = self.way(path) else { return nil }
      (way, kind) = (found, found.kind)
    }
    guard let made = PredicateLeaf.comparing(kind, comparison, right, options) else { return nil }
    var leaf = made.leaf
    leaf.place = place
    if let way {
      leaf.way = ways.count
      ways.append(way)
    }
    add(made.part, to: &leaf)
    return leaf
  }

  private func way(_ path: FetchPath) -> RowPath? {
    scope.flatMap { RowPath(path, of: $0.entity, $0.tree) }
  }

  private mutating func add(_ part: PredicateLeaf.Part?, to leaf: inout PredicateLeaf) {
    switch part {
    case .text(let test):
      leaf.reference = texts.count
      texts.append(test)
    case .members(let values):
      leaf.reference = members.count
      members.append(values)
    case .object(let id):
      leaf.reference = ids.count
      leaf.constant = UInt64(bitPattern: id.key)
      ids.append(id)
    case nil: leaf.reference = -1
    }
  }
}

extension FetchPredicate {
  /// True if the condition may need a walk, because it reads more than values across to-one relationships.
  fileprivate var isCostly: Bool {
    var isCostly = false
    FetchNode.predicate(self).forEach { node, _ in
      switch node {
      case .expression(.aggregate), .expression(.subquery), .expression(.function),
        .expression(.combination):
        isCostly = true
      case .predicate(.comparison(_, let comparison, _, _, let quantifier)):
        if quantifier != .one || comparison == .matches { isCostly = true }
      default: break
      }
    }
    return isCostly
  }
}
