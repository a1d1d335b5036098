import ArmatureModel

/// A predicate that is compiled for the rows of one entity, so that it can be tested quickly.
///
/// The compiled form is a list of simple tests, which are called leaves. Each leaf names the next leaf for both
/// outcomes of its test. Fast comparisons are tested before slower conditions, and testing a predicate of two leaves
/// takes 5 ns.
///
/// There are several kinds of leaves. A comparison of an attribute with a constant reads the value directly from the
/// row, even across to-one relationships. Computed values use compiled terms, and conditions about the members of a
/// relationship use loops. All other conditions are evaluated by walking the tree of the predicate.
///
/// `@unchecked Sendable`: after `init`, only the cached results of loops change. Loops occur only in predicates that
/// are compiled for a single request. `deinit` frees the leaves.
final class CompiledPredicate: @unchecked Sendable {
  static let accept = -1
  static let reject = -2

  private let leaves: UnsafeMutableBufferPointer<PredicateLeaf>
  private let texts: UnsafeMutableBufferPointer<TextTest>
  private let members: [PredicateLeaf.Members]
  private let ids: [ManagedObjectID]
  private let ways: UnsafeMutableBufferPointer<RowPath>
  private let terms: UnsafeMutableBufferPointer<CompiledTerm>
  private let termWays: UnsafeMutableBufferPointer<RowPath>
  private let loops: [MemberLoop]
  private let trees: [FetchPredicate]
  private let patterns: CompiledPatterns
  private let start: Int

  /// - Parameters:
  ///   - properties: The properties of the entity of the objects.
  ///   - ways: The entity and the model, for comparisons across to-one relationships. Without them, such comparisons
  ///     walk their tree.
  init(
    _ predicate: FetchPredicate, _ properties: [StoredProperty],
    over ways: (entity: String, tree: EntityTree)? = nil
  ) {
    var compiler = PredicateCompiler(properties: properties, scope: ways)
    start = compiler.add(
      predicate, whenTrue: CompiledPredicate.accept, whenFalse: CompiledPredicate.reject)
    leaves = .copy(of: compiler.leaves)
    texts = .copy(of: compiler.texts)
    members = compiler.members
    ids = compiler.ids
    self.ways = .copy(of: compiler.ways)
    terms = .copy(of: compiler.termCompiler?.terms ?? [])
    termWays = .copy(of: compiler.termCompiler?.ways ?? [])
    loops = compiler.termCompiler?.loops ?? []
    trees = compiler.trees
    patterns = CompiledPatterns(.and(compiler.trees))
  }

  deinit {
    leaves.free()
    for text in texts { text.deallocate() }
    texts.free()
    ways.free()
    terms.free()
    termWays.free()
  }

  /// True if every leaf only reads the row of the object itself.
  var isLocal: Bool {
    trees.isEmpty && ways.isEmpty && ids.isEmpty
      && leaves.allSatisfy { $0.operation != .objectMember }
  }

  /// True if every leaf only reads rows, of any object.
  var isDecidedOnRows: Bool { trees.isEmpty }

  /// The parts that walk their tree, as text, in the order of reading.
  var walks: [String] { trees.reversed().map { "\($0)" } }

  /// Returns whether the predicate holds for an object of its entity.
  func holds(_ object: ManagedObject) -> Bool { holds(.passUnretained(object), object.row) }

