/// Lists that a store has and that are not loaded: they know only what came and went, so that adding a
/// child does not load its siblings.
extension LinkList {
  /// The memory of all lists that are not loaded and have not changed; nothing writes to it.
  ///
  /// `@unchecked Sendable`: it is only read.
  struct UnloadedStorage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Storage>

    fileprivate init() {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: Storage(capacity: 1))
      pointer.pointee.isLoaded = false
    }
  }

  static let unloadedStorage = UnloadedStorage()

  /// The position of what comes or goes while there are none.
  static let nowhere = UInt32.max

  /// A list that is not loaded.
  static var unloaded: LinkList {
    var list = LinkList()
    list.storage = unloadedStorage.pointer
    return list
  }

  /// Whether the members are known.
  @inline(__always) var isLoaded: Bool { storage?.pointee.isLoaded ?? true }

  /// Notes that a member came to a list that is not loaded, or went from it.
  @inline(never) mutating func editUnloaded(_ edit: Edit) {
    makeUnloaded()
    log(edit, true)
  }

  /// Memory of its own for a list that is not loaded.
  @discardableResult private mutating func makeUnloaded() -> UnsafeMutablePointer<Storage> {
    if let storage, storage != Self.unloadedStorage.pointer { return storage }
    let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    made.initialize(to: Storage(capacity: 4))
    made.pointee.isLoaded = false
    storage = made
    return made
  }

  /// Makes the members known that the store has, and repeats on them what came and went since, with the
  /// order that there was here.
  ///
  /// What went stays so where the store has it no more: others may bring it back before the save, and the
  /// other side of the link says that it went.
  ///
  /// - Parameter comesBack: Whether a member that went, and that the store has no more, comes back where its
  ///   removal is taken back.
  mutating func load(
    _ members: ContiguousArray<Handle>, comesBack: (Handle) -> Bool = { _ in false }
  ) {
    let ((added, removed), order) = (editedMembers, storage?.pointee.order)
    deallocate()
    storage = nil
    if members.isEmpty, added.isEmpty, removed.isEmpty { return }
    replace(with: members, keepsEdits: false)
    for member in removed where !remove(member, hint: nil, keepsEdits: true) {
      if comesBack(member) {
        removeUnknown(member, keepsEdits: true)
      } else {
        _ = makeStorage()
        log(.missed(member), true)
      }
    }
    for member in added {
      if contains(member) {
        log(.known(member), true)
      } else {
        append(member, keepsEdits: true)
      }
    }
    guard let order else { return }
    let sorted = Self.sorted(handles, by: order)
    if sorted != handles { replace(with: sorted, keepsEdits: true) }
  }

  /// Members in an order that names some of them; the others stay behind what they were behind of.
  private static func sorted(
    _ members: ContiguousArray<Handle>, by order: ContiguousArray<Handle>
  ) -> ContiguousArray<Handle> {
    let (present, named) = (Set(members), Set(order))
    var followers: [Handle: ContiguousArray<Handle>] = [:]
    var last = Handle.none
    for member in members {
      if named.contains(member) {
        last = member
      } else {
        followers[last, default: []].append(member)
      }
    }
    var sorted = followers[.none] ?? []
    for member in order where present.contains(member) {
      sorted.append(member)
      sorted += followers[member] ?? []
    }
    return sorted
  }

  /// Has the list loaded again when it is next looked at; what came and went since the last save stays.
  ///
  /// - Parameter keepsOrder: Whether the order stays, too, if it was changed.
  mutating func unload(keepsOrder: Bool) {
    guard isLoaded else { return }
    let (added, removed) = editedMembers
    let order = keepsOrder && isReordered ? handles : nil
    deallocate()
    self = .unloaded
    for member in removed { editUnloaded(.removed(member, at: Self.nowhere)) }
    for member in added { editUnloaded(.inserted(member, at: Self.nowhere)) }
    if let order { setOrder(order) }
  }

  /// Notes the order that the members are to have when they are known.
  private mutating func setOrder(_ order: ContiguousArray<Handle>) {
    let storage = makeUnloaded()
    if storage.pointee.edits == nil { storage.pointee.edits = [] }
    storage.pointee.order = order
  }

  /// Takes back a change of a list that is not loaded, or was not when it was changed; returns what takes
  /// that back.
  mutating func revertUnloaded(_ edit: Edit) -> Edit {
    let forward: Edit
    switch edit {
    case .inserted(let member, _), .filled(let member, _):
      forward = .removed(member, at: Self.nowhere)
    case .removed(let member, _), .withdrawn(let member, _):
      forward = .inserted(member, at: Self.nowhere)
    case .replaced(let change):
      if change.isOfHoles { return edit }
      let (before, after) = (Set(change.former), Set(change.present))
      for member in change.present where !member.isNone && !before.contains(member) {
        editUnloaded(.removed(member, at: Self.nowhere))
      }
      for member in change.former where !member.isNone && !after.contains(member) {
        editUnloaded(.inserted(member, at: Self.nowhere))
      }
      setOrder(change.former.filter { !$0.isNone })
      return .replaced(change.opposite)
    case .missed, .known: return edit
    }
    editUnloaded(forward)
    return forward
  }

  /// Notes that the store has a member already that came here; nothing where none came, or it will be seen.
  func noteKnown(_ member: Handle) {
    if isLoaded, edit(of: member) == .added { log(.known(member), true) }
  }

  /// Notes that an object went of which the list did not know that it was a member.
  ///
  /// The other side of a link may have been read later than the list.
  mutating func removeUnknown(_ member: Handle, keepsEdits: Bool) {
    let storage = makeStorage()
    if storage.pointee.used == storage.pointee.capacity { grow(storage) }
    let position = storage.pointee.used
    storage.pointee.items[position] = 0
    storage.pointee.used = position + 1
    log(.removed(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
  }

  /// Adds a member that the store has, at the end, which so is no change of the list.
  mutating func appendUnnoticed(_ member: Handle) {
    let edits = storage?.pointee.edits
    storage?.pointee.edits = nil
    append(member, keepsEdits: false)
    storage?.pointee.edits = edits
  }

  /// Takes out a member that was read from the store, which has it no more.
  ///
  /// - Parameter returns: Whether it comes again, as a change: where all members were replaced since, their comings
  ///   and goings do not tell.
  mutating func removeUnnoticed(_ member: Handle, returns: Bool) {
    guard isLoaded, let position = position(of: member, hint: nil) else { return }
    dig(position)
    if returns, storage?.pointee.edits != nil { log(.missed(member), true) }
  }

  /// Forgets that a member came to a list that is not loaded, or went from it.
  func forgetEdits(of member: Handle) {
    guard let storage, !isLoaded else { return }
    storage.pointee.edits?.removeAll { edit in
      switch edit {
      case .inserted(member, _), .removed(member, _), .missed(member): true
      default: false
      }
    }
  }

  /// The members that came and went since the last save, each once, in the order of their coming.
  ///
  /// - Complexity: O(*n*) in the number of changes; in the number of members if all were replaced.
  var editedMembers: (added: [Handle], removed: [Handle]) {
    guard let edits = storage?.pointee.edits else { return ([], []) }
    var edited = EditedMembers()
    for edit in edits where !edited.note(edit) { return replacedMembers }
    return (edited.added, edited.removed)
  }

  /// The members that came and went where all were replaced.
  private var replacedMembers: (added: [Handle], removed: [Handle]) {
    let (before, now) = (committedHandles, handles)
    let new = Set(now)
    var old = Set(before)
    let edits = storage?.pointee.edits ?? []
    let missed = Set(edits.compactMap(\.memberMissed))
    let added = now.filter { !old.contains($0) || missed.contains($0) }
    var removed = before.filter { !new.contains($0) }
    // What the list did not have before, and the other side of the link must know that it is gone.
    for member in edits.compactMap(\.memberSeenLater)
    where !new.contains(member) && old.insert(member).inserted {
      removed.append(member)
    }
    return (added, removed)
  }

  /// What is left of the edits of one member since the last save.
  enum MemberEdit { case added, removed }

  /// Whether a member is among those that came since the last save, or among those that went.
  ///
  /// - Complexity: O(*n*) in the number of changes, of which only those of the member are noted; as that of
  ///   `editedMembers` if all members were replaced.
  func edit(of member: Handle) -> MemberEdit? {
    guard let edits = storage?.pointee.edits else { return nil }
    var edited = EditedMembers()
    for edit in edits where (edit.member ?? member) == member {
      if edited.note(edit) { continue }
      let (added, removed) = editedMembers
      return added.contains(member) ? .added : removed.contains(member) ? .removed : nil
    }
    return edited.edit(of: member)
  }

  /// Whether members may have come elsewhere than to the end, or changed their places, since the last
  /// save.
  var isReordered: Bool {
    guard let storage else { return false }
    if !isLoaded { return storage.pointee.order != nil }
    guard let edits = storage.pointee.edits else { return false }
    var end = storage.pointee.used
    var appended: Set<Handle> = []
    for edit in edits.reversed() {
      switch edit {
      case .inserted(let member, let place) where Int(place) == end - 1:
        end -= 1
        appended.insert(member)
      case .withdrawn(_, let place) where Int(place) == end: end += 1
      // What went and came again has moved to the end.
      case .removed(let member, _), .missed(let member):
        if appended.contains(member) { return true }
      case .known: continue
      case .inserted, .withdrawn, .filled, .replaced: return true
      }
    }
    return false
  }
}

/// The members of a list that came and went, of which some did both.
private struct EditedMembers {
  private var changes: [Handle: Bool] = [:]
  private var order: [Handle] = []
  private var missed: Set<Handle> = []
  private var known: Set<Handle> = []

  /// Notes an edit; false if all members were replaced, which this cannot tell.
  mutating func note(_ edit: LinkList.Edit) -> Bool {
    switch edit {
    case .inserted(let member, _), .filled(let member, _): note(member, isAdded: true)
    case .removed(let member, _), .withdrawn(let member, _): note(member, isAdded: false)
    case .missed(let member): noteMissed(member)
    case .known(let member): noteKnown(member)
    case .replaced: return false
    }
    return true
  }

  /// What is left of the edits of a member.
  func edit(of member: Handle) -> LinkList.MemberEdit? {
    changes[member].map { $0 ? .added : .removed }
  }

  /// A member went that the list has not: where it comes, it is added.
  private mutating func noteMissed(_ member: Handle) {
    note(member, isAdded: false)
    missed.insert(member)
  }

  /// A member came that the list had: where it goes, it is removed.
  private mutating func noteKnown(_ member: Handle) {
    note(member, isAdded: true)
    known.insert(member)
  }

  private mutating func note(_ member: Handle, isAdded: Bool) {
    if let before = changes[member] {
      // Came and went, or went and came: nothing of it is left.
      if before != isAdded {
        let isLeft = (isAdded ? missed : known).contains(member)
        changes[member] = isLeft ? isAdded : nil
      }
    } else {
      changes[member] = isAdded
      order.append(member)
    }
  }

  var added: [Handle] { members(areAdded: true) }
  var removed: [Handle] { members(areAdded: false) }

  /// A member that came several times is where it came last.
  private func members(areAdded: Bool) -> [Handle] {
    var seen: Set<Handle> = []
    return order.reversed().filter { changes[$0] == areAdded && seen.insert($0).inserted }
      .reversed()
  }
}

extension LinkList.Edit {
  /// The member that the store has no more.
  fileprivate var memberMissed: Handle? {
    if case .missed(let member) = self { member } else { nil }
  }

  /// The member that came here, and was found in the store when the list was loaded, or went, and was not.
  fileprivate var memberSeenLater: Handle? {
    switch self {
    case .missed(let member), .known(let member): member
    default: nil
    }
  }

  /// The member that came or went; `nil` if all were replaced.
  fileprivate var member: Handle? {
    switch self {
    case .inserted(let member, _), .filled(let member, _), .removed(let member, _),
      .withdrawn(let member, _), .missed(let member), .known(let member):
      member
    case .replaced: nil
    }
  }
}
