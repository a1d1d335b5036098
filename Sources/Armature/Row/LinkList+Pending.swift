/// Lists that a store has and that are not loaded: what came and went is kept beside them, so that adding
/// a child does not load its siblings.
extension LinkList {
  /// The memory of all lists that are not loaded and have not changed; nothing writes to it.
  ///
  /// `@unchecked Sendable`: it is only read.
  struct UnloadedStorage: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Storage>

    fileprivate init() {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: Storage(capacity: 1))
      pointer.pointee.pending = []
    }
  }

  static let unloadedStorage = UnloadedStorage()

  /// A list that is not loaded.
  static var unloaded: LinkList {
    var list = LinkList()
    list.storage = unloadedStorage.pointer
    return list
  }

  /// Whether the members are known.
  @inline(__always) var isLoaded: Bool {
    guard let storage else { return true }
    return storage.pointee.pending == nil
  }

  /// What came and went while the list is not loaded; `nil` once it is.
  var pending: ContiguousArray<Pending>? { storage?.pointee.pending }

  /// Notes that a member came to a list that is not loaded, or went from it.
  mutating func addPending(_ member: Handle, isAdded: Bool) {
    if storage == Self.unloadedStorage.pointer {
      let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
      made.initialize(to: Storage(capacity: 4))
      made.pointee.pending = []
      storage = made
    }
    storage?.pointee.pending?.append(Pending(member: member, isAdded: isAdded))
  }

  /// Makes the members known that the store has, and repeats on them what came and went since.
  mutating func load(_ members: ContiguousArray<Handle>) {
    let changes = pending ?? []
    deallocate()
    storage = nil
    if members.isEmpty, changes.isEmpty { return }
    replace(with: members, keepsEdits: false)
    // As many edits as there were changes, since a journal counts them.
    for change in changes {
      if change.isAdded, !contains(change.member) {
        append(change.member, keepsEdits: true)
      } else if change.isAdded || !remove(change.member, hint: nil, keepsEdits: true) {
        log(.none, true)
      }
    }
  }

  /// Has the list loaded again when it is next looked at; what came and went since the last save stays.
  mutating func unload() {
    guard isLoaded else { return }
    let (added, removed) = editedMembers
    deallocate()
    self = .unloaded
    for member in removed { addPending(member, isAdded: false) }
    for member in added { addPending(member, isAdded: true) }
  }

  /// Forgets what came and went; false for a list that is loaded.
  func forgetPending() -> Bool {
    guard let storage, storage.pointee.pending != nil else { return false }
    if storage != Self.unloadedStorage.pointer { storage.pointee.pending = [] }
    return true
  }

  /// Forgets what came and went last, but for so many changes.
  func dropPending(downTo count: Int) {
    guard let storage, editCount > count else { return }
    storage.pointee.pending?.removeLast(editCount - count)
  }

  /// The members that came and went since the last save, each once, in the order of their coming.
  ///
  /// - Complexity: O(*n*) in the number of changes; in the number of members if all were replaced.
  var editedMembers: (added: [Handle], removed: [Handle]) {
    if let pending {
      var edited = EditedMembers()
      for change in pending { edited.note(change.member, isAdded: change.isAdded) }
      return (edited.added, edited.removed)
    }
    guard let storage, let edits = storage.pointee.edits else { return ([], []) }
    if isReordered {
      let (before, now) = (committedHandles, handles)
      let (old, new) = (Set(before), Set(now))
      return (now.filter { !old.contains($0) }, before.filter { !new.contains($0) })
    }
    // Backwards: each edit tells what was there before it.
    var edited = EditedMembers()
    var end = storage.pointee.used
    var removed: [Int: Handle] = [:]
    for edit in edits.reversed() {
      switch edit {
      case .removed(let member, let position):
        removed[position] = member
        edited.note(member, isAdded: false)
      case .appended:
        end -= 1
        let member = removed[end] ?? Handle(rawValue: storage.pointee.items[end])
        edited.note(member, isAdded: true)
      case .inserted, .replaced, .none: break
      }
    }
    return (edited.added.reversed(), edited.removed.reversed())
  }

  /// Whether members came elsewhere than to the end, or changed their places.
  var isReordered: Bool {
    storage?.pointee.edits?.contains { edit in
      switch edit {
      case .inserted, .replaced: true
      case .appended, .removed, .none: false
      }
    } ?? false
  }
}

/// The members of a list that came and went, of which some did both.
struct EditedMembers {
  private var changes: [Handle: Bool] = [:]
  private var order: [Handle] = []

  mutating func note(_ member: Handle, isAdded: Bool) {
    if let before = changes[member] {
      // Came and went, or went and came: nothing of it is left.
      if before != isAdded { changes[member] = nil }
    } else {
      changes[member] = isAdded
      order.append(member)
    }
  }

  var added: [Handle] { members(areAdded: true) }
  var removed: [Handle] { members(areAdded: false) }

  private func members(areAdded: Bool) -> [Handle] {
    var seen: Set<Handle> = []
    return order.filter { changes[$0] == areAdded && seen.insert($0).inserted }
  }
}
