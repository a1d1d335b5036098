/// What happens to an object in its life.
enum LifeEvent: CaseIterable {
  /// A context takes up a new object.
  case insertion
  /// A context makes the object of a row whose values it has not read.
  case discovery
  /// The values are read from the store.
  case reading
  /// The values are given up, to be read again.
  case emptying
  /// A value changes for the first time since the last save.
  case firstChange
  /// All changes since the last save are taken back.
  case revert
  /// The object is deleted, and the journal or the next save may need it.
  case deletion
  /// The deletion is taken back; one that was saved makes the object a new one.
  case restoration
  /// A save has made the changes last.
  case save
  /// The context lets go of the object.
  case departure
}
