/// What keeps a store from being used.
public enum PersistentStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store was asked for rows before it was opened.
  case notOpen
  /// The store is open with another model.
  case otherModel

  /// What must be, what is, and what to do.
  public var description: String {
    switch self {
    case .notOpen:
      "A store must be opened before it is used, but is not. Make a PersistentContainer with it."
    case .otherModel:
      "A store must be opened with one model, but is open with another. Make a store for each model."
    }
  }
}
