#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The members of a to-many relationship, as a list of unique handles.
///
/// Removing a member leaves a hole in the list. The holes are closed when they outnumber the members, so removing many
/// members one by one takes linear time. The list records what was added and removed since the last save, so the cost
/// of a change does not depend on the number of members.
///
/// The list of a saved object may not be loaded yet. It then contains only the unsaved changes, and must be loaded
/// before its members are accessed.
///
/// A row contains one word for the list and owns the list's memory. This type is a handle of the word.
struct LinkList {
  /// The word, which refers to the storage; `nil` for an empty list, which takes no memory.
  let word: UnsafeMutablePointer<Storage?>

  /// The list whose word is at an address.
  @_transparent init(at address: UnsafeMutableRawPointer) {
    word = address.assumingMemoryBound(to: Storage?.self)
  }

  /// The content of the list.
  @_transparent var storage: Storage? {
    get { word.pointee }
    nonmutating set { word.pointee = newValue }
  }

  /// One edit, with the data to revert it. Positions count holes.
  enum Edit: Equatable {
    /// A member was appended.
    case appended(Handle, at: UInt32)
    /// A member was inserted at a position, and moved the following ones.
    case inserted(Handle, at: UInt32)
    /// A member was removed, and the following ones moved.
    case withdrawn(Handle, at: UInt32)
    /// A member was removed, and left a hole.
    case removed(Handle, at: UInt32)
    /// A member filled a hole.
    case filled(Handle, at: UInt32)
    /// All members were replaced.
    case replaced(Replacement)
    /// A member was removed before the list was loaded, and is no longer in the store.
    case missed(Handle)
    /// A member was added before the list was loaded, and another context has also added it.
    case known(Handle)
  }

  /// The handles at all positions before and after a replacement of all members, including holes.
  final class Replacement: Equatable {
    let former: ContiguousArray<Handle>
    let present: ContiguousArray<Handle>

    init(_ former: ContiguousArray<Handle>, by present: ContiguousArray<Handle>) {
      (self.former, self.present) = (former, present)
    }

    static func == (left: Replacement, right: Replacement) -> Bool { left === right }

    /// The replacement that reverts this one.
    var opposite: Replacement { Replacement(present, by: former) }

    /// The members that were added, and those that were removed.
    var changedMembers: (added: Set<Handle>, removed: Set<Handle>) {
      let (before, after) = (Set(former), Set(present))
      return (
        after.subtracting(before).subtracting([.none]),
        before.subtracting(after).subtracting([.none])
      )
    }

    /// Whether only holes have changed, which is invisible.
    var isOfHoles: Bool {
      former.lazy.filter { !$0.isNone }.elementsEqual(present.lazy.filter { !$0.isNone })
    }
  }

  /// The number of linear searches after which the positions of all members are stored in a table.
  private static let walkLimit = 64
  /// The maximum number of members for a cheap linear search.
  private static let shortCount = 32

  /// Initializes the word.
  ///
  /// - Parameter isLoaded: True for an empty list, and false for one whose members are not loaded.
  func initialize(isLoaded: Bool = true) { storage = isLoaded ? nil : Self.unloadedStorage }

  /// Frees the content.
  func deallocate() {
    guard let storage, storage != Self.unloadedStorage else { return }
    storage.deallocate()
  }

  /// Calls a closure with an empty list outside of a row, which is freed afterwards.
  static func withTemporary<Result>(_ body: (LinkList) throws -> Result) rethrows -> Result {
    var word: Storage?
    return try withUnsafeMutablePointer(to: &word) {
      let list = LinkList(at: $0)
      defer { list.deallocate() }
      return try body(list)
    }
  }

  /// The number of members.
  @inline(__always) var count: Int {
    guard let storage else { return 0 }
    assert(isLoaded, "The list must be loaded.")
    return storage.count
  }

  /// Whether the list has no members. False for an unloaded list.
  @inline(__always) var isEmpty: Bool { isLoaded && count == 0 }

  /// Calls a body with each member in order.
  ///
  /// - Precondition: The body does not change the list.
  @inline(__always) func forEach(_ body: (Handle) throws -> Void) rethrows {
    guard let storage else { return }
    assert(isLoaded, "The list must be loaded.")
    let items = storage.items
    for position in 0..<storage.used where items[position] != 0 {
      try body(Handle(rawValue: items[position]))
    }
  }

