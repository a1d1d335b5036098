#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The edits of a list, and reverting them.
extension LinkList {
  /// Clears the edits since the last save.
  func forgetEdits() {
    guard let storage, storage.edits != nil else { return }
    storage.edits = nil
    storage.order = nil
    storage.hasOvertaken = false
    closeHoles()
  }

  /// Clears the edits since the last save, for a list that a history may revert.
  ///
  /// - Returns: The edit that reopens the closed holes; `nil` if the list has no holes.
  func forgetEditsForHistory() -> Edit? {
    guard let storage, storage.edits != nil else { return nil }
    let (before, used) = (places, storage.used)
    forgetEdits()
    return storage.used == used ? nil : .replaced(Replacement(before, by: places))
  }

  /// The edit that reopens the holes of a list that will be loaded again; `nil` if the list has no holes.
  var openingOfHoles: Edit? {
    guard let storage, isLoaded, storage.used != storage.count else { return nil }
    return .replaced(Replacement(places, by: handles))
  }

  /// Reverts the list to its state at the last save.
  func revertEdits() {
    guard let storage, let edits = storage.edits else { return }
    storage.edits = nil
    storage.order = nil
    guard isLoaded else { return }
    for edit in edits.reversed() { _ = revert(edit) }
  }

  /// The last edit, if edits are kept.
  var lastEdit: Edit? { storage?.edits?.last }

  /// Reverts the last edit that is not reverted yet, except for changes that another context has saved as well.
  ///
  /// - Returns: The edit that redoes it.
  func goBack(over edit: Edit, keepsEdits: Bool) -> Edit {
    guard isLoaded else { return revertUnloaded(edit) }
    guard let own = _slowPath(storage?.hasOvertaken == true) ? ownPart(of: edit) : edit else {
      return .replaced(Replacement(places, by: places))
    }
    let forward = revert(own)
    if lastEdit == edit {
      storage?.edits?.removeLast()
      if editCount == 0 { storage?.edits = nil }
    } else {
      log(forward, keepsEdits)
    }
    return forward
  }

  /// Returns the part of an edit that another context has not saved as well; `nil` if nothing is left. The members of
  /// the other part are as in the store, so they no longer count as added or removed.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  private func ownPart(of edit: Edit) -> Edit? {
    guard let edits = storage?.edits else { return edit }
    let (added, removed) = edit.changedMembers
    var counts: [Handle: Int] = [:]
    for member in edits.lazy.compactMap(\.member)
    where added.contains(member) || removed.contains(member) {
      counts[member, default: 0] += 1
    }
    // A member that was edited again since differs from the store.
    let overtaken = edits.filter { note in
      switch note {
      case .missed(let member): removed.contains(member) && counts[member] == 1
      case .known(let member): added.contains(member) && counts[member] == 1
      default: false
      }
    }
    if overtaken.isEmpty { return edit }
    storage?.edits?.removeAll(where: overtaken.contains)
    guard case .replaced(let change) = edit else { return nil }
    let members = Set(overtaken.compactMap(\.member))
    return .replaced(
      Replacement(
        change.former.filter { !members.contains($0) } + change.present.filter(members.contains),
        by: change.present))
  }

  /// The number of kept edits.
  var editCount: Int { storage?.edits?.count ?? 0 }

  /// Reverts an edit, and returns the edit that reverts the reversal.
  ///
  /// If the list was loaded again, positions may have changed. In this case, the edit is reverted by its members
  /// instead.
  private func revert(_ edit: Edit) -> Edit {
    let storage = makeStorage()
    func has(_ member: UInt32, at place: UInt32) -> Bool {
      place < storage.used && storage.items[Int(place)] == member
    }
    switch edit {
    case .appended(let member, let place), .inserted(let member, let place):
      guard
        let place = has(member.rawValue, at: place) ? Int(place) : position(of: member, hint: nil)
      else { break }
      close(place)
      return .withdrawn(member, at: UInt32(place))
    case .filled(let member, let place):
      guard
        let place = has(member.rawValue, at: place) ? Int(place) : position(of: member, hint: nil)
      else { break }
      dig(place)
      return .removed(member, at: UInt32(place))
    case .removed(let member, let place) where has(0, at: place):
      storage.items[Int(place)] = member.rawValue
      storage.positions?[member.rawValue] = place
      storage.count += 1
      return .filled(member, at: place)
    case .removed(let member, let place), .withdrawn(let member, let place):
      if contains(member) { break }
      let end = storage.used
      let place = min(Int(place), end)
      open(place, for: member)
      return place == end
        ? .appended(member, at: UInt32(place)) : .inserted(member, at: UInt32(place))
    case .replaced(let change): return .replaced(revert(change))
    case .missed, .known: return edit
    }
    return .replaced(Replacement(places, by: places))
  }

  /// Reverts an edit that has replaced all members.
  ///
  /// If another context has changed the list since, and the list was loaded again, the changes of the other context are
  /// kept.
  private func revert(_ change: Replacement) -> Replacement {
    let present = places
    var members = change.former
    if present != change.present {
      if change.isOfHoles { return Replacement(present, by: present) }
      let (before, after, now) = (Set(change.former), Set(change.present), Set(present))
      members.removeAll { $0.isNone || after.contains($0) && !now.contains($0) }
      members += present.filter { !$0.isNone && !after.contains($0) && !before.contains($0) }
    }
    setPlaces(members)
    storage?.count = members.count { !$0.isNone }
    return Replacement(present, by: members)
  }

  /// Removes the member at a position and moves the following ones.
  private func close(_ place: Int) {
    guard let storage else { return }
    let target = storage.items + place
    let behind = storage.used - place - 1
    let member = storage.items[place]
    memmove(target, target + 1, behind * MemoryLayout<UInt32>.stride)
    storage.used -= 1
    storage.count -= 1
    if behind == 0 {
      storage.positions?[member] = nil
    } else {
      losePositions()
    }
  }

  /// The members at the last save.
  var committedHandles: ContiguousArray<Handle> {
    guard let storage, let edits = storage.edits, !edits.isEmpty else { return handles }
    return Self.withTemporary { copy in
      copy.replace(with: places, keepsEdits: false)
      copy.storage?.count = storage.count
      for edit in edits.reversed() { _ = copy.revert(edit) }
      return copy.handles
    }
  }
}

extension LinkList.Edit {
  /// The members that reverting the edit may restore.
  var returning: ContiguousArray<Handle> {
    switch self {
    case .removed(let member, _), .withdrawn(let member, _): [member]
    case .replaced(let change): change.former.filter { !$0.isNone }
    case .appended, .inserted, .filled, .missed, .known: []
    }
  }

  /// The members that the edit adds or removes.
  var members: ContiguousArray<Handle> {
    if let member { return [member] }
    let (added, removed) = changedMembers
    return ContiguousArray(added.union(removed))
  }

  /// The members that the edit adds, and those that it removes.
  var changedMembers: (added: Set<Handle>, removed: Set<Handle>) {
    switch self {
    case .removed(let member, _), .withdrawn(let member, _), .missed(let member): ([], [member])
    case .appended(let member, _), .inserted(let member, _), .filled(let member, _),
      .known(let member):
      ([member], [])
    case .replaced(let change): change.changedMembers
    }
  }

  /// The added or removed member; `nil` if all were replaced.
  var member: Handle? {
    switch self {
    case .appended(let member, _), .inserted(let member, _), .filled(let member, _),
      .removed(let member, _), .withdrawn(let member, _), .missed(let member), .known(let member):
      member
    case .replaced: nil
    }
  }
}
