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
    if storage == Self.unloadedStorage.pointer {
      let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
      made.initialize(to: Storage(capacity: 4))
      made.pointee.isLoaded = false
      storage = made
    }
    log(edit, true)
  }

  /// Makes the members known that the store has, and repeats on them what came and went since.
  mutating func load(_ members: ContiguousArray<Handle>) {
    let edits = storage?.pointee.edits ?? []
    deallocate()
    storage = nil
    if members.isEmpty, edits.isEmpty { return }
    replace(with: members, keepsEdits: false)
    for edit in edits {
      switch edit {
      case .inserted(let member, _), .filled(let member, _):
        if !contains(member) { append(member, keepsEdits: true) }
      case .removed(let member, _), .withdrawn(let member, _):
        remove(member, hint: nil, keepsEdits: true)
      case .replaced: assert(false, "A list must be loaded to get other members.")
      }
    }
  }

  /// Has the list loaded again when it is next looked at; what came and went since the last save stays.
  mutating func unload() {
    guard isLoaded else { return }
    let (added, removed) = editedMembers
    deallocate()
    self = .unloaded
    for member in removed { editUnloaded(.removed(member, at: Self.nowhere)) }
    for member in added { editUnloaded(.inserted(member, at: Self.nowhere)) }
  }

  /// Forgets that a member came to a list that is not loaded, or went from it.
  func forgetEdits(of member: Handle) {
    guard let storage, !isLoaded else { return }
    storage.pointee.edits?.removeAll { edit in
      switch edit {
      case .inserted(member, _), .removed(member, _): true
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
    for edit in edits {
      switch edit {
      case .inserted(let member, _), .filled(let member, _): edited.note(member, isAdded: true)
      case .removed(let member, _), .withdrawn(let member, _): edited.note(member, isAdded: false)
      case .replaced:
        let (before, now) = (committedHandles, handles)
        let (old, new) = (Set(before), Set(now))
        return (now.filter { !old.contains($0) }, before.filter { !new.contains($0) })
      }
    }
    return (edited.added, edited.removed)
  }

  /// Whether members may have come elsewhere than to the end, or changed their places, since the last
  /// save.
  var isReordered: Bool {
    guard let storage, isLoaded, let edits = storage.pointee.edits else { return false }
    var end = storage.pointee.used
    for edit in edits.reversed() {
      switch edit {
      case .inserted(_, let place) where Int(place) == end - 1: end -= 1
      case .withdrawn(_, let place) where Int(place) == end: end += 1
      case .removed: break
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