  /// Returns whether a condition is true for all members. The condition is called in order, up to the first member for
  /// which it is false.
  ///
  /// - Precondition: The condition does not change the list.
  @inline(__always) func allSatisfy(_ condition: (Handle) -> Bool) -> Bool {
    guard let storage else { return true }
    assert(isLoaded, "The list must be loaded.")
    let items = storage.items
    for position in 0..<storage.used where items[position] != 0 {
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

  /// Returns whether the list ends with some members, in their order.
  ///
  /// - Complexity: O(*n*) in the number of these members, not counting holes at the end.
  func ends(with members: [Handle]) -> Bool {
    guard let storage, storage.count >= members.count else { return members.isEmpty }
    var rest = members[...]
    for position in (0..<storage.used).reversed() {
      guard let last = rest.last else { return true }
      let handle = storage.items[position]
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

  /// Returns the position of a member.
  ///
  /// - Complexity: O(1) if the hint is right, and otherwise O(1) on average.
  func position(of member: Handle, hint: UInt32?) -> Int? {
    guard let storage, storage.count > 0 else { return nil }
    let (items, used) = (storage.items, storage.used)
    if let hint, Int(hint) < used, items[Int(hint)] == member.rawValue { return Int(hint) }
    if storage.positions != nil {
      return (storage.positions?[member.rawValue]).map(Int.init)
    }
    if used <= Self.shortCount || storage.walks < Self.walkLimit {
      storage.walks += 1
      for position in 0..<used where items[position] == member.rawValue { return position }
      return nil
    }
    var positions: [UInt32: UInt32] = [:]
    positions.reserveCapacity(storage.count)
    for position in 0..<used where items[position] != 0 {
      positions[items[position]] = UInt32(position)
    }
    storage.positions = positions
    return positions[member.rawValue].map(Int.init)
  }

  // MARK: Changing

  /// Returns the list's memory, allocated for the first member.
  @inline(__always) func makeStorage() -> Storage {
    storage ?? makeFirstStorage()
  }

  @inline(never) private func makeFirstStorage() -> Storage {
    let made = Storage(capacity: 4)
    storage = made
    return made
  }

  @inline(__always) func log(_ edit: @autoclosure () -> Edit, _ keepsEdits: Bool) {
    // Edits that were begun for a mark must stay complete, even after the mark is discarded.
    if keepsEdits || storage?.edits != nil { log(edit()) }
  }

  @inline(never) private func log(_ edit: Edit) {
    guard let storage else { return }
    if storage.edits == nil { storage.edits = [] }
    storage.edits?.append(edit)
  }

  @inline(never) func grow(_ storage: Storage) {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: storage.capacity * 2)
    larger.moveInitialize(from: storage.items, count: storage.used)
    storage.items.deallocate()
    storage.items = larger
    storage.capacity *= 2
  }

  /// Appends an object that is not a member, and returns its position.
  ///
  /// - Parameter keepsEdits: Whether the list must be able to return to its current state.
  /// - Complexity: O(1) on average.
  @discardableResult func append(_ member: Handle, keepsEdits: Bool) -> UInt32 {
    let storage = makeStorage()
    if _slowPath(!storage.isLoaded) {
      editUnloaded(.appended(member, at: Self.nowhere))
      return 0
    }
    assert(!member.isNone && !containsByWalking(member), "It must be no member yet.")
    if storage.used == storage.capacity { grow(storage) }
    let position = storage.used
    storage.items[position] = member.rawValue
    storage.used = position + 1
    storage.count += 1
    if storage.positions != nil {
      storage.positions?[member.rawValue] = UInt32(position)
    }
    log(.appended(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
    return UInt32(truncatingIfNeeded: position)
  }

  /// Inserts an object that is not a member, before the member at a position or at the end.
  ///
  /// - Complexity: O(*n*), because the following members move.
  func insert(_ member: Handle, at position: Int, keepsEdits: Bool) {
    let storage = makeStorage()
    assert(!member.isNone && !containsByWalking(member), "It must be no member yet.")
    let place = self.place(ofMember: position)
    if place == storage.used {
      append(member, keepsEdits: keepsEdits)
      return
    }
    open(place, for: member)
    log(.inserted(member, at: UInt32(truncatingIfNeeded: place)), keepsEdits)
  }

  /// Inserts a member at a position and moves the following ones.
  func open(_ place: Int, for member: Handle) {
    guard let storage else { return }
    if storage.used == storage.capacity { grow(storage) }
    let target = storage.items + place
    let behind = storage.used - place
    memmove(target + 1, target, behind * MemoryLayout<UInt32>.stride)
    storage.items[place] = member.rawValue
    storage.used += 1
    storage.count += 1
    if behind == 0 {
      storage.positions?[member.rawValue] = UInt32(truncatingIfNeeded: place)
    } else {
      losePositions()
    }
  }

  /// Returns the position in memory of the member at an index or the end.
  private func place(ofMember position: Int) -> Int {
    guard let storage else { return 0 }
    if position >= storage.count { return storage.used }
    if storage.used == storage.count { return max(0, position) }
    var left = max(0, position)
    for place in 0..<storage.used where storage.items[place] != 0 {
      if left == 0 { return place }
      left -= 1
    }
    return storage.used
  }

  /// Removes a member. Does nothing if the object is not a member. In an unloaded list, the object must be a member.
  ///
  /// - Complexity: O(1) if the hint is right, and otherwise O(1) on average.
  @discardableResult
  func remove(_ member: Handle, hint: UInt32?, keepsEdits: Bool) -> Bool {
    if _slowPath(!isLoaded) {
      editUnloaded(.removed(member, at: Self.nowhere))
      return true
    }
    guard let storage, let position = position(of: member, hint: hint) else { return false }
    log(.removed(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
    dig(position)
    if storage.edits == nil { closeHoles() }
    return true
  }

  /// Replaces a member with a hole.
  func dig(_ position: Int) {
    guard let storage else { return }
    storage.positions?[storage.items[position]] = nil
    storage.items[position] = 0
    storage.count -= 1
  }

  /// Replaces all members and returns the edit.
  @discardableResult
  func replace(with members: ContiguousArray<Handle>, keepsEdits: Bool) -> Edit {
    let storage = makeStorage()
    let edit = Edit.replaced(Replacement(places, by: members))
    log(edit, keepsEdits)
    setPlaces(members)
    storage.count = members.count
    return edit
  }

  /// The handles at all positions, including holes.
  var places: ContiguousArray<Handle> {
    guard let storage else { return [] }
    return ContiguousArray(
      UnsafeBufferPointer(start: storage.items, count: storage.used)
        .lazy.map(Handle.init))
  }

  func setPlaces(_ handles: ContiguousArray<Handle>) {
    guard let storage else { return }
    if handles.count > storage.capacity {
      storage.items.deallocate()
      storage.items = .allocate(capacity: handles.count)
      storage.capacity = handles.count
    }
    for (position, handle) in handles.enumerated() {
      (storage.items + position).initialize(to: handle.rawValue)
    }
    storage.used = handles.count
    losePositions()
  }

  func losePositions() {
    storage?.positions = nil
    storage?.walks = 0
  }

  func closeHoles() {
    guard let storage, storage.count * 2 < storage.used else { return }
    var next = 0
    for position in 0..<storage.used where storage.items[position] != 0 {
      storage.items[next] = storage.items[position]
      next += 1
    }
    storage.used = next
    losePositions()
    // All hints are now wrong, and a linear search for each member would take quadratic time.
    storage.walks = Self.walkLimit
  }

  // MARK: Invariants

  /// Returns whether an object is a member, by a search that uses no cached positions; for debug builds.
  private func containsByWalking(_ member: Handle) -> Bool {
    guard let storage, storage.used <= Self.shortCount else { return false }
    return (0..<storage.used).contains { storage.items[$0] == member.rawValue }
  }

  /// Whether the counts, the positions and the members agree.
  var isConsistent: Bool {
    guard let storage, isLoaded else { return true }
    let members = handles
    return members.count == storage.count && Set(members).count == members.count
      && storage.used <= storage.capacity
      && storage.positions.map { positions in
        positions.count == members.count
          && positions.allSatisfy { storage.items[Int($0.value)] == $0.key }
      } ?? true
  }
}
