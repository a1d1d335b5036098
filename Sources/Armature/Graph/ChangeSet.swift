/// The objects with unsaved changes, in one list for each kind of change.
///
/// The lists only help to find the objects quickly. An object can be in a list although its state has changed since:
/// for example, an inserted object may have been removed again. For this reason, always check the state of an object
/// from a list. The `count` is exact.
struct ChangeSet {
  /// The inserted objects, in order.
  private(set) var inserted = ContiguousArray<Handle>()
  /// The changed objects, in the order of their first change.
  private(set) var updated = ContiguousArray<Handle>()
  /// The deleted saved objects, in order.
  private(set) var deleted = ContiguousArray<Handle>()
  /// The number of objects with something to save.
  private(set) var count = 0
  /// The number of inserted objects that have been removed.
  private(set) var forgottenCount = 0

  /// The lengths of the lists at a mark.
  struct Mark {
    fileprivate let insertedCount: Int
    fileprivate let updatedCount: Int
    fileprivate let deletedCount: Int
    fileprivate let forgottenCount: Int
  }

  /// Whether the lists contain exactly the objects that have something to save, each once.
  ///
  /// Each such object is in at least one of the lists. The lists are therefore exact if their total length is the
  /// number of objects.
  var isExact: Bool { inserted.count + updated.count + deleted.count == count }

  var mark: Mark {
    Mark(
      insertedCount: inserted.count, updatedCount: updated.count, deletedCount: deleted.count,
      forgottenCount: forgottenCount)
  }

  /// Records that an object has something to save now, or no longer.
  @inline(__always) mutating func notePending(_ isPending: Bool) {
    count += isPending ? 1 : -1
  }

  @inline(__always) mutating func addInserted(_ handle: Handle) { inserted.append(handle) }
  @inline(__always) mutating func addUpdated(_ handle: Handle) { updated.append(handle) }
  @inline(__always) mutating func addDeleted(_ handle: Handle) { deleted.append(handle) }

  mutating func removeUpdated(_ handle: Handle) { updated.removeLast(handle) }
  mutating func removeDeleted(_ handle: Handle) { deleted.removeLast(handle) }

  /// Records that an inserted object was removed.
  mutating func noteForgotten() { forgottenCount += 1 }

  /// Clears the entry of an inserted object that was removed, because the object is inserted again.
  mutating func forgetGone(_ handle: Handle) {
    if forgottenCount > 0, let position = inserted.lastIndex(of: handle) {
      inserted[position] = .none
    }
  }

  /// Returns the objects inserted since a mark.
  func inserted(since mark: Mark) -> ContiguousArray<Handle>.SubSequence {
    inserted.dropFirst(mark.insertedCount)
  }

  /// Removes the entries since a mark for objects that were removed or are unchanged.
  mutating func goBack(to mark: Mark, _ slots: SlotTable) {
    func cut(_ handles: inout ContiguousArray<Handle>, _ count: Int, _ kept: RowState) {
      guard handles.count > count else { return }
      let rest = handles[count...].filter {
        slots.anyObject($0)?.row.state.contains(kept) ?? false
      }
      handles.replaceSubrange(count..., with: rest)
    }
    cut(&inserted, mark.insertedCount, .inserted)
    cut(&updated, mark.updatedCount, .updated)
    cut(&deleted, mark.deletedCount, .deleted)
    forgottenCount = mark.forgottenCount
  }

  /// Removes unused entries, so that inserting and removing objects does not make the list grow.
  mutating func compact(_ slots: SlotTable) {
    if forgottenCount == inserted.count {
      inserted.removeAll(keepingCapacity: inserted.count <= 1024)
      forgottenCount = 0
    } else if forgottenCount > 64, forgottenCount * 2 > inserted.count {
      inserted.removeAll { slots[$0].object == nil }
      forgottenCount = 0
    }
  }

  /// Returns and clears the lists; `count` stays exact while their objects are reverted.
  mutating func takeLists() -> (
    inserted: ContiguousArray<Handle>, updated: ContiguousArray<Handle>,
    deleted: ContiguousArray<Handle>
  ) {
    defer { removeLists() }
    return (inserted, updated, deleted)
  }

  /// Removes the objects before a handle.
  mutating func removeAll(before first: Handle, _ slots: SlotTable) {
    guard count != 0 || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return }
    func lives(_ handles: inout ContiguousArray<Handle>) -> [ObjectLife] {
      handles.removeAll { $0 < first || slots[$0].object == nil }
      return handles.compactMap { slots.anyObject($0)?.row.state.life }
    }
    count =
      lives(&inserted).count { $0 == .inserted }
      + lives(&updated).count { $0 == .updated || $0 == .updatedAndDeleted }
      + lives(&deleted).count { $0 == .deleted }
    forgottenCount = 0
  }

  /// Clears everything.
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
  /// Removes the last occurrence of a handle, which mostly is the last element.
  fileprivate mutating func removeLast(_ handle: Handle) {
    if last == handle {
      removeLast()
    } else if let position = lastIndex(of: handle) {
      remove(at: position)
    }
  }
}
