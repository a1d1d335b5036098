/// The net changes of a list since the last save. For each member, only the last edit counts. Loaded and unloaded lists
/// have the same net changes.
struct ListDelta {
  /// The removed members, in the order of their removal.
  private(set) var removed: [Handle] = []
  /// The members at the end of the list, in their order. They are new members, or members that were removed and
  /// appended again.
  private(set) var last: [Handle] = []
  /// Whether members may have been reordered, or inserted before the end. If so, all members are listed in their order.
  private(set) var isPlaced = false
  private var moved: Set<Handle> = []

  /// The added members.
  var added: [Handle] { moved.isEmpty ? last : last.filter { !moved.contains($0) } }
  /// The members that have moved to the end, in their order.
  var movedMembers: [Handle] { moved.isEmpty ? [] : last.filter(moved.contains) }

  var isEmpty: Bool { removed.isEmpty && last.isEmpty && !isPlaced }

  /// Returns whether a member has moved to the end.
  func isMoved(_ member: Handle) -> Bool { moved.contains(member) }

  /// No changes.
  init() {}

  /// - Parameters:
  ///   - list: The list.
  ///   - inverse: A closure that returns the state of a member's inverse to-one relationship, or `nil` if there is no
  ///     such relationship. If the two sides differ, the state of the inverse is used instead of the list's edits.
  /// - Complexity: O(*n*) in the number of edits, or in the number of members if all were replaced.
  init(of list: LinkList, inverse: ((Handle) -> InverseEnd?)? = nil) {
    guard let storage = list.storage, let edits = storage.edits else { return }
    isPlaced = !list.isLoaded && storage.order != nil
    var edited = EditedMembers()
    for edit in edits {
      guard edited.note(edit) else {
        (last, removed) = list.replacedMembers(edits)
        if let inverse {
          last.removeAll { inverse($0).map { !$0.isHere || $0.isStored } ?? false }
          removed.removeAll { inverse($0).map { $0.isHere || !$0.isStored } ?? false }
        }
        isPlaced = true
        return
      }
      if edit.isPlaced { isPlaced = true }
    }
    if let inverse { edited.follow(inverse) }
    (last, removed, moved) = (edited.last, edited.removed, edited.moved)
  }

  /// The state of a member's to-one relationship that is the inverse of the list.
  struct InverseEnd {
    /// Whether it leads to the owner of the list in this context.
    let isHere: Bool
    /// Whether it leads to the owner in the store.
    let isStored: Bool
  }
}

extension LinkList {
  /// The net changes since the last save.
  var delta: ListDelta { ListDelta(of: self) }

  /// The members that were added or removed since the last save, each once, in the order of the edits.
  ///
  /// - Complexity: O(*n*) in the number of edits, or in the number of members if all were replaced.
  var editedMembers: (added: [Handle], removed: [Handle]) {
    let delta = delta
    return (delta.added, delta.removed)
  }

  /// Returns the added and removed members after all were replaced.
  fileprivate func replacedMembers(
    _ edits: ContiguousArray<Edit>
  ) -> (added: [Handle], removed: [Handle]) {
    let (before, now) = (committedHandles, handles)
    let new = Set(now)
    var old = Set(before)
    let missed = Set(edits.compactMap(\.memberMissed))
    let added = now.filter { !old.contains($0) || missed.contains($0) }
    var removed = before.filter { !new.contains($0) }
    // The list did not have these members before, and the other side of the link must know that they were removed.
    for member in edits.compactMap(\.memberSeenLater)
    where !new.contains(member) && old.insert(member).inserted {
      removed.append(member)
    }
    return (added, removed)
  }

  /// The net change of one member since the last save.
  enum MemberEdit { case added, removed }

