/// The state of an object in its context. If one of the low bits is set, a write takes the slow path.
///
/// This is not an `OptionSet`, because its operations are generic. In debug builds, they took a third of the time of a
/// load.
struct RowState: Equatable {
  let rawValue: UInt32

  /// The next write must first copy the committed values.
  static let unchanged = RowState(rawValue: 1 << 0)
  /// The next write must be noticed, by the journal or an index.
  static let watched = RowState(rawValue: 1 << 1)
  /// The object was inserted and never saved.
  static let inserted = RowState(rawValue: 1 << 2)
  /// The object has changed since it was last saved.
  static let updated = RowState(rawValue: 1 << 3)
  /// The object will be deleted by the next save.
  static let deleted = RowState(rawValue: 1 << 4)
  /// The object belongs to a context.
  static let registered = RowState(rawValue: 1 << 5)
  /// The object was removed from its context for good.
  static let invalidated = RowState(rawValue: 1 << 6)
  /// The values are not loaded yet.
  static let fault = RowState(rawValue: 1 << 7)
  /// The object was removed and never saved.
  static let neverSaved = RowState(rawValue: 1 << 8)
  /// The object is in the list of objects that may have been changed without notice.
  static let touched = RowState(rawValue: 1 << 9)
  /// The object is in the list of objects that were changed since the current round of hooks began.
  static let noticed = RowState(rawValue: 1 << 10)
  /// The closure of a rule is validating the object.
  static let validating = RowState(rawValue: 1 << 11)
  /// While an object was being validated, the closure of a rule has asked whether the object is valid.
  static let validatedAgain = RowState(rawValue: 1 << 12)
  /// The closure of a rule has written to the object that it validates.
  static let changedByRule = RowState(rawValue: 1 << 15)
  /// The object is being deleted, and its hook was called.
  static let preparedForDeletion = RowState(rawValue: 1 << 16)
  /// The unique indexes contain the object with its current values.
  static let indexed = RowState(rawValue: 1 << 13)
  /// The context of the object no longer exists, so the object keeps the runtime data of its entity alive.
  static let ownsRuntime = RowState(rawValue: 1 << 14)

  /// The object has outlived its context.
  static let contextDeallocated = RowState(rawValue: 1 << 17)
  /// A validation method of the object is being called.
  static let inValidationHook = RowState(rawValue: 1 << 18)
  /// The save that is calling `didSave()` inserted the object.
  static let savedInsertion = RowState(rawValue: 1 << 19)
  /// The save that is calling `didSave()` updated the object.
  static let savedUpdate = RowState(rawValue: 1 << 20)
  /// The save that is calling `didSave()` deleted the object.
  static let savedDeletion = RowState(rawValue: 1 << 21)

  /// A load is reading the values of the object and stores them without notice. The object is not indexed yet.
  static let reading = RowState(rawValue: 1 << 22)

  /// The object is deleted, and the undo history can restore it.
  static let recoverable = RowState(rawValue: 1 << 23)
  /// The object's deletion has been saved: only the undo history keeps it.
  static let erased = RowState(rawValue: 1 << 24)
  /// The object was removed because another context has deleted it, so accessing it is not a programmer error.
  static let missing = RowState(rawValue: 1 << 25)

  /// The hook for a read is being called. The attributes that it sets do not count as changes, but its links do.
  static let awaking = RowState(rawValue: 1 << 27)

  /// Another context has changed a link that was also changed here. The committed values contain the link in the store,
  /// but saving the object is still a conflict.
  static let overtaken = RowState(rawValue: 1 << 28)

  /// The object was inserted again after its deletion was saved. Links that other contexts have saved may lead to it.
  static let reinserted = RowState(rawValue: 1 << 29)

  /// The object is deleted only because it belongs to another deleted object.
  static let cascaded = RowState(rawValue: 1 << 30)

  /// The states in which a write is not just a store.
  static let slow: UInt32 = 0b11
}

extension RowState {
  @_transparent static func | (left: RowState, right: RowState) -> RowState {
    RowState(rawValue: left.rawValue | right.rawValue)
  }

  @_transparent func contains(_ all: RowState) -> Bool { rawValue & all.rawValue == all.rawValue }

  @_transparent func isDisjoint(with other: RowState) -> Bool { rawValue & other.rawValue == 0 }

  @_transparent func intersection(_ other: RowState) -> RowState {
    RowState(rawValue: rawValue & other.rawValue)
  }

  @_transparent func subtracting(_ other: RowState) -> RowState {
    RowState(rawValue: rawValue & ~other.rawValue)
  }

  @_transparent mutating func insert(_ other: RowState) { self = self | other }

  @_transparent mutating func remove(_ other: RowState) { self = subtracting(other) }
}
