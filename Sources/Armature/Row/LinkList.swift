#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The members of a to-many relationship: their handles, in order, each once.
///
/// Removing leaves a hole, and holes are closed when they outnumber the members, so that removing many
/// members one by one takes linear time. The list keeps its own changes since the last save: what a
/// change costs so does not depend on how many members there are.
///
/// A list that a store has may not be loaded: then it knows only what came and went since, and must be
/// loaded before its members are looked at.
///
/// One word in the row, which owns the memory; copies of the word are views of the same list.
struct LinkList {
  var storage: UnsafeMutablePointer<Storage>?

  struct Storage {
    /// The handles; 0 is a hole.
    var items: UnsafeMutablePointer<UInt32>
    var capacity: Int
    /// The positions in use, holes included.
    var used = 0
    /// The members.
    var count = 0
    /// Whether the members are known; if not, there are only edits.
    var isLoaded = true
    /// The position of each member, if many have been looked for.
    var positions: [UInt32: UInt32]?
    /// How often all members were walked over since positions were lost.
    var walks = 0
    /// What was done since the last save, if it is to be known.
    var edits: ContiguousArray<Edit>?
    /// The members in the order that they had here when the list was let go of, if it was another than
    /// that of the store; only while the list is not loaded.
    var order: ContiguousArray<Handle>?

    init(capacity: Int) {
      items = .allocate(capacity: capacity)
      self.capacity = capacity
    }
  }

  /// One change, with what it takes to go back. Positions count holes.
  enum Edit: Equatable {
    /// A member came to the end.
    case appended(Handle, at: UInt32)
    /// A member came to a position, and moved those behind it.
    case inserted(Handle, at: UInt32)
    /// A member went, and those behind it closed up.
    case withdrawn(Handle, at: UInt32)
    /// A member left a hole.
    case removed(Handle, at: UInt32)
    /// A member came into a hole.
    case filled(Handle, at: UInt32)
    /// Other members took the place of those that there were.
    case replaced(Replacement)
    /// A member went that the list has not: it was loaded later, and the store has it no more.
    case missed(Handle)
    /// A member came that the list has already: it was loaded later, and others have added it, too.
    case known(Handle)
  }

  /// The handles at all positions before and after a change of all of them, holes included.
  final class Replacement: Equatable {
    let former: ContiguousArray<Handle>
    let present: ContiguousArray<Handle>

    init(_ former: ContiguousArray<Handle>, by present: ContiguousArray<Handle>) {
      (self.former, self.present) = (former, present)
    }

    static func == (left: Replacement, right: Replacement) -> Bool { left === right }

    /// The change that takes this one back.
    var opposite: Replacement { Replacement(present, by: former) }

    /// Whether only holes have come or gone, which nobody can see.
    var isOfHoles: Bool {
      former.lazy.filter { !$0.isNone }.elementsEqual(present.lazy.filter { !$0.isNone })
    }
  }

  /// How many walks are cheaper than to keep the positions of all members.
  private static let walkLimit = 64
  /// Up to how many members a walk is cheap.
  private static let shortCount = 32

  /// An empty list, which takes no memory.
  init() {}

  func deallocate() {
    guard let storage, storage != Self.unloadedStorage.pointer else { return }
    storage.pointee.items.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The number of members.
  @inline(__always) var count: Int {
    guard let storage else { return 0 }
    assert(isLoaded, "The list must be loaded.")
    return storage.pointee.count
  }

  /// Whether there is no member; a list that is not loaded may have some.
  @inline(__always) var isEmpty: Bool { isLoaded && count == 0 }

  /// Calls a body with each member in order.
  ///
  /// - Precondition: The body does not change the list.
  @inline(__always) func forEach(_ body: (Handle) throws -> Void) rethrows {
    guard let storage else { return }
    assert(isLoaded, "The list must be loaded.")
    let items = storage.pointee.items
    for position in 0..<storage.pointee.used where items[position] != 0 {
      try body(Handle(rawValue: items[position]))
    }
  }

  /// Whether a condition holds for each member; asks in order, up to the first for which it does not.
  ///
  /// - Precondition: The condition does not change the list.
  @inline(__always) func allSatisfy(_ condition: (Handle) -> Bool) -> Bool {
    guard let storage else { return true }
    assert(isLoaded, "The list must be loaded.")
    let items = storage.pointee.items
    for position in 0..<storage.pointee.used where items[position] != 0 {
      if !condition(Handle(rawValue: items[position])) { return false }
    }
    return true
  }

  /// The members in order.
  var handles: ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    handles.reserveCapacity(count)
    forEach { handles.append($0) }
    return handles
  }

