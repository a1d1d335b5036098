import ArmatureModel

/// The values as of the last save.
extension Row {
  /// Allocates a copy of the row, to which later changes are compared.
  ///
  /// The lists of the copy are empty, because a list records its own edits. An edit of a list with a million members
  /// therefore copies none of them.
  func committedCopy(_ shape: EntityShape) -> Row {
    copied(shape, into: RowMemory.allocate(shape.byteCount))
  }

  /// Restores the committed values, which are consumed; the header stays.
  func restoreCommitted(_ shape: EntityShape) {
    guard let committed else { return }
    for place in shape.managed where place.kind == .objects {
      list(place).revertEdits()
      (committed.base + place.offset).copyMemory(from: base + place.offset, byteCount: 8)
      list(place).initialize()
    }
    takeValues(of: committed, shape)
    self.committed = nil
  }

  /// Commits the current values.
  func settle(_ shape: EntityShape) {
    if let committed {
      committed.deallocate(shape.managed)
      self.committed = nil
    }
    // Including an object that was never saved, which may have recorded edits.
    for place in shape.managed where place.kind == .objects {
      list(place).forgetEdits()
    }
    for index in 0..<shape.maskCount { setChanged(index, 0) }
  }

  /// Returns whether a property other than a to-many relationship has its committed value. Returns `false` if nothing has
  /// changed since the last save.
  func isAsCommitted(_ place: RowPlace) -> Bool {
    guard let committed else { return false }
    return place.kind == .object
      ? committed.link(place).handle == link(place).handle && !committed.link(place).isUnknown
      : committed.value(place).isKeptLike(value(place))
  }

  /// Returns the destination of a to-one relationship according to the row that was last read or saved.
  func savedEnd(_ place: RowPlace) -> Handle { (committed ?? self).link(place).handle }
}
