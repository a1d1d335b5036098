/// What a context has to save, beside the objects themselves, whose state says what happened to them.
///
/// The lists may name objects that have changed again since: an inserted one that was deleted is
/// gone, an updated one may be deleted; the state decides. `count` is exact at any time.
struct ChangeSet {
  /// The objects that were inserted, in order.
  private(set) var inserted = ContiguousArray<Handle>()
  /// The objects that were changed, in the order of their first change.
  private(set) var updated = ContiguousArray<Handle>()
  /// The saved objects that were deleted, in order.
  private(set) var deleted = ContiguousArray<Handle>()
  /// How many objects have something to save.
  private(set) var count = 0
  /// How many of the inserted objects are gone again.
  private(set) var forgottenCount = 0

  /// How long the lists were at a time to go back to.
  struct Mark {
    fileprivate let insertedCount: Int
    fileprivate let updatedCount: Int
    fileprivate let deletedCount: Int
    fileprivate let forgottenCount: Int
  }

  /// Whether the lists name what has something to save and nothing else, each object once.
  ///
  /// Each such object is in one of the lists at least, so this is so if they are no longer than there are objects.
  var isExact: Bool { inserted.count + updated.count + deleted.count == count }

  var mark: Mark {
    Mark(
      insertedCount: inserted.count, updatedCount: updated.count, deletedCount: deleted.count,
      forgottenCount: forgottenCount)
  }

  /// Notes that an object has something to save now, or nothing any more.
  @inline(__always) mutating func notePending(_ isPending: Bool) {
    count += isPending ? 1 : -1
  }

  @inline(__always) mutating func addInserted(_ handle: Handle) { inserted.append(handle) }
  @inline(__always) mutating func addUpdated(_ handle: Handle) { updated.append(handle) }
  @inline(__always) mutating func addDeleted(_ handle: Handle) { deleted.append(handle) }

  mutating func removeUpdated(_ handle: Handle) { updated.removeLast(handle) }
  mutating func removeDeleted(_ handle: Handle) { deleted.removeLast(handle) }

  /// Notes that one of the inserted objects is gone.
  mutating func noteForgotten() { forgottenCount += 1 }

  /// Forgets that an object was inserted and is gone, since it is inserted again.
  mutating func forgetGone(_ handle: Handle) {
    if forgottenCount > 0, let position = inserted.lastIndex(of: handle) {
      inserted[position] = .none
    }
  }

  /// The objects that were inserted since a mark.
  func inserted(since mark: Mark) -> ContiguousArray<Handle>.SubSequence {
    inserted.dropFirst(mark.insertedCount)
  }

  /// Takes out what came since a mark and is gone or unchanged by now.
  mutating func goBack(to mark: Mark, _ slots: UnsafeMutablePointer<SlotTable>) {
    func cut(_ handles: inout ContiguousArray<Handle>, _ count: Int, _ kept: RowState) {
      guard handles.count > count else { return }
      let rest = handles[count...].filter {
        slots.pointee.anyObject($0)?.row.state.contains(kept) ?? false
      }
      handles.replaceSubrange(count..., with: rest)
    }
    cut(&inserted, mark.insertedCount, .inserted)
    cut(&updated, mark.updatedCount, .updated)
    cut(&deleted, mark.deletedCount, .deleted)
    forgottenCount = mark.forgottenCount
  }

  /// Keeps the list of inserted objects from growing with those that come and go.
  mutating func compact(_ slots: UnsafeMutablePointer<SlotTable>) {
    if forgottenCount == inserted.count {
      inserted.removeAll(keepingCapacity: inserted.count <= 1024)
      forgottenCount = 0
    } else if forgottenCount > 64, forgottenCount * 2 > inserted.count {
      inserted.removeAll { slots.pointee[$0].object == nil }
      forgottenCount = 0
    }
  }

  /// Takes the lists out; `count` stays exact while their objects go back to what was saved.
  mutating func takeLists() -> (
    inserted: ContiguousArray<Handle>, updated: ContiguousArray<Handle>,
    deleted: ContiguousArray<Handle>
  ) {
    defer { removeLists() }
    return (inserted, updated, deleted)
  }

  /// Forgets the objects before a handle.
  mutating func removeAll(before first: Handle, _ slots: UnsafeMutablePointer<SlotTable>) {
    guard count != 0 || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return }
    func lives(_ handles: inout ContiguousArray<Handle>) -> [ObjectLife] {
      handles.removeAll { $0 < first || slots.pointee[$0].object == nil }
      return handles.compactMap { slots.pointee.anyObject($0)?.row.state.life }
    }
    count =
      lives(&inserted).count { $0 == .inserted }
      + lives(&updated).count { $0 == .updated || $0 == .updatedAndDeleted }
      + lives(&deleted).count { $0 == .deleted }
    forgottenCount = 0
  }

  /// Forgets everything.
  mutating func removeAll() {
    removeLists()
    count = 0
  }

  private mutating func removeLists() {
    inserted.removeAll(keepingCapacity: inserted.count <= 1024)
    updated.removeAll(keepingCapacity: updated.count <= 1024)
    deleted.removeAll(keepingCapacity: deleted.count <= 1024)
    forgottenCount = 0
  }
}

extension ContiguousArray<Handle> {
  /// Takes out the last one of a handle, which mostly is the last of all.
  fileprivate mutating func removeLast(_ handle: Handle) {
    if last == handle {
      removeLast()
    } else if let position = lastIndex(of: handle) {
      remove(at: position)
    }
  }
}