  /// Whether some members are the last ones, in their order.
  ///
  /// - Complexity: O(*n*) in their number, beside holes at the end.
  func ends(with members: [Handle]) -> Bool {
    guard let storage, storage.pointee.count >= members.count else { return members.isEmpty }
    var rest = members[...]
    for position in (0..<storage.pointee.used).reversed() {
      guard let last = rest.last else { return true }
      let handle = storage.pointee.items[position]
      if handle == 0 { continue }
      if handle != last.rawValue { return false }
      rest.removeLast()
    }
    return rest.isEmpty
  }

  // MARK: Finding

  func contains(_ member: Handle, hint: UInt32? = nil) -> Bool {
    position(of: member, hint: hint) != nil
  }

  /// Where a member is.
  ///
  /// - Complexity: O(1) where the hint is right, or else on average.
  func position(of member: Handle, hint: UInt32?) -> Int? {
    guard let storage, storage.pointee.count > 0 else { return nil }
    let (items, used) = (storage.pointee.items, storage.pointee.used)
    if let hint, Int(hint) < used, items[Int(hint)] == member.rawValue { return Int(hint) }
    if storage.pointee.positions != nil {
      return (storage.pointee.positions?[member.rawValue]).map(Int.init)
    }
    if used <= Self.shortCount || storage.pointee.walks < Self.walkLimit {
      storage.pointee.walks += 1
      for position in 0..<used where items[position] == member.rawValue { return position }
      return nil
    }
    var positions: [UInt32: UInt32] = [:]
    positions.reserveCapacity(storage.pointee.count)
    for position in 0..<used where items[position] != 0 {
      positions[items[position]] = UInt32(position)
    }
    storage.pointee.positions = positions
    return positions[member.rawValue].map(Int.init)
  }

  // MARK: Changing

  /// The list's memory, made when the first member comes.
  @inline(__always) mutating func makeStorage() -> UnsafeMutablePointer<Storage> {
    storage ?? makeFirstStorage()
  }

  @inline(never) private mutating func makeFirstStorage() -> UnsafeMutablePointer<Storage> {
    let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    made.initialize(to: Storage(capacity: 4))
    storage = made
    return made
  }

  @inline(__always) func log(_ edit: @autoclosure () -> Edit, _ keepsEdits: Bool) {
    // Edits that were begun for a mark must stay complete, also where that mark is gone.
    if keepsEdits || storage?.pointee.edits != nil { log(edit()) }
  }

  @inline(never) private func log(_ edit: Edit) {
    guard let storage else { return }
    if storage.pointee.edits == nil { storage.pointee.edits = [] }
    storage.pointee.edits?.append(edit)
  }

