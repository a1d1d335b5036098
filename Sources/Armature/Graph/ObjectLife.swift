/// Where an object is in its life, as its context knows it.
///
/// It is told by the bits of ``RowState`` that `life` reads; the other bits are marks, which say what is to be
/// noticed of an object and what is happening to it just now. ``ObjectGraph/pass(_:_:)`` is the one
/// place where an object goes from one stage to the next.
enum ObjectLife: CaseIterable {
  /// It is in no context yet.
  case detached
  /// The store has it; its values have not been read.
  case fault
  /// It is as it was read or last saved.
  case saved
  /// It has changed since it was read or last saved.
  case updated
  /// It was inserted and never saved.
  case inserted
  /// The next save deletes it.
  case deleted
  /// The next save deletes it, and a rollback brings it back with what was saved, not with what it has.
  case updatedAndDeleted
  /// It was inserted and deleted without a save in between: only the journal has it.
  case withdrawn
  /// Its deletion has been saved: only the undo history has it.
  case erased
  /// Its context has let go of it for good.
  case gone
}

extension ObjectLife {
  /// The stage that an event leads to; `nil` where it cannot happen.
  ///
  /// This is the whole table of transitions.
  @inline(__always) func after(_ event: LifeEvent) -> ObjectLife? {
    switch (self, event) {
    case (.detached, .insertion): .inserted
    case (.detached, .discovery): .fault
    case (.fault, .reading): .saved
    case (.saved, .emptying): .fault
    case (.saved, .firstChange): .updated
    // What was deleted may still lose links to others.
    case (.deleted, .firstChange): .updatedAndDeleted
    // One without changes may have values that were stored as no change.
    case (.updated, .revert), (.saved, .revert): .saved
    case (.updatedAndDeleted, .revert): .deleted
    case (.saved, .deletion): .deleted
    case (.updated, .deletion): .updatedAndDeleted
    case (.inserted, .deletion): .withdrawn
    case (.deleted, .restoration): .saved
    case (.updatedAndDeleted, .restoration): .updated
    case (.withdrawn, .restoration), (.erased, .restoration): .inserted
    case (.inserted, .save), (.updated, .save): .saved
    case (.deleted, .save), (.updatedAndDeleted, .save), (.withdrawn, .save): .erased
    case (.detached, .departure), (.gone, .departure): nil
    case (_, .departure): .gone
    default: nil
    }
  }

  /// Whether the next save has something to do for the object.
  @inline(__always) var isPending: Bool {
    switch self {
    case .inserted, .updated, .deleted, .updatedAndDeleted: true
    case .detached, .fault, .saved, .withdrawn, .erased, .gone: false
    }
  }

  /// Whether the object has the values of a row that the store has: it was read or saved, and its deletion was not.
  @inline(__always) var hasRow: Bool {
    switch self {
    case .saved, .updated, .deleted, .updatedAndDeleted: true
    case .detached, .fault, .inserted, .withdrawn, .erased, .gone: false
    }
  }

  /// Whether the next save deletes the row of the object.
  @inline(__always) var losesRow: Bool {
    switch self {
    case .deleted, .updatedAndDeleted: true
    case .detached, .fault, .saved, .updated, .inserted, .withdrawn, .erased, .gone: false
    }
  }

  /// Whether links lead to the object no longer, though it may come back.
  @inline(__always) var isDeleted: Bool {
    switch self {
    case .deleted, .updatedAndDeleted, .withdrawn, .erased: true
    case .detached, .fault, .saved, .updated, .inserted, .gone: false
    }
  }
}
