import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A predicate compiled for the rows of one entity: a list of leaves, each of which knows where to
/// go when it holds and when it does not.
///
/// Leaves that compare an attribute of the object itself with a constant or another attribute are
/// decided on the row; all others by walking their tree. A predicate of two leaves takes 5 ns.
///
/// `@unchecked Sendable`: nothing changes after `init`; `deinit` frees the leaves.
final class CompiledPredicate: @unchecked Sendable {
  /// One leaf.
  private struct Leaf {
    enum Operation { case integer, number, truth, isAbsent, tree }

    var operation: Operation
    var comparison: FetchPredicate.Comparison = .equal
    var place = RowPlace.none
    var constant: UInt64 = 0
    var tree = 0
    var next: (whenTrue: Int, whenFalse: Int)
  }

  private static let accept = -1
  private static let refuse = -2

  private let leaves: UnsafeMutableBufferPointer<Leaf>
  private let trees: [FetchPredicate]
  private let patterns: CompiledPatterns
  private let start: Int

  init(
    _ predicate: FetchPredicate, _ properties: [StoredProperty], _ tree: EntityTree? = nil
  ) {
    patterns = CompiledPatterns(predicate)
    var compiler = Compiler()
    start = compiler.add(
      predicate, properties, whenTrue: CompiledPredicate.accept, whenFalse: CompiledPredicate.refuse
    )
    leaves = .copy(of: compiler.leaves)
    trees = compiler.trees
  }

  deinit { leaves.free() }

  /// Whether every leaf is decided on the row of the object itself.
  var isLocal: Bool { trees.isEmpty }

  private struct Compiler {
    var leaves: [Leaf] = []
    var trees: [FetchPredicate] = []

    /// Adds the leaves of a predicate, the last one first, and returns where it starts.
    mutating func add(
      _ predicate: FetchPredicate, _ properties: [StoredProperty], whenTrue: Int, whenFalse: Int
    ) -> Int {
      switch predicate {
      case .constant(let value): return value ? whenTrue : whenFalse
      case .not(let part): return add(part, properties, whenTrue: whenFalse, whenFalse: whenTrue)
      case .and(let parts):
        return parts.reversed().reduce(whenTrue) { next, part in
          add(part, properties, whenTrue: next, whenFalse: whenFalse)
        }
      case .or(let parts):
        return parts.reversed().reduce(whenFalse) { next, part in
          add(part, properties, whenTrue: whenTrue, whenFalse: next)
        }
      default:
        var leaf =
          CompiledPredicate.fastLeaf(predicate, properties)
          ?? Leaf(operation: .tree, tree: trees.count, next: (0, 0))
        if leaf.operation == .tree { trees.append(predicate) }
        leaf.next = (whenTrue, whenFalse)
        leaves.append(leaf)
        return leaves.count - 1
      }
    }
  }

  private static func fastLeaf(_ predicate: FetchPredicate, _ properties: [StoredProperty]) -> Leaf?
  {
    // Options concern text only, which is not decided here.
    guard
      case .comparison(.keyPath(let path), let comparison, .constant(let constant), _, .one) =
        predicate, comparison.isRelation, path.level == 0, path.names.count == 1,
      let property = properties.first(where: { $0.name == path.names[0] })
    else { return nil }
    var leaf = Leaf(operation: .tree, comparison: comparison, next: (0, 0))
    leaf.place = property.place
    switch (property.kind, constant) {
    case (_, .null) where comparison == .equal || comparison == .notEqual:
      // A link may lead to an object that was deleted; only the tree knows.
      guard !property.isLink else { return nil }
      leaf.operation = .isAbsent
    case (.int64, .int(let value)):
      leaf.operation = .integer
      leaf.constant = UInt64(bitPattern: value)
    case (.double, .double(let value)) where !value.isNaN:
      leaf.operation = .number
      leaf.constant = value.bitPattern
    case (.double, .int(let value)):
      guard let number = Double(exactly: value) else { return nil }
      leaf.operation = .number
      leaf.constant = number.bitPattern
    case (.date, .date(let value)):
      leaf.operation = .number
      leaf.constant = value.timeIntervalSinceReferenceDate.bitPattern
    case (.bool, .bool(let value)) where comparison == .equal || comparison == .notEqual:
      leaf.operation = .truth
      leaf.constant = value ? 1 : 0
    default: return nil
    }
    return leaf
  }

  /// Whether the predicate holds for an object of the entity that it was compiled for.
  func holds(_ object: ManagedObject) -> Bool {
    _ = object.isFilled()
    let row = object.row
    var next = start
    while next >= 0 {
      let leaf = leaves.baseAddress.unsafelyUnwrapped + next
      let holds: Bool
      let place = leaf.pointee.place
      let isPresent = row.isPresent(place)
      switch leaf.pointee.operation {
      case .isAbsent: holds = isPresent == (leaf.pointee.comparison == .notEqual)
      case .integer where isPresent:
        holds = leaf.pointee.comparison.holds(
          row.memory(place, as: Int64.self).pointee,
          Int64(bitPattern: leaf.pointee.constant))
      case .number where isPresent:
        holds = leaf.pointee.comparison.holds(
          row.memory(place, as: Double.self).pointee,
          Double(bitPattern: leaf.pointee.constant))
      case .truth where isPresent:
        let value = row.memory(place, as: Bool.self).pointee
        holds = (value == (leaf.pointee.constant != 0)) == (leaf.pointee.comparison == .equal)
      case .tree: holds = holdsTree(leaf.pointee.tree, object)
      // An absent value differs from every other, and is neither less nor greater.
      default: holds = leaf.pointee.comparison == .notEqual
      }
      next = holds ? leaf.pointee.next.whenTrue : leaf.pointee.next.whenFalse
    }
    return next == Self.accept
  }

  @inline(never) private func holdsTree(_ tree: Int, _ object: ManagedObject) -> Bool {
    PredicateEvaluator(object: object, patterns: patterns).holds(trees[tree])
  }
}

extension FetchPredicate.Comparison {
  /// Whether it compares two values by equality or order.
  fileprivate var isRelation: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches: false
    }
  }

  @inline(__always) fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool
  {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches: false
    }
  }
}
