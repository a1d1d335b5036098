import ArmatureModel

/// A predicate compiled for the rows of one entity: a list of leaves, each of which knows where to
/// go when it holds and when it does not.
///
/// Leaves that compare an attribute, of the object itself or behind to-one relationships, with a
/// constant are decided on the row; all others by walking their tree. A predicate of two leaves takes
/// 5 ns.
///
/// `@unchecked Sendable`: nothing changes after `init`; `deinit` frees the leaves.
final class CompiledPredicate: @unchecked Sendable {
  fileprivate static let accept = -1
  fileprivate static let refuse = -2

  private let leaves: UnsafeMutableBufferPointer<PredicateLeaf>
  private let texts: UnsafeMutableBufferPointer<TextTest>
  private let members: [PredicateLeaf.Members]
  private let ids: [ManagedObjectID]
  private let ways: UnsafeMutableBufferPointer<RowPath>
  private let trees: [FetchPredicate]
  private let patterns: CompiledPatterns
  private let start: Int

  /// - Parameters:
  ///   - properties: Those of the entity of the objects.
  ///   - ways: The entity and the model, for comparisons behind to-one relationships; without it their
  ///     trees are walked.
  init(
    _ predicate: FetchPredicate, _ properties: [StoredProperty],
    over ways: (entity: String, tree: EntityTree)? = nil
  ) {
    var compiler = Compiler(properties: properties, scope: ways)
    start = compiler.add(
      predicate, whenTrue: CompiledPredicate.accept, whenFalse: CompiledPredicate.refuse)
    leaves = .copy(of: compiler.leaves)
    texts = .copy(of: compiler.texts)
    members = compiler.members
    ids = compiler.ids
    self.ways = .copy(of: compiler.ways)
    trees = compiler.trees
    patterns = CompiledPatterns(.and(compiler.trees))
  }

  deinit {
    leaves.free()
    for text in texts { text.deallocate() }
    texts.free()
    ways.free()
  }

  /// Whether every leaf is decided on the row of the object itself.
  var isLocal: Bool {
    trees.isEmpty && ways.isEmpty && ids.isEmpty
      && leaves.allSatisfy { $0.operation != .objectMember }
  }

  /// The parts that are decided by walking their tree, as text, in the order of reading.
  var walks: [String] { trees.reversed().map { "\($0)" } }

  /// Whether the predicate holds for an object of the entity that it was compiled for.
  func holds(_ object: ManagedObject) -> Bool { holds(.passUnretained(object), object.row) }

  /// Whether the predicate holds for an object that somebody keeps alive, and whose row is at hand.
  @inline(__always) func holds(_ object: Unmanaged<ManagedObject>, _ row: Row) -> Bool {
    if _slowPath(row.tableMask == 0) {
      _ = object._withUnsafeGuaranteedRef { $0.isFilled() }
    }
    var next = start
    while next >= 0 {
      let leaf = leaves.baseAddress.unsafelyUnwrapped + next
      let holds =
        leaf.pointee.way < 0
        ? test(leaf, object, row, leaf.pointee.place) : testBehind(leaf, object)
      next = holds ? leaf.pointee.next.whenTrue : leaf.pointee.next.whenFalse
    }
    return next == Self.accept
  }

  @inline(__always) private func test(
    _ leaf: UnsafeMutablePointer<PredicateLeaf>, _ object: Unmanaged<ManagedObject>, _ row: Row,
    _ place: RowPlace
  ) -> Bool {
    let comparison = leaf.pointee.comparison
    let isPresent = row.isPresent(place)
    switch leaf.pointee.operation {
    case .isAbsent: return isPresent == (comparison == .notEqual)
    case .integer64 where isPresent:
      return comparison.holds(
        row.memory(place, as: Int64.self).pointee, Int64(bitPattern: leaf.pointee.constant))
    case .number where isPresent:
      return comparison.holds(
        row.memory(place, as: Double.self).pointee, Double(bitPattern: leaf.pointee.constant))
    case .text where isPresent:
      return (texts.baseAddress.unsafelyUnwrapped + leaf.pointee.reference).pointee
        .holds(row.memory(place, as: String.self))
    case .truth where isPresent:
      let value = row.memory(place, as: Bool.self).pointee
      return (value == (leaf.pointee.constant != 0)) == (comparison == .equal)
    case .integer16 where isPresent:
      return comparison.holds(
        Int64(row.memory(place, as: Int16.self).pointee), Int64(bitPattern: leaf.pointee.constant))
    case .integer32 where isPresent:
      return comparison.holds(
        Int64(row.memory(place, as: Int32.self).pointee), Int64(bitPattern: leaf.pointee.constant))
    case .single where isPresent:
      return comparison.holds(
        Double(row.memory(place, as: Float.self).pointee),
        Double(bitPattern: leaf.pointee.constant))
    case .member: return isMember(row, place, leaf)
    case .object: return leads(row, place, to: leaf) == (comparison == .equal)
    case .objectMember: return leads(row, place, toMemberOf: leaf)
    case .selfMember:
      return members[leaf.pointee.reference].values
        .contains(.object(object._withUnsafeGuaranteedRef { $0.objectID }))
    case .tree: return holdsTree(leaf.pointee.reference, object)
    // An absent value differs from every other, and is neither less nor greater.
    default: return comparison == .notEqual
    }
  }

