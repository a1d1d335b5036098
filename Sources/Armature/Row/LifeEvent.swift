/// An event in the life of an object.
enum LifeEvent: CaseIterable {
  /// A context registers a new object.
  case insertion
  /// A context makes the object of a row without loading its values.
  case discovery
  /// The values are read from the store.
  case reading
  /// The values are discarded, to be read again.
  case emptying
  /// A value changes for the first time since the last save.
  case firstChange
  /// All changes since the last save are reverted.
  case revert
  /// The object is deleted, but the journal or the next save may still need it.
  case deletion
  /// The deletion is reverted. If it was already saved, the object becomes a new object.
  case restoration
  /// A save has made the changes permanent.
  case save
  /// The context removes the object.
  case departure
}
