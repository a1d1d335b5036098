/// A statement that a save runs for many objects.
enum KeptStatement: Hashable {
  /// A member is added to a table of pairs, or removed. Both sides of a relationship have the same table,
  /// but each its own column of the owner.
  case add(String, owner: String)
  case remove(String, owner: String)
  /// The members of an object are read.
  case members(String, owner: String)
  /// A member gets another place in a list, or its first one.
  case move(String, owner: String, place: String, isNew: Bool)
  /// A deleted object is taken out of the column of a table.
  case clear(table: Int, column: Int)
}