  /// Returns whether the predicate holds for an object that the caller keeps alive, and its row.
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
        row[place, as: Int64.self], Int64(bitPattern: leaf.pointee.constant))
    case .number where isPresent:
      return comparison.holds(
        row[place, as: Double.self], Double(bitPattern: leaf.pointee.constant))
    case .text where isPresent:
      return (texts.baseAddress.unsafelyUnwrapped + leaf.pointee.reference).pointee
        .holds(row.memory(place, as: String.self))
    case .truth where isPresent:
      let value = row[place, as: Bool.self]
      return (value == (leaf.pointee.constant != 0)) == (comparison == .equal)
    case .integer16 where isPresent:
      return comparison.holds(
        Int64(row[place, as: Int16.self]), Int64(bitPattern: leaf.pointee.constant))
    case .integer32 where isPresent:
      return comparison.holds(
        Int64(row[place, as: Int32.self]), Int64(bitPattern: leaf.pointee.constant))
    case .single where isPresent:
      return comparison.holds(
        Double(row[place, as: Float.self]),
        Double(bitPattern: leaf.pointee.constant))
    case .member: return isMember(row, place, leaf)
    case .object: return leads(row, place, to: leaf) == (comparison == .equal)
    case .objectMember: return leads(row, place, toMemberOf: leaf)
    case .selfMember:
      return members[leaf.pointee.reference].values
        .contains(.object(object._withUnsafeGuaranteedRef { $0.objectID }))
    case .terms:
      return comparison.holds(
        value(of: leaf.pointee.reference, object, row),
        value(of: leaf.pointee.otherReference, object, row))
    case .loop:
      return (loops[leaf.pointee.reference].answer(for: object).bits != 0)
        == (comparison == .equal)
    case .tree: return holdsTree(leaf.pointee.reference, object)
    // A missing value differs from every value, and is not less or greater.
    default: return comparison == .notEqual
    }
  }

  /// Tests a value of another object.
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
      test(leaf, owner, $0.row, $0.shape.places[way.pointee.position])
    }
  }

  @inline(never) private func isMember(
    _ row: Row, _ place: RowPlace, _ leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let members = members[leaf.pointee.reference]
    return row.isPresent(place) ? members.contains(row.value(place)) : members.hasAbsent
  }

  /// Returns whether a to-one relationship leads to any of a leaf's objects.
  @inline(never) private func leads(
    _ row: Row, _ place: RowPlace, toMemberOf leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let members = members[leaf.pointee.reference]
    let handle = row.link(place).handle
    guard !handle.isNone, row.slots[handle].isThere else { return members.hasAbsent }
    let id = row.slots.graph?.takeUnretainedValue().id(of: handle)
    return id.map { members.values.contains(.object($0)) } ?? false
  }

  /// Returns whether a to-one relationship leads to a leaf's object, or is empty if the leaf has no object.
  @inline(never) private func leads(
    _ row: Row, _ place: RowPlace, to leaf: UnsafeMutablePointer<PredicateLeaf>
  ) -> Bool {
    let handle = row.link(place).handle
    let slots = row.slots
    let isThere = !handle.isNone && slots[handle].isThere
    guard leaf.pointee.reference >= 0 else { return !isThere }
    return isThere && slots[handle].key == Int64(bitPattern: leaf.pointee.constant)
      && slots.graph?.takeUnretainedValue().id(of: handle) == ids[leaf.pointee.reference]
  }

  /// Returns the value of a term for an object.
  private func value(
    of number: Int, _ object: Unmanaged<ManagedObject>, _ row: Row
  ) -> ScalarValue {
    let term = terms.baseAddress.unsafelyUnwrapped + number
    switch term.pointee.operation {
    case .place: return ScalarValue(row, term.pointee.place)
    case .way:
      let way = termWays.baseAddress.unsafelyUnwrapped + term.pointee.reference
      guard let owner = way.pointee.owner(from: object) else { return .absent }
      return owner._withUnsafeGuaranteedRef {
        ScalarValue($0.row, $0.shape.places[way.pointee.position])
      }
    case .constant: return term.pointee.constant
    case .arithmetic:
      return term.pointee.arithmetic.apply(
        value(of: term.pointee.left, object, row), value(of: term.pointee.right, object, row))
    case .aggregate: return loops[term.pointee.reference].answer(for: object)
    }
  }

  @inline(never) private func holdsTree(
    _ tree: Int, _ object: Unmanaged<ManagedObject>
  ) -> Bool {
    PredicateEvaluator(object: object.takeUnretainedValue(), patterns: patterns)
      .holds(trees[tree])
  }
}
