/// A rule for stores.
///
/// The raw value is a sentence from the documentation of `PersistentStore` or of its values.
///
/// ```swift
/// let broken = Set(await StoreConformance { InMemoryStore() }.findings([.keys]).map(\.rule))
/// #expect(broken.isDisjoint(with: [StoreRule.keys, .keyCount]))
/// ```
public enum StoreRule: String, Hashable, Sendable, CaseIterable {
  /// The store has a unique identifier.
  case identifier = "The unique identifier of the store, which never changes while its data exist."
  /// The store can be opened.
  case opening = "Prepares the store for the objects of a model"
  /// Keys are unique.
  case keys =
    "Reserves keys for objects that are about to be inserted. No other caller ever gets them."
  /// The number of keys is as requested.
  case keyCount = "The requested number of consecutive keys, all above 0."
  /// A reader does not see later changes.
  case reader = "Returns a reader that sees one state of the data for as long as it is retained."
  /// The pushed part of a request finds all its rows.
  case pushed = "Returns the part of a request that the reader answers exactly."
  /// A request finds the right rows.
  case fetch =
    "Fetches the rows that a request finds, in its order. Rows that compare equal are in the order of their keys."
  /// A count is correct.
  case count = "Returns the number of rows that a request finds, within its limit and offset."
  /// Rows are found by their keys.
  case rows =
    "Fetches the rows of some objects of one entity, in any order. Keys without a row are skipped."
  /// The values of a row are correct.
  case values = "A to-one relationship has the ID of the object. A to-many relationship has `null`"
  /// The links of lists are correct.
  case links =
    "Returns the members of a to-many relationship of some objects of one entity, in the order of the keys."
  /// The links of ordered lists are in order.
  case linkOrder = "The members of an ordered relationship are in its order, others in any order."
  /// A commit is durable and atomic.
  case commit = "Saves all changes durably, or none of them."
  /// A change of an outdated row is rejected.
  case conflict =
    "A change of an object with a missing row, or with another version than the change is based on."
  /// Changes of lists do not conflict.
  case lists = "Changes of to-many relationships alone never conflict"
  /// A deletion does not leave guarded links.
  case guarded =
    "If a guarded link still leads to the row after all changes are made, the deletion is a conflict."
  /// Deleting a missing row is allowed.
  case deletion = "Deleting an already deleted row succeeds."
  /// Each change has a new version.
  case version = "The version of the row, from 1; it changes whenever its values change."
  /// A commit returns the new versions.
  case versions =
    "The new version of each changed object, in the order of the changes; 0 for deleted objects."
  /// Uniqueness is enforced.
  case uniqueness = "a ``ValidationReport`` if unique values would be duplicated"
  /// A rejected transaction has no effect.
  case refusal = "Nothing has changed then."
  /// Saves have tokens.
  case token = "Returns the point in the history that the reader's state represents."
  /// The store's own commits are not reported as remote changes.
  case others = "Returns the changes by others since one of the store's tokens."
  /// The history contains the saves.
  case history = "Returns the saves after a point, in order, up to the reader's state."
  /// Several tasks can use the store concurrently.
  case tasks = "Contexts in several tasks call a store at the same time"
}
