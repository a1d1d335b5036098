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
    let (delta, order) = (delta, storage?.pointee.order)
    deallocate()
    storage = nil
    if members.isEmpty, delta.isEmpty { return }
    replace(with: members, keepsEdits: false)
    for member in delta.removed where !remove(member, hint: nil, keepsEdits: true) {
      if comesBack(member) {
        removeUnknown(member, keepsEdits: true)
      } else {
        _ = makeStorage()
        log(.missed(member), true)
      }
    }
    for member in delta.last {
      if delta.isMoved(member) {
        // Where others have taken it out, it has not moved.
        if remove(member, hint: nil, keepsEdits: true) { append(member, keepsEdits: true) }
      } else if contains(member) {
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
    let delta = delta
    let order = keepsOrder && delta.isPlaced ? handles : nil
    deallocate()
    self = .unloaded
    for member in delta.removed { editUnloaded(.removed(member, at: Self.nowhere)) }
    for member in delta.last {
      if delta.isMoved(member) { editUnloaded(.removed(member, at: Self.nowhere)) }
      editUnloaded(.appended(member, at: Self.nowhere))
    }
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
    case .appended(let member, _), .inserted(let member, _), .filled(let member, _):
      forward = .removed(member, at: Self.nowhere)
    case .removed(let member, _), .withdrawn(let member, _):
      forward = .appended(member, at: Self.nowhere)
    case .replaced(let change):
      if change.isOfHoles { return edit }
      let (before, after) = (Set(change.former), Set(change.present))
      for member in change.present where !member.isNone && !before.contains(member) {
        editUnloaded(.removed(member, at: Self.nowhere))
      }
      for member in change.former where !member.isNone && !after.contains(member) {
        editUnloaded(.appended(member, at: Self.nowhere))
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
      case .appended(member, _), .removed(member, _), .missed(member): true
      default: false
      }
    }
  }
}
