/// What a context has to save, beside the objects themselves, whose state says what happened to them.
///
/// The lists may name objects that have changed again since: an inserted one that was deleted is
/// gone, an updated one may be deleted; the state decides. `count` is exact at any time.
struct ChangeSet {
  /// The objects that were inserted, in order.
  var inserted = ContiguousArray<Handle>()
  /// The objects that were changed, in the order of their first change.
  var updated = ContiguousArray<Handle>()
  /// The saved objects that were deleted, in order.
  var deleted = ContiguousArray<Handle>()
  /// How many objects have something to save.
  var count = 0
  /// How many of the inserted objects are gone again.
  var forgottenCount = 0

  /// Forgets what is about objects before a handle.
  mutating func removeAll(before first: Handle, _ slots: UnsafeMutablePointer<SlotTable>) {
    guard count != 0 || !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return }
    func states(_ handles: inout ContiguousArray<Handle>) -> [RowState] {
      handles.removeAll { $0 < first || slots.pointee[$0].object == nil }
      return handles.compactMap { slots.pointee.anyObject($0)?.row.state }
    }
    count =
      states(&inserted).count { $0.contains(.inserted) }
      + states(&updated).count { $0.contains(.updated) }
      + states(&deleted).count { !$0.contains(.updated) }
    forgottenCount = 0
  }

  /// Forgets everything.
  mutating func removeAll() {
    inserted.removeAll(keepingCapacity: inserted.count <= 1024)
    updated.removeAll(keepingCapacity: updated.count <= 1024)
    deleted.removeAll(keepingCapacity: deleted.count <= 1024)
    count = 0
    forgottenCount = 0
  }
}

extension ContiguousArray<Handle> {
  /// Takes out the last one of a handle, which mostly is the last of all.
  mutating func removeLast(_ handle: Handle) {
    if last == handle {
      removeLast()
    } else if let position = lastIndex(of: handle) {
      remove(at: position)
    }
  }
}