  /// Returns whether a member was added or removed since the last save. Returns `nil` if the member was both removed
  /// and added again.
  ///
  /// - Complexity: O(*n*) in the number of edits; like `editedMembers` if all members were replaced.
  func edit(of member: Handle) -> MemberEdit? {
    guard let edits = storage?.edits else { return nil }
    var edited = EditedMembers()
    for edit in edits where (edit.member ?? member) == member {
      if edited.note(edit) { continue }
      let (added, removed) = replacedMembers(edits)
      return added.contains(member) ? .added : removed.contains(member) ? .removed : nil
    }
    return edited.edit(of: member)
  }
}

/// The added and removed members of a list. A member may be both.
private struct EditedMembers {
  private var changes: [Handle: LinkList.MemberEdit] = [:]
  private var comings: [Handle] = []
  private var goings: [Handle] = []
  private var missed: Set<Handle> = []
  private var known: Set<Handle> = []
  /// The members that were removed and appended again.
  private(set) var moved: Set<Handle> = []

  /// Processes an edit. Returns `false` if all members were replaced, because single changes cannot represent this.
  mutating func note(_ edit: LinkList.Edit) -> Bool {
    switch edit {
    case .appended(let member, _): noteComing(member, isLast: true)
    case .inserted(let member, _), .filled(let member, _): noteComing(member, isLast: false)
    case .removed(let member, _), .withdrawn(let member, _): noteGoing(member)
    case .missed(let member):
      // The list does not have the member, so returning it counts as an addition.
      noteGoing(member)
      missed.insert(member)
    case .known(let member):
      // The list already had the member, so removing it counts as a removal.
      noteComing(member, isLast: false)
      known.insert(member)
    case .replaced(let change): return change.isOfHoles
    }
    return true
  }

  /// Returns the net change of a member.
  func edit(of member: Handle) -> LinkList.MemberEdit? { changes[member] }

  private mutating func noteComing(_ member: Handle, isLast: Bool) {
    comings.append(member)
    if changes[member] == .removed {
      changes[member] = missed.contains(member) ? .added : nil
      if changes[member] == nil, isLast { moved.insert(member) }
    } else if changes[member] == nil {
      changes[member] = .added
    }
  }

  private mutating func noteGoing(_ member: Handle) {
    goings.append(member)
    moved.remove(member)
    changes[member] = changes[member] == .added && !known.contains(member) ? nil : .removed
  }

  /// Corrects the changes of members by the members' own relationships.
  ///
  /// If a list was unloaded in between, reverted edits may have left wrong changes.
  mutating func follow(_ inverse: (Handle) -> ListDelta.InverseEnd?) {
    // If members were only added, nothing was reverted.
    if goings.isEmpty { return }
    for members in [comings, goings] {
      for member in members {
        guard let end = inverse(member) else { continue }
        changes[member] = end.isHere == end.isStored ? nil : end.isHere ? .added : .removed
        if !end.isHere || !end.isStored { moved.remove(member) }
      }
    }
  }

  /// The added and moved members. A member that was added several times appears at its last position.
  var last: [Handle] {
    distinct(comings, goings) { changes[$0] == .added || moved.contains($0) }
  }
  var removed: [Handle] { distinct(goings, comings) { changes[$0] == .removed } }

  /// Returns the first members that have a net change, each at its last position, followed by the remaining members.
  private func distinct(
    _ members: [Handle], _ others: [Handle], where isLeft: (Handle) -> Bool
  ) -> [Handle] {
    var seen: Set<Handle> = []
    let found = members.reversed().filter { isLeft($0) && seen.insert($0).inserted }.reversed()
    return found + others.filter { isLeft($0) && seen.insert($0).inserted }
  }
}

extension LinkList.Edit {
  /// Whether a member was inserted before the end.
  fileprivate var isPlaced: Bool {
    switch self {
    case .inserted, .filled: true
    case .appended, .removed, .withdrawn, .replaced, .missed, .known: false
    }
  }

  /// The member that the store no longer has.
  fileprivate var memberMissed: Handle? {
    if case .missed(let member) = self { member } else { nil }
  }

  /// The member of an edit that turned out to match the store when the list was loaded.
  fileprivate var memberSeenLater: Handle? {
    switch self {
    case .missed(let member), .known(let member): member
    default: nil
    }
  }
}
