/// What an object is to its context.
///
/// ```swift
/// print(book.objectState)  // unchanged
/// book.pages = 500
/// print(book.objectState)  // updated
/// try context.delete(book)
/// print(book.objectState)  // deleted
/// ```
public enum ObjectState: String, Hashable, Sendable, Codable {
  /// In no context: never inserted, or deleted, rolled back or reset.
  case detached
  /// In its context, never saved.
  case inserted
  /// As it was last saved.
  case unchanged
  /// Changed since it was last saved.
  case updated
  /// Deleted by the next save.
  case deleted
}
