import ArmatureModel

/// The objects of one entity, without sub-entities, in the order of insertion.
///
/// Removing an object takes no time, because the object stays in the list until the list is compacted. Its slot states
/// that it was removed.
struct Extent {
  private(set) var handles = ContiguousArray<Handle>()
  /// The number of removed objects in the list.
  private var leftCount = 0

  /// The number of objects.
  var count: Int { handles.count - leftCount }

  @inline(__always) mutating func append(_ handle: Handle) { handles.append(handle) }

  /// Records that an object was removed; its slot must already be empty.
  mutating func removeOne(_ slots: SlotTable) {
    leftCount += 1
    if leftCount > 16, leftCount * 2 > handles.count { compact(slots) }
  }

  /// Compacts the list: removed objects are left out.
  mutating func compact(_ slots: SlotTable) {
    if leftCount == 0 { return }
    handles.removeAll { slots[$0].isInvalidated }
    leftCount = 0
  }

  /// Removes an object that never belonged to the entity.
  mutating func remove(_ handle: Handle, hasLeft: Bool) {
    let place = handles.partitioningIndex { $0 >= handle }
    guard place < handles.count, handles[place] == handle else { return }
    handles.remove(at: place)
    if hasLeft { leftCount -= 1 }
  }

  /// Restores a removed object.
  mutating func restore(_ handle: Handle) {
    let place = handles.partitioningIndex { $0 >= handle }
    if place < handles.count, handles[place] == handle {
      leftCount -= 1
    } else {
      handles.insert(handle, at: place)
    }
  }

  mutating func removeAll() {
    handles = []
    leftCount = 0
  }
}
