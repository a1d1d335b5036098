/// The stage of an object's life in its context.
///
/// Some of the bits in ``RowState`` determine the stage, and `life` reads these bits. The other bits mark changes to
/// notice and operations in progress. An object changes from one stage to the next only in ``ObjectGraph/pass(_:_:)``.
enum ObjectLife: CaseIterable {
  /// The object is in no context yet.
  case detached
  /// The store has the object, and its values are not loaded.
  case fault
  /// The object is as it was read or last saved.
  case saved
  /// The object has changed since it was read or last saved.
  case updated
  /// The object was inserted and never saved.
  case inserted
  /// The next save deletes the object.
  case deleted
  /// The object was changed and then deleted. The next save deletes it, and a rollback restores its saved values.
  case updatedAndDeleted
  /// The object was inserted and deleted without a save in between. Only the journal keeps it.
  case withdrawn
  /// The object's deletion has been saved: only the undo history keeps it.
  case erased
  /// The object was removed from its context for good.
  case invalidated
}

extension ObjectLife {
  /// Returns the stage after an event, or `nil` if the event is impossible.
  ///
  /// This is the complete table of transitions.
  @inline(__always) func after(_ event: LifeEvent) -> ObjectLife? {
    switch (self, event) {
    case (.detached, .insertion): .inserted
    case (.detached, .discovery): .fault
    case (.fault, .reading): .saved
    case (.saved, .emptying): .fault
    case (.saved, .firstChange): .updated
    // A deleted object may still lose links to others.
    case (.deleted, .firstChange): .updatedAndDeleted
    // An unchanged object may have values that were stored without counting as a change.
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
    case (.detached, .departure), (.invalidated, .departure): nil
    case (_, .departure): .invalidated
    default: nil
    }
  }

  /// Whether the next save affects the object.
  @inline(__always) var isPending: Bool {
    switch self {
    case .inserted, .updated, .deleted, .updatedAndDeleted: true
    case .detached, .fault, .saved, .withdrawn, .erased, .invalidated: false
    }
  }

  /// Whether the object has the values of a row in the store. It does if it was read or saved, and its deletion was not
  /// saved.
  @inline(__always) var hasRow: Bool {
    switch self {
    case .saved, .updated, .deleted, .updatedAndDeleted: true
    case .detached, .fault, .inserted, .withdrawn, .erased, .invalidated: false
    }
  }

  /// Whether the next save deletes the object's row.
  @inline(__always) var losesRow: Bool {
    switch self {
    case .deleted, .updatedAndDeleted: true
    case .detached, .fault, .saved, .updated, .inserted, .withdrawn, .erased, .invalidated: false
    }
  }

  /// Whether links no longer lead to the object, although it may be restored.
  @inline(__always) var isDeleted: Bool {
    switch self {
    case .deleted, .updatedAndDeleted, .withdrawn, .erased: true
    case .detached, .fault, .saved, .updated, .inserted, .invalidated: false
    }
  }
}
