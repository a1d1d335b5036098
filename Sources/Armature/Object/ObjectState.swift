/// The state of an object in its context.
///
/// ```swift
/// print(book.objectState)  // unchanged
/// book.pages = 500
/// print(book.objectState)  // updated
/// try context.delete(book)
/// print(book.objectState)  // deleted
/// ```
public enum ObjectState: String, Hashable, Sendable, Codable {
  /// Not in a context: never inserted, or deleted, rolled back or reset.
  case detached
  /// Inserted, and never saved.
  case inserted
  /// Unchanged since the last save.
  case unchanged
  /// Changed since the last save.
  case updated
  /// To be deleted by the next save.
  case deleted
}
