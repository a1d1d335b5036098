/// The eviction of objects without other references. With it, iterating over millions of objects takes little
/// memory.
struct UnusedObjects {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Evicts unused objects if as many were made as remained the last time.
  func forgetIfDoubled() {
    guard graph.source.hasDoubled, graph.context?.retainsRegisteredObjects == false else { return }
    _ = forget()
  }

  /// Evicts the unchanged objects that no one else holds.
  func forget() -> Int {
    guard graph.store != nil else { return 0 }
    let (count, keptCount) = forget(at: 1..<max(1, graph.slots.count))
    graph.source.noteForgetting(keptCount: keptCount, slotCount: graph.slots.count)
    return count
  }

  /// Evicts the objects of a batch that are not referenced elsewhere. If too many objects were created, others are
  /// evicted as well.
  func forget(_ batch: ArraySlice<Handle>) {
    graph.source.noteForgotten(forget(at: batch.lazy.map { Int($0.rawValue) }).forgotten)
    forgetIfDoubled()
  }

  /// Evicts unchanged objects without other references, among the objects at some positions.
  ///
  /// - Returns: The numbers of evicted and remaining objects.
  func forget(at positions: some Sequence<Int>) -> (forgotten: Int, kept: Int) {
    var (count, keptCount) = (0, 0)
    let kept: RowState =
      .inserted | .updated | .deleted | .validating | .inValidationHook | .reading | .awaking
    // Its `deinit` may reset the context, which then has fewer slots.
    for position in positions where position < graph.slots.count {
      let slot = graph.slots.slots + position
      guard let reference = slot.pointee.object else { continue }
      // The reference that the slot owns, borrowed to ask whether it is the only one.
      var object = reference.takeRetainedValue()
      guard isKnownUniquelyReferenced(&object), object.row.state.isDisjoint(with: kept),
        object.row.handle >= graph.slots.recordedEnd
      else {
        _ = Unmanaged.passRetained(object)
        keptCount += 1
        continue
      }
      graph.indexes.remove(object)
      slot.pointee.word = UInt(object.shape.index) << 4 | SlotTable.Slot.empty
      count += 1
    }
    return (count, keptCount)
  }
}
