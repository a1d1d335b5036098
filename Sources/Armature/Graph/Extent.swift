/// The objects of one entity, sub-entities not included, in the order of insertion.
///
/// An object that goes stays in the list until the list is compacted, so that going costs nothing; its slot
/// says that it is not there.
struct Extent {
  private(set) var handles = ContiguousArray<Handle>()
  /// How many objects of the list are not there any more.
  private var leftCount = 0

  /// How many objects there are.
  var count: Int { handles.count - leftCount }

  @inline(__always) mutating func append(_ handle: Handle) { handles.append(handle) }

  /// Notes that an object has gone; its slot must be empty by now.
  mutating func removeOne(_ slots: UnsafeMutablePointer<SlotTable>) {
    leftCount += 1
    if leftCount > 16, leftCount * 2 > handles.count { compact(slots) }
  }

  /// Compacts the list: only objects that are there stay in it.
  mutating func compact(_ slots: UnsafeMutablePointer<SlotTable>) {
    if leftCount == 0 { return }
    handles.removeAll { slots.pointee[$0].isGone }
    leftCount = 0
  }

  /// Takes out an object that was never one of the entity.
  mutating func remove(_ handle: Handle, hasLeft: Bool) {
    let place = handles.partitioningIndex { $0 >= handle }
    guard place < handles.count, handles[place] == handle else { return }
    handles.remove(at: place)
    if hasLeft { leftCount -= 1 }
  }

  /// Takes up again an object that had gone.
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
