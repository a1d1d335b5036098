import ArmatureModel

/// The links that an undo or redo step, or going back to a mark, has changed. At the end, the two sides of each link are
/// made to agree.
///
/// They can disagree if another context has saved since the step was recorded. The step reverts each side separately,
/// and a list that was read again may have other members than the step expects.
struct MovedLinks {
  /// One side of a link that may have changed.
  private struct End: Hashable {
    let handle: Handle
    let index: UInt16
    let other: Handle
  }

  private let graph: ObjectGraph
  private var ends: [End] = []
  /// The objects that the step deletes again.
  private var deleted: [Handle] = []
  private var seen: Set<End> = []

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Records the links of an entry before it is reverted.
  mutating func note(_ entry: JournalEntry) {
    // Without a store no one else changes anything.
    guard graph.store != nil else { return }
    switch entry {
    case .link(let link, let target):
      if let object = graph.slots.anyObject(target.handle),
        object.row.state.isDisjoint(with: .fault)
      {
        let present = object.row.link(object.place(of: target)).handle
        // A write without effect must not restore a link that others have cleared.
        if present == link.handle { return }
        add(target, present)
      }
      add(target, link.handle)
    case .list(let edit, let target): for member in edit.members { add(target, member) }
    case .deleted(let handle):
      if let object = graph.slots.anyObject(handle) { noteLinks(of: object) }
    case .returned(let handle): deleted.append(handle)
    default: break
    }
  }

  /// Records the links of a restored object. The object has kept its own side of all links.
  private mutating func noteLinks(of object: ManagedObject) {
    if object.row.state.contains(.fault) { return }
    for link in object.shape.links where link.hasInverse {
      let target = JournalEntry.Target(object.row.handle, link.place, wasChanged: false)
      for end in object.knownEnds(link) { add(target, end) }
    }
  }

  private mutating func add(_ target: JournalEntry.Target, _ other: Handle) {
    let end = End(handle: target.handle, index: target.index, other: other)
    if !other.isNone, seen.insert(end).inserted { ends.append(end) }
  }

  /// Makes both sides of each link agree. A to-one side takes precedence. Links to an object that is deleted again are
  /// cleared, including links that other contexts have made since it was restored.
  func agree() {
    for object in deleted.compactMap({ graph.slots.anyObject($0) })
    where object.row.state.life.losesRow {
      PendingChanges(graph).unlinkOthers(of: object)
    }
    for end in ends {
      guard let object = present(end.handle), let other = present(end.other) else { continue }
      let plan = object.shape.link(at: object.shape.places[Int(end.index)])
      guard plan.hasInverse, plan.admits(other.shape) else { continue }
      let (place, inverse) = (plan.place, plan.inverse(in: other.shape))
      switch (place.kind, inverse.kind) {
      case (.objects, .object):
        let leads = other.row.link(inverse).handle == end.handle
        // An object restored after its saved deletion no longer has the links that the store had cleared.
        object.setMember(
          other, place, leads, isChange: object.row.version == 0 || other.hasChanged(inverse))
      case (.object, .objects):
        let leads = object.row.link(place).handle == end.other
        other.setMember(object, inverse, leads, isChange: object.hasChanged(place))
      case (.object, .object): agreeOnPair(object, place, other, inverse)
      default:
        guard let isMember = object.isMember(end.other, place) else { break }
        let isChange =
          object.row.version == 0 || object.row.list(place).edit(of: end.other) != nil
        other.setMember(object, inverse, isMember, isChange: isChange)
      }
    }
  }

  private func present(_ handle: Handle) -> ManagedObject? {
    guard let object = graph.object(handle), object.isThere, object.isFilled() else { return nil }
    return object
  }

  /// Links two objects to each other on both sides, or clears a link that only one of them has.
  private func agreeOnPair(
    _ object: ManagedObject, _ place: RowPlace, _ other: ManagedObject, _ inverse: RowPlace
  ) {
    let leads = object.row.link(place).handle == other.row.handle
    let leadsBack = other.row.link(inverse).handle == object.row.handle
    if leads == leadsBack { return }
    if leads {
      connect(object, place, other, inverse)
    } else {
      connect(other, inverse, object, place)
    }
  }

  /// Completes a link that only one side has, unless the other side has a complete link to a third object.
  private func connect(
    _ object: ManagedObject, _ place: RowPlace, _ other: ManagedObject, _ inverse: RowPlace
  ) {
    if let third = present(other.row.link(inverse).handle) {
      let plan = other.shape.link(at: inverse)
      if third.row.link(plan.inverse(in: third.shape)).handle == other.row.handle {
        return object.unlink(other.row.handle, place, hint: nil)
      }
    }
    other.linkBack(object.row.handle, inverse)
  }
}

extension ManagedObject {
  /// Returns whether a list has a member; `nil` if only the store knows.
  fileprivate final func isMember(_ member: Handle, _ place: RowPlace) -> Bool? {
    let list = row.list(place)
    if list.isLoaded { return list.contains(member) }
    let delta = list.delta
    if delta.last.contains(member) { return true }
    if delta.removed.contains(member) { return false }
    guard let other = row.slots.anyObject(member) else { return nil }
    // An object restored after its saved deletion is new to the store.
    if other.row.version == 0 { return false }
    // A member that leads here was read with that link.
    let plan = shape.link(at: place)
    guard plan.hasInverse, !plan.isInverseToMany, other.hasRow else { return nil }
    let inverse = plan.inverse(in: other.shape)
    return other.row.savedEnd(inverse) == row.handle
  }

  /// Returns whether a to-one relationship differs from its value when it was read.
  fileprivate final func hasChanged(_ place: RowPlace) -> Bool {
    row.version == 0 || row.isChanged(place) && !row.isAsCommitted(place)
  }

  /// Adds or removes a member of a list, on this side only.
  ///
  /// - Parameter isChange: Whether the other side has changed. If neither side has changed, they differ only because
  ///   they were read from the store at different times.
  fileprivate final func setMember(
    _ member: ManagedObject, _ place: RowPlace, _ isMember: Bool, isChange: Bool
  ) {
    let handle = member.row.handle
    if self.isMember(handle, place) == isMember { return }
    let former: LinkList.MemberEdit = isMember ? .removed : .added
    guard isChange || row.list(place).edit(of: handle) == former else { return }
    if isMember {
      if isChange { linkBack(handle, place) } else { returnMember(handle, place) }
    } else {
      unlink(handle, place, hint: nil)
    }
  }
}
