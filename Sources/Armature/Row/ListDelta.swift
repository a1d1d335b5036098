/// What the changes of a list since the last save come to, by the last one of each member: a list that is loaded and one
/// that is not say the same.
struct ListDelta {
  /// The members that went, in the order of their going.
  private(set) var removed: [Handle] = []
  /// The members that came to the end, in their order: those that are new, and those that went and came again.
  private(set) var last: [Handle] = []
  /// Whether members may have come elsewhere than to the end, or changed their places: then all members are told in
  /// their order.
  private(set) var isPlaced = false
  private var moved: Set<Handle> = []

  /// The members that came.
  var added: [Handle] { moved.isEmpty ? last : last.filter { !moved.contains($0) } }
  /// The members that were there before, and have moved to the end, in their order.
  var movedMembers: [Handle] { moved.isEmpty ? [] : last.filter(moved.contains) }

  var isEmpty: Bool { removed.isEmpty && last.isEmpty && !isPlaced }

  /// Whether a member was there before, and has moved to the end.
  func isMoved(_ member: Handle) -> Bool { moved.contains(member) }

  /// No changes.
  init() {}

  /// - Parameters:
  ///   - list: The list.
  ///   - inverse: Where the to-one relationships of members lead, whatever the list has noted of them: such a
  ///     relationship says who is a member. `nil` where there is none.
  /// - Complexity: O(*n*) in the number of changes; in the number of members if all were replaced.
  init(of list: LinkList, inverse: ((Handle) -> InverseEnd?)? = nil) {
    guard let storage = list.storage, let edits = storage.pointee.edits else { return }
    isPlaced = !list.isLoaded && storage.pointee.order != nil
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

  /// Where the to-one relationship of a member leads that is the inverse of the list.
  struct InverseEnd {
    /// Whether it leads to the owner of the list in this context.
    let isHere: Bool
    /// Whether it leads there in the store.
    let isStored: Bool
  }
}

extension LinkList {
  /// What came and went since the last save.
  var delta: ListDelta { ListDelta(of: self) }

  /// The members that came and went since the last save, each once, in the order of their coming.
  ///
  /// - Complexity: O(*n*) in the number of changes; in the number of members if all were replaced.
  var editedMembers: (added: [Handle], removed: [Handle]) {
    let delta = delta
    return (delta.added, delta.removed)
  }

  /// The members that came and went where all were replaced.
  fileprivate func replacedMembers(
    _ edits: ContiguousArray<Edit>
  ) -> (added: [Handle], removed: [Handle]) {
    let (before, now) = (committedHandles, handles)
    let new = Set(now)
    var old = Set(before)
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

  /// Whether a member is among those that came since the last save, or among those that went; one that went and came
  /// again is neither.
  ///
  /// - Complexity: O(*n*) in the number of changes, of which only those of the member are noted; as that of
  ///   `editedMembers` if all members were replaced.
  func edit(of member: Handle) -> MemberEdit? {
    guard let edits = storage?.pointee.edits else { return nil }
    var edited = EditedMembers()
    for edit in edits where (edit.member ?? member) == member {
      if edited.note(edit) { continue }
      let (added, removed) = replacedMembers(edits)
      return added.contains(member) ? .added : removed.contains(member) ? .removed : nil
    }
    return edited.edit(of: member)
  }
}

/// The members of a list that came and went, of which some did both.
private struct EditedMembers {
  private var changes: [Handle: LinkList.MemberEdit] = [:]
  private var comings: [Handle] = []
  private var goings: [Handle] = []
  private var missed: Set<Handle> = []
  private var known: Set<Handle> = []
  /// The members that went and came to the end again.
  private(set) var moved: Set<Handle> = []

  /// Notes an edit; false if all members were replaced, which this cannot tell.
  mutating func note(_ edit: LinkList.Edit) -> Bool {
    switch edit {
    case .appended(let member, _): noteComing(member, isLast: true)
    case .inserted(let member, _), .filled(let member, _): noteComing(member, isLast: false)
    case .removed(let member, _), .withdrawn(let member, _): noteGoing(member)
    case .missed(let member):
      // The list has it not: where it comes, it is added.
      noteGoing(member)
      missed.insert(member)
    case .known(let member):
      // The list had it: where it goes, it is removed.
      noteComing(member, isLast: false)
      known.insert(member)
    case .replaced(let change): return change.isOfHoles
    }
    return true
  }

  /// What is left of the edits of a member.
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

  /// Has members be there, or not, as their own relationships say.
  ///
  /// Where a list was let go of in between, going back over its changes does not tell.
  mutating func follow(_ inverse: (Handle) -> ListDelta.InverseEnd?) {
    // Where members have only come, nothing was gone back over.
    if goings.isEmpty { return }
    for members in [comings, goings] {
      for member in members {
        guard let end = inverse(member) else { continue }
        changes[member] = end.isHere == end.isStored ? nil : end.isHere ? .added : .removed
        if !end.isHere || !end.isStored { moved.remove(member) }
      }
    }
  }

  /// The members that came, and those that have moved: one that came several times is where it came last.
  var last: [Handle] {
    distinct(comings, goings) { changes[$0] == .added || moved.contains($0) }
  }
  var removed: [Handle] { distinct(goings, comings) { changes[$0] == .removed } }

  /// Those of some members of which something is left, each where it stands last, and behind them those of others.
  private func distinct(
    _ members: [Handle], _ others: [Handle], where isLeft: (Handle) -> Bool
  ) -> [Handle] {
    var seen: Set<Handle> = []
    let found = members.reversed().filter { isLeft($0) && seen.insert($0).inserted }.reversed()
    return found + others.filter { isLeft($0) && seen.insert($0).inserted }
  }
}

extension LinkList.Edit {
  /// Whether a member came elsewhere than to the end.
  fileprivate var isPlaced: Bool {
    switch self {
    case .inserted, .filled: true
    case .appended, .removed, .withdrawn, .replaced, .missed, .known: false
    }
  }

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
    case .appended(let member, _), .inserted(let member, _), .filled(let member, _),
      .removed(let member, _), .withdrawn(let member, _), .missed(let member), .known(let member):
      member
    case .replaced: nil
    }
  }
}
