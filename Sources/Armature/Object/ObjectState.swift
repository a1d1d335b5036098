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
  /// The object is not in a context. It was never inserted, or it was removed by a deletion, a rollback or a reset.
  case detached
  /// The object was inserted and has never been saved.
  case inserted
  /// The object has not changed since the last save.
  case unchanged
  /// The object has changed since the last save.
  case updated
  /// The next save will delete the object.
  case deleted
}
