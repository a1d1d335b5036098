/// What a store must do, in the words of `PersistentStore` and its values.
///
/// ```swift
/// let broken = Set(await StoreConformance { InMemoryStore() }.findings([.keys]).map(\.rule))
/// #expect(broken.isDisjoint(with: [StoreRule.keys, .keyCount]))
/// ```
public enum StoreRule: String, Hashable, Sendable, CaseIterable {
  /// Which store it is.
  case identifier = "What tells the store from all others, for as long as its data exist"
  /// It can be opened.
  case opening = "Gets the store ready for the objects of a model"
  /// Keys are nobody else's.
  case keys = "Sets keys aside that no other caller ever gets"
  /// As many keys as were asked for.
  case keyCount = "As many keys in a row, all above 0."
  /// A reader sees no later changes.
  case reader = "What reads one state of the data, for as long as somebody keeps it."
  /// What is left of a request finds all that it finds.
  case pushed = "The part of a request that is answered exactly here"
  /// What a request finds.
  case fetch =
    "The rows that a request finds, in its order; those that agree in the order by their keys."
  /// How many rows there are.
  case count = "How many rows a request finds, its limit and offset taken into account."
  /// Rows by their keys.
  case rows =
    "The rows of some objects of one entity, in any order, and none where there is no such object."
  /// What is in a row.
  case values = "A to-one relationship stands as the ID of the object; to-many ones are `null`"
  /// What lists lead to.
  case links =
    "What a to-many relationship of some objects of one entity leads to, in the order of the keys;"
  /// The order of what lists lead to.
  case linkOrder =
    "The members of an ordered relationship come in their order, those of others in any."
  /// A change lasts.
  case commit = "Makes all changes last, or none of them."
  /// What has changed meanwhile is refused.
  case conflict =
    "A change of an object with another version than the one it was read at, or without a row, is a"
  /// Lists do not conflict.
  case lists = "one by one, whatever others did."
  /// Deletions leave no guarded links behind.
  case guarded =
    "If such a link still leads to the row when all changes are made, the deletion is a conflict"
  /// To delete twice is allowed.
  case deletion = "Deleting what is gone already is none, either."
  /// Each change has a version.
  case version = "Which state of the row this is: another number after each change of its values"
  /// The versions are told.
  case versions =
    "The new version of each changed object, in the order of the changes; 0 for deleted ones."
  /// What is unique stays so.
  case uniqueness = "with all conflicts, a ``ValidationReport`` if what is unique would"
  /// What is refused has done nothing.
  case refusal = "Nothing has changed then."
  /// Saves are counted.
  case token = "The point in the saves that the state is of"
  /// What the store has done itself is not told as if others had.
  case others =
    "What others than the commits of the store have changed since a token that it has given"
  /// What was saved is told.
  case history = "The saves after a point, in their order, up to that of the state"
  /// Several tasks at once.
  case tasks = "Contexts of several tasks call a store at the same time"
}
