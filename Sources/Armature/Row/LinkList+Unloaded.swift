/// Lists of a store that are not loaded. They record only added and removed members, so adding a member does not load
/// the other members.
extension LinkList {
  /// The shared content of all unloaded lists without edits, which is never written.
  static var unloadedStorage: Storage { sharedUnloaded.storage }

  /// The position in edits of an unloaded list.
  static let nowhere = UInt32.max

  /// Whether the members are known.
  @inline(__always) var isLoaded: Bool { storage?.isLoaded ?? true }

  /// Records an edit of an unloaded list.
  @inline(never) func editUnloaded(_ edit: Edit) {
    makeUnloaded()
    log(edit, true)
  }

  /// Allocates the list's own memory for edits.
  @discardableResult private func makeUnloaded() -> Storage {
    if let storage, storage != Self.unloadedStorage { return storage }
    let made = Storage(capacity: 4)
    made.isLoaded = false
    storage = made
    return made
  }

  /// Loads the members from the store, and then applies the unsaved additions, removals and moves again.
  ///
  /// A member that was removed in this context stays removed, even if the store no longer has it. Its removal may still
  /// be reverted before the save, and the other side of the link has recorded the removal.
  ///
  /// - Parameter comesBack: A closure for removed members that the store no longer has. It returns true if reverting
  ///   the removal adds the member again.
  func load(
    _ members: ContiguousArray<Handle>, comesBack: (Handle) -> Bool = { _ in false }
  ) {
    let (delta, order) = (delta, storage?.order)
    deallocate()
    storage = nil
    if members.isEmpty, delta.isEmpty { return }
    replace(with: members, keepsEdits: false)
    for member in delta.removed where !remove(member, hint: nil, keepsEdits: true) {
      if comesBack(member) {
        removeUnknown(member, keepsEdits: true)
      } else {
        makeStorage().hasOvertaken = true
        log(.missed(member), true)
      }
    }
    for member in delta.last {
      if delta.isMoved(member) {
        // A member that another context has removed does not move.
        if remove(member, hint: nil, keepsEdits: true) { append(member, keepsEdits: true) }
      } else if contains(member) {
        storage?.hasOvertaken = true
        log(.known(member), true)
      } else {
        append(member, keepsEdits: true)
      }
    }
    guard let order else { return }
    let sorted = Self.sorted(handles, by: order)
    if sorted != handles { replace(with: sorted, keepsEdits: true) }
  }

  /// Returns members sorted by an order that contains some of them. Each of the other members stays after its
  /// predecessor.
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

  /// Makes the list load its members again when it is next accessed. The edits since the last save are kept.
  ///
  /// - Parameter keepsOrder: Whether a changed order is also kept.
  func unload(keepsOrder: Bool) {
    guard isLoaded else { return }
    let delta = delta
    let order = keepsOrder && delta.isPlaced ? handles : nil
    deallocate()
    initialize(isLoaded: false)
    for member in delta.removed { editUnloaded(.removed(member, at: Self.nowhere)) }
    for member in delta.last {
      if delta.isMoved(member) { editUnloaded(.removed(member, at: Self.nowhere)) }
      editUnloaded(.appended(member, at: Self.nowhere))
    }
    if let order { setOrder(order) }
  }

  /// Records the order of the members, to be applied when they are loaded.
  private func setOrder(_ order: ContiguousArray<Handle>) {
    let storage = makeUnloaded()
    if storage.edits == nil { storage.edits = [] }
    storage.order = order
  }

  /// Reverts an edit of a list that is not loaded, or that was not loaded at the time of the edit. Returns the edit
  /// that reverts the reversal.
  func revertUnloaded(_ edit: Edit) -> Edit {
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

  /// Records that the store already has a member that was added here. Does nothing in an unloaded list, because loading
  /// the list will notice it.
  func noteKnown(_ member: Handle) {
    if isLoaded, edit(of: member) == .added { log(.known(member), true) }
  }

  /// Records the removal of an object that the list did not know as a member.
  ///
  /// This happens if the other side of the link was loaded later than the list.
  func removeUnknown(_ member: Handle, keepsEdits: Bool) {
    let storage = makeStorage()
    if storage.used == storage.capacity { grow(storage) }
    let position = storage.used
    storage.items[position] = 0
    storage.used = position + 1
    log(.removed(member, at: UInt32(truncatingIfNeeded: position)), keepsEdits)
  }

  /// Appends a member that the store has, without counting as an edit.
  func appendUnnoticed(_ member: Handle) {
    let edits = storage?.edits
    storage?.edits = nil
    append(member, keepsEdits: false)
    storage?.edits = edits
  }

  /// Removes a loaded member that the store no longer has.
  ///
  /// - Parameter returns: Whether the member is added again as an edit. This is needed if all members were replaced
  ///   since, because no single edits were recorded then.
  func removeUnnoticed(_ member: Handle, returns: Bool) {
    guard isLoaded, let position = position(of: member, hint: nil) else { return }
    dig(position)
    if returns, storage?.edits != nil { log(.missed(member), true) }
  }

  /// Forgets the edits of a member of an unloaded list.
  func forgetEdits(of member: Handle) {
    guard let storage, !isLoaded else { return }
    storage.edits?.removeAll { edit in
      switch edit {
      case .appended(member, _), .removed(member, _), .missed(member): true
      default: false
      }
    }
  }
}

/// `@unchecked Sendable`: its memory is only read.
private struct SharedStorage: @unchecked Sendable {
  let storage: LinkList.Storage
}

private let sharedUnloaded: SharedStorage = {
  let storage = LinkList.Storage(capacity: 1)
  storage.isLoaded = false
  return SharedStorage(storage: storage)
}()
