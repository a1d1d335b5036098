/// The transitions between the stages of an object's life. All of them happen here.
extension ObjectGraph {
  /// Applies an event to the life of an object. It updates everything that depends on the stage: the bits of the
  /// object's state, the mark of its slot, the number of pending objects, and whether links may lead to missing
  /// objects.
  @inline(__always) func pass(_ object: ManagedObject, _ event: LifeEvent) {
    pass(object, event, from: object.row.state.life)
  }

  /// Applies an event to an object with a known stage.
  @inline(__always) func pass(_ object: ManagedObject, _ event: LifeEvent, from life: ObjectLife) {
    let row = object.row
    assert(row.state.life == life, "The object is \(row.state.life), and not \(life).")
    guard let next = life.after(event) else {
      return assertionFailure("The event \(event) must not happen to an object that is \(life).")
    }
    row.state = row.state.after(event, as: next)
    follow(object, from: life, to: next)
  }

  /// Removes an object permanently.
  ///
  /// - Parameter keepingValues: Whether the values can still be read by a hook until they are dropped.
  func forget(_ object: ManagedObject, keepingValues: Bool = false) {
    let handle = object.row.handle
    indexes.remove(object)
    let (state, life) = (object.row.state, object.row.state.life)
    if state.contains(.inserted) { changes.noteForgotten() }
    indexes.noteGone(state)
    if object.shape.mayLeaveLinks {
      // A fault has no known label, and computing it would load the fault.
      retired[label: handle] = life == .fault ? nil : object.label
    } else if life == .erased, object.shape.mayBeDenied {
      // The objects that forbade the deletion no longer lead to this one, or are deleted with it. In a context that
      // undoes deletions, hidden links may still lead to it.
      PendingChanges(self).dropHiddenLinks(to: object)
    }
    follow(object, from: life, to: .invalidated)
    let entity = object.shape.index
    object.depart(keepingValues: keepingValues)
    slots[handle].word =
      UInt(entity) << 4 | SlotTable.Slot.empty | SlotTable.Slot.invalidated
    keys.extents[entity].removeOne(slots)
    Unmanaged.passUnretained(object).release()
  }

  /// Updates everything that depends on the stage of an object.
  @inline(__always) private func follow(
    _ object: ManagedObject, from life: ObjectLife, to next: ObjectLife
  ) {
    if life.isPending != next.isPending { changes.notePending(next.isPending) }
    if life.isDeleted == next.isDeleted, next != .invalidated { return }
    let (slots, shape) = (slots, object.shape)
    if next.isDeleted {
      slots.mark(object.row.handle, SlotTable.Slot.deleted)
    } else {
      slots.unmark(object.row.handle, SlotTable.Slot.deleted)
    }
    slots.danglingCount +=
      (next.mayDangle(shape) ? 1 : 0) - (life.mayDangle(shape) ? 1 : 0)
  }
}

extension ObjectLife {
  /// Whether links may still lead to an object that is not there.
  fileprivate func mayDangle(_ shape: EntityShape) -> Bool {
    isDeleted
      ? shape.isLinkedWhenDeleted : self == .invalidated && shape.mayLeaveLinks
  }
}
