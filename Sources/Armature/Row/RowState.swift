/// What an object is to its context; the low bits that make a write take the slow path come first.
///
/// No `OptionSet`: its operations are generic, which made them a third of a load in debug builds.
struct RowState: Equatable {
  let rawValue: UInt32

  /// The next write must keep a copy of the committed values first.
  static let unchanged = RowState(rawValue: 1 << 0)
  /// The next write must be noticed: a journal records, or an index must know.
  static let watched = RowState(rawValue: 1 << 1)
  /// The object was inserted and never saved.
  static let inserted = RowState(rawValue: 1 << 2)
  /// The object has changed since it was last saved.
  static let updated = RowState(rawValue: 1 << 3)
  /// The object will be deleted by the next save.
  static let deleted = RowState(rawValue: 1 << 4)
  /// The object belongs to a context.
  static let registered = RowState(rawValue: 1 << 5)
  /// The context has let go of the object for good.
  static let gone = RowState(rawValue: 1 << 6)
  /// The values have not been filled in yet.
  static let fault = RowState(rawValue: 1 << 7)
  /// The object is gone and was never saved.
  static let neverSaved = RowState(rawValue: 1 << 8)
  /// The object is in a list of those that may have been written to without notice.
  static let touched = RowState(rawValue: 1 << 9)
  /// The object is in the list of those that were written to since a round of hooks began.
  static let noticed = RowState(rawValue: 1 << 10)
  /// The closure of a rule is validating the object.
  static let validating = RowState(rawValue: 1 << 11)
  /// The closure of a rule has asked whether the object is valid that it validates.
  static let validatedAgain = RowState(rawValue: 1 << 12)
  /// The closure of a rule has written to the object that it validates.
  static let changedByRule = RowState(rawValue: 1 << 15)
  /// The object is being deleted, and has got its hook.
  static let preparedForDeletion = RowState(rawValue: 1 << 16)
  /// The unique indexes have the object under its present values.
  static let indexed = RowState(rawValue: 1 << 13)
  /// The object keeps what the runtime knows of its entity alive: it has outlived its context.
  static let ownsRuntime = RowState(rawValue: 1 << 14)

  /// The object has outlived its context.
  static let contextGone = RowState(rawValue: 1 << 17)
  /// A validation method of the object is being called.
  static let inValidationHook = RowState(rawValue: 1 << 18)
  /// The save whose `didSave()` is being called inserted the object.
  static let savedInsertion = RowState(rawValue: 1 << 19)
  /// The save whose `didSave()` is being called updated the object.
  static let savedUpdate = RowState(rawValue: 1 << 20)
  /// The save whose `didSave()` is being called deleted the object.
  static let savedDeletion = RowState(rawValue: 1 << 21)

  /// A load is reading the values of the object, and stores them without notice: it is not indexed yet.
  static let reading = RowState(rawValue: 1 << 22)

  /// The object is deleted, and the undo history can bring it back.
  static let recoverable = RowState(rawValue: 1 << 23)
  /// The object's deletion has been saved: only the undo history has it.
  static let erased = RowState(rawValue: 1 << 24)
  /// Gone because others have deleted it, which is nobody's mistake.
  static let missing = RowState(rawValue: 1 << 25)

  /// The hook of a read is being called: what it sets counts as no change, unlike what it links.
  static let awaking = RowState(rawValue: 1 << 27)

  /// Others have changed a link that has changed here: it leads in the committed values where it does in the store,
  /// and the save of it is a conflict all the same.
  static let overtaken = RowState(rawValue: 1 << 28)

  /// The object was inserted again after its deletion was saved: links of others in the store may lead to it.
  static let reinserted = RowState(rawValue: 1 << 29)

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