  @inline(never) func grow(_ storage: UnsafeMutablePointer<Storage>) {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: storage.pointee.capacity * 2)
    larger.moveInitialize(from: storage.pointee.items, count: storage.pointee.used)
    storage.pointee.items.deallocate()
    storage.pointee.items = larger
    storage.pointee.capacity *= 2
  }

  /// Adds an object that is not a member, at the end, and returns its position.
  ///
  /// - Parameter keepsEdits: Whether the list must be able to go back to what it is now.
  /// - Complexity: O(1) on average.
  @discardableResult mutating func append(_ member: Handle, keepsEdits: Bool) -> UInt32 {
    let storage = makeStorage()
    if _slowPath(!storage.pointee.isLoaded) {
      editUnloaded(.appended(member, at: Self.nowhere))
      return 0
    }
    assert(!member.isNone && !containsByWalking(member), "It must be no member yet.")
    if storage.pointee.used == storage.pointee.capacity { grow(storage) }
    let position = storage.pointee.used
    storage.pointee.items[position] = member.rawValue
    storage.pointee.used = position + 1
    storage.pointee.count += 1
    if storage.pointee.positions != nil {
      storage.pointee.positions?[member.rawValue] = UInt32(position)
    }
    log(.appended(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
    return UInt32(truncatingIfNeeded: position)
  }

  /// Puts an object that is not a member in front of the member at a position; behind all at the end.
  ///
  /// - Complexity: O(*n*): those behind it move.
  mutating func insert(_ member: Handle, at position: Int, keepsEdits: Bool) {
    let storage = makeStorage()
    assert(!member.isNone && !containsByWalking(member), "It must be no member yet.")
    let place = self.place(ofMember: position)
    if place == storage.pointee.used {
      append(member, keepsEdits: keepsEdits)
      return
    }
    open(place, for: member)
    log(.inserted(member, at: UInt32(truncatingIfNeeded: place)), keepsEdits)
  }

  /// Puts a member at a position, and moves what is there and behind it.
  func open(_ place: Int, for member: Handle) {
    guard let storage else { return }
    if storage.pointee.used == storage.pointee.capacity { grow(storage) }
    let target = storage.pointee.items + place
    let behind = storage.pointee.used - place
    memmove(target + 1, target, behind * MemoryLayout<UInt32>.stride)
    target.pointee = member.rawValue
    storage.pointee.used += 1
    storage.pointee.count += 1
    if behind == 0 {
      storage.pointee.positions?[member.rawValue] = UInt32(truncatingIfNeeded: place)
    } else {
      losePositions()
    }
  }

  /// The position in memory of a member by its place among the members; the end if there is none.
  private func place(ofMember position: Int) -> Int {
    guard let storage else { return 0 }
    if position >= storage.pointee.count { return storage.pointee.used }
    if storage.pointee.used == storage.pointee.count { return max(0, position) }
    var left = max(0, position)
    for place in 0..<storage.pointee.used where storage.pointee.items[place] != 0 {
      if left == 0 { return place }
      left -= 1
    }
    return storage.pointee.used
  }

  /// Takes a member out; does nothing for an object that is none, unless the list is not loaded: then it
  /// must be one.
  ///
  /// - Complexity: O(1) where the hint is right, or else on average.
  @discardableResult
  mutating func remove(_ member: Handle, hint: UInt32?, keepsEdits: Bool) -> Bool {
    if _slowPath(!isLoaded) {
      editUnloaded(.removed(member, at: Self.nowhere))
      return true
    }
    guard let storage, let position = position(of: member, hint: hint) else { return false }
    log(.removed(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
    dig(position)
    if storage.pointee.edits == nil { closeHoles() }
    return true
  }

  /// Makes a hole where a member is.
  func dig(_ position: Int) {
    guard let storage else { return }
    storage.pointee.positions?[storage.pointee.items[position]] = nil
    storage.pointee.items[position] = 0
    storage.pointee.count -= 1
  }

  /// Makes other objects the members, in their order, and returns what was done.
  @discardableResult
  mutating func replace(with members: ContiguousArray<Handle>, keepsEdits: Bool) -> Edit {
    let storage = makeStorage()
    let edit = Edit.replaced(Replacement(places, by: members))
    log(edit, keepsEdits)
    setPlaces(members)
    storage.pointee.count = members.count
    return edit
  }

  /// The handles at all positions, holes included.
  var places: ContiguousArray<Handle> {
    guard let storage else { return [] }
    return ContiguousArray(
      UnsafeBufferPointer(start: storage.pointee.items, count: storage.pointee.used)
        .lazy.map(Handle.init))
  }

  func setPlaces(_ handles: ContiguousArray<Handle>) {
    guard let storage else { return }
    if handles.count > storage.pointee.capacity {
      storage.pointee.items.deallocate()
      storage.pointee.items = .allocate(capacity: handles.count)
      storage.pointee.capacity = handles.count
    }
    for (position, handle) in handles.enumerated() {
      (storage.pointee.items + position).initialize(to: handle.rawValue)
    }
    storage.pointee.used = handles.count
    losePositions()
  }

  func losePositions() {
    storage?.pointee.positions = nil
    storage?.pointee.walks = 0
  }

  func closeHoles() {
    guard let storage, storage.pointee.count * 2 < storage.pointee.used else { return }
    var next = 0
    for position in 0..<storage.pointee.used where storage.pointee.items[position] != 0 {
      storage.pointee.items[next] = storage.pointee.items[position]
      next += 1
    }
    storage.pointee.used = next
    losePositions()
    // Hints are wrong now, for all members at once: a walk for each would take quadratic time.
    storage.pointee.walks = Self.walkLimit
  }

  // MARK: Invariants

  /// Whether an object is a member, found without anything that could be wrong; for debug builds.
  private func containsByWalking(_ member: Handle) -> Bool {
    guard let storage, storage.pointee.used <= Self.shortCount else { return false }
    return (0..<storage.pointee.used).contains { storage.pointee.items[$0] == member.rawValue }
  }

  /// Whether the counts, the positions and the members agree.
  var isConsistent: Bool {
    guard let storage, isLoaded else { return true }
    let members = handles
    return members.count == storage.pointee.count && Set(members).count == members.count
      && storage.pointee.used <= storage.pointee.capacity
      && storage.pointee.positions.map { positions in
        positions.count == members.count
          && positions.allSatisfy { storage.pointee.items[Int($0.value)] == $0.key }
      } ?? true
  }
}
