/// Letting go of objects that nobody holds, so that a walk over millions takes little memory.
extension ObjectGraph {
  /// Lets go of unused objects if as many were made as were left the last time.
  func forgetIfDoubled() {
    guard source.hasDoubled, context?.retainsRegisteredObjects == false else { return }
    _ = forgetUnused()
  }

  /// Lets go of the objects without changes that nobody else holds.
  func forgetUnused() -> Int {
    guard store != nil else { return 0 }
    let (count, keptCount) = forgetUnused(1..<max(1, slots.pointee.count))
    source.noteForgetting(keptCount: keptCount, slotCount: slots.pointee.count)
    return count
  }

  /// Lets go of those of some objects that have no changes and that nobody else holds.
  ///
  /// - Returns: How many it has let go of, and how many not.
  func forgetUnused(_ positions: some Sequence<Int>) -> (forgotten: Int, kept: Int) {
    var (count, keptCount) = (0, 0)
    let kept: RowState =
      .inserted | .updated | .deleted | .validating | .inValidationHook | .reading | .awaking
    // Its `deinit` may reset the context, after which there are fewer slots.
    for position in positions where position < slots.pointee.count {
      let slot = slots.pointee.slots + position
      guard let reference = slot.pointee.object else { continue }
      // The reference that the slot owns, borrowed to ask whether it is the only one.
      var object = reference.takeRetainedValue()
      guard isKnownUniquelyReferenced(&object), object.row.state.isDisjoint(with: kept),
        object.row.handle >= slots.pointee.recordedEnd
      else {
        _ = Unmanaged.passRetained(object)
        keptCount += 1
        continue
      }
      indexes.remove(object)
      slot.pointee.word = UInt(object.shape.pointee.index) << 4 | SlotTable.Slot.empty
      count += 1
    }
    return (count, keptCount)
  }
}
