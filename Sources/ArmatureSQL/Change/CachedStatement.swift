/// A statement that a save runs for many objects.
enum CachedStatement: Hashable {
  /// Adds a member to a table of pairs, or removes it. Both sides of a relationship share the table, but each has its
  /// own column for the owner.
  case add(String, owner: String)
  case remove(String, owner: String)
  /// Reads the members of an object.
  case members(String, owner: String)
  /// Moves a member of a list to another position, or gives a new member its position.
  case move(String, owner: String, place: String, isNew: Bool)
  /// Clears the links to a deleted object in a column.
  case clear(table: Int, column: Int)
}
