/// The one place where objects go from one stage of their life to the next.
extension ObjectGraph {
  /// Takes an object through an event of its life, with all that must keep in step: the bits of its state,
  /// the mark of its slot, how many objects are pending, and whether links may lead to nothing.
  @inline(__always) func pass(_ object: ManagedObject, _ event: LifeEvent) {
    pass(object, event, from: object.row.state.life)
  }

  /// The same for an object whose stage is known.
  @inline(__always) func pass(_ object: ManagedObject, _ event: LifeEvent, from life: ObjectLife) {
    let row = object.row
    assert(row.state.life == life, "The object is \(row.state.life), and not \(life).")
    guard let next = life.after(event) else {
      return assertionFailure("The event \(event) must not happen to an object that is \(life).")
    }
    row.state = row.state.after(event, as: next)
    follow(object, from: life, to: next)
  }

  /// Lets go of an object for good.
  ///
  /// - Parameter keepingValues: Leaves the values readable, for a hook, until they are dropped.
  func forget(_ object: ManagedObject, keepingValues: Bool = false) {
    let handle = object.row.handle
    indexes.remove(object)
    let (state, life) = (object.row.state, object.row.state.life)
    if state.contains(.inserted) { changes.noteForgotten() }
    indexes.noteGone(state)
    if object.shape.pointee.mayLeaveLinks {
      // A fault has none that is known, and asking would have it filled.
      retired[label: handle] = life == .fault ? nil : object.label
    } else if life == .erased, object.shape.pointee.mayBeDenied {
      // What forbade the deletion has let go of the object, or goes with it; in a context that undoes
      // deletions it may still lead there, out of sight.
      PendingChanges(self).dropHiddenLinks(to: object)
    }
    follow(object, from: life, to: .gone)
    let entity = object.shape.pointee.index
    object.depart(keepingValues: keepingValues)
    slots.pointee[handle].word =
      UInt(entity) << 4 | SlotTable.Slot.empty | SlotTable.Slot.gone
    keys.extents[entity].removeOne(slots)
    Unmanaged.passUnretained(object).release()
  }

  /// Keeps in step what depends on the stage of an object.
  @inline(__always) private func follow(
    _ object: ManagedObject, from life: ObjectLife, to next: ObjectLife
  ) {
    if life.isPending != next.isPending { changes.notePending(next.isPending) }
    if life.isDeleted == next.isDeleted, next != .gone { return }
    let (slots, shape) = (slots, object.shape)
    if next.isDeleted {
      slots.pointee.mark(object.row.handle, SlotTable.Slot.deleted)
    } else {
      slots.pointee.unmark(object.row.handle, SlotTable.Slot.deleted)
    }
    slots.pointee.danglingCount +=
      (next.mayDangle(shape) ? 1 : 0) - (life.mayDangle(shape) ? 1 : 0)
  }
}

extension ObjectLife {
  /// Whether links may still lead to an object that is not there.
  fileprivate func mayDangle(_ shape: UnsafePointer<EntityShape>) -> Bool {
    isDeleted ? shape.pointee.isLinkedWhenDeleted : self == .gone && shape.pointee.mayLeaveLinks
  }
}