  /// The test of a value that another object has.
  @inline(never) private func testBehind(
    _ leaf: UnsafeMutablePointer<PredicateLeaf>, _ object: Unmanaged<ManagedObject>
  ) -> Bool {
    let way = ways.baseAddress.unsafelyUnwrapped + leaf.pointee.way
    guard let owner = way.pointee.owner(from: object) else {
      return switch leaf.pointee.operation {
      case .isAbsent: leaf.pointee.comparison == .equal
      case .member, .objectMember: members[leaf.pointee.reference].hasAbsent
      case .object:
        (leaf.pointee.reference < 0) == (leaf.pointee.comparison == .equal)
      default: leaf.pointee.comparison == .notEqual
      }
    }
    return owner._withUnsafeGuaranteedRef {
      test(leaf, owner, $0.row, $0.shape.pointee.places[way.pointee.position])
    }
  }

  @inline(never) private func isMember(
    _ row: Row, _ place: RowPlace, _ leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let members = members[leaf.pointee.reference]
    return row.isPresent(place) ? members.contains(row.value(place)) : members.hasAbsent
  }

  /// Whether a to-one relationship leads to one of the objects that a leaf names.
  @inline(never) private func leads(
    _ row: Row, _ place: RowPlace, toMemberOf leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let members = members[leaf.pointee.reference]
    let handle = row.link(place).handle
    guard !handle.isNone, row.slots.pointee[handle].isThere else { return members.hasAbsent }
    let id = row.slots.pointee.graph?.takeUnretainedValue().id(of: handle)
    return id.map { members.values.contains(.object($0)) } ?? false
  }

  /// Whether a to-one relationship leads to the object that a leaf names, or to none if it names none.
  @inline(never) private func leads(
    _ row: Row, _ place: RowPlace, to leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let handle = row.link(place).handle
    let slots = row.slots
    let isThere = !handle.isNone && slots.pointee[handle].isThere
    guard leaf.pointee.reference >= 0 else { return !isThere }
    return isThere && slots.pointee[handle].key == Int64(bitPattern: leaf.pointee.constant)
      && slots.pointee.graph?.takeUnretainedValue().id(of: handle) == ids[leaf.pointee.reference]
  }

  @inline(never) private func holdsTree(
    _ tree: Int, _ object: Unmanaged<ManagedObject>
  ) -> Bool {
    PredicateEvaluator(object: object.takeUnretainedValue(), patterns: patterns)
      .holds(trees[tree])
  }
}

/// What makes the leaves.
private struct Compiler {
  let properties: [StoredProperty]
  let scope: (entity: String, tree: EntityTree)?
  var leaves: [PredicateLeaf] = []
  var texts: [TextTest] = []
  var members: [PredicateLeaf.Members] = []
  var ids: [ManagedObjectID] = []
  var ways: [RowPath] = []
  var trees: [FetchPredicate] = []

  init(properties: [StoredProperty], scope: (entity: String, tree: EntityTree)?) {
    self.properties = properties
    self.scope = scope
  }

  /// Adds the leaves of a predicate, the last one first, and returns where it starts.
  mutating func add(_ predicate: FetchPredicate, whenTrue: Int, whenFalse: Int) -> Int {
    switch predicate {
    case .constant(let value): return value ? whenTrue : whenFalse
    case .not(let part): return add(part, whenTrue: whenFalse, whenFalse: whenTrue)
    case .and(let parts):
      return parts.reversed().reduce(whenTrue) { next, part in
        add(part, whenTrue: next, whenFalse: whenFalse)
      }
    case .or(let parts):
      return parts.reversed().reduce(whenFalse) { next, part in
        add(part, whenTrue: whenTrue, whenFalse: next)
      }
    default:
      if let bounds = predicate.bounds {
        return add(.and(bounds), whenTrue: whenTrue, whenFalse: whenFalse)
      }
      var leaf = fastLeaf(predicate) ?? treeLeaf(predicate)
      leaf.next = (whenTrue, whenFalse)
      leaves.append(leaf)
      return leaves.count - 1
    }
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
      guard let property = properties.first(where: { $0.name == name }) else { return nil }
      (place, kind) = (property.place, property.kind)
    } else {
      guard let scope, let found = RowPath(path, of: scope.entity, scope.tree) else { return nil }
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
