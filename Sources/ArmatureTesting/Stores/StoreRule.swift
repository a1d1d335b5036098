/// A rule for stores, in the words of the documentation of `PersistentStore` and its values.
///
/// ```swift
/// let broken = Set(await StoreConformance { InMemoryStore() }.findings([.keys]).map(\.rule))
/// #expect(broken.isDisjoint(with: [StoreRule.keys, .keyCount]))
/// ```
public enum StoreRule: String, Hashable, Sendable, CaseIterable {
  /// The store has a unique identifier.
  case identifier = "What tells the store from all others, for as long as its data exist"
  /// The store can be opened.
  case opening = "Gets the store ready for the objects of a model"
  /// Keys are unique.
  case keys = "Sets keys aside that no other caller ever gets"
  /// The number of keys is as requested.
  case keyCount = "As many keys in a row, all above 0."
  /// A reader does not see later changes.
  case reader = "What reads one state of the data, for as long as somebody keeps it."
  /// The pushed part of a request finds all its rows.
  case pushed = "The part of a request that is answered exactly here"
  /// A request finds the right rows.
  case fetch =
    "The rows that a request finds, in its order; those that agree in the order by their keys."
  /// A count is correct.
  case count = "How many rows a request finds, its limit and offset taken into account."
  /// Rows are found by their keys.
  case rows =
    "The rows of some objects of one entity, in any order, and none where there is no such object."
  /// The values of a row are correct.
  case values = "A to-one relationship stands as the ID of the object; to-many ones are `null`"
  /// The links of lists are correct.
  case links =
    "What a to-many relationship of some objects of one entity leads to, in the order of the keys;"
  /// The links of ordered lists are in order.
  case linkOrder =
    "The members of an ordered relationship come in their order, those of others in any."
  /// A commit is durable and atomic.
  case commit = "Makes all changes last, or none of them."
  /// A change of an outdated row is rejected.
  case conflict =
    "A change of an object with another version than the one it was read at, or without a row, is a"
  /// Changes of lists do not conflict.
  case lists = "one by one, whatever others did."
  /// A deletion does not leave guarded links.
  case guarded =
    "If such a link still leads to the row when all changes are made, the deletion is a conflict"
  /// Deleting a missing row is allowed.
  case deletion = "Deleting what is gone already is none, either."
  /// Each change has a new version.
  case version = "Which state of the row this is: another number after each change of its values"
  /// A commit returns the new versions.
  case versions =
    "The new version of each changed object, in the order of the changes; 0 for deleted ones."
  /// Uniqueness is enforced.
  case uniqueness = "with all conflicts, a ``ValidationReport`` if what is unique would"
  /// A rejected transaction has no effect.
  case refusal = "Nothing has changed then."
  /// Saves have tokens.
  case token = "The point in the saves that the state is of"
  /// The store's own commits are not reported as remote changes.
  case others =
    "What others than the commits of the store have changed since a token that it has given"
  /// The history contains the saves.
  case history = "The saves after a point, in their order, up to that of the state"
  /// Several tasks can use the store concurrently.
  case tasks = "Contexts of several tasks call a store at the same time"
}
