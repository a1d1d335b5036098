/// A part of the checks in ``StoreConformance``.
///
/// ```swift
/// let quick = StoreCheck.allCases.filter { ![.transactions, .contexts, .tasks].contains($0) }
/// await expectConformance(StoreConformance { InMemoryStore() }, quick)
/// ```
public enum StoreCheck: String, Hashable, Sendable, CaseIterable {
  /// The identifier of the store, and the content of a new store.
  case identity
  /// Keys for objects that are about to be inserted.
  case keys
  /// Insertions, updates, deletions and edits of lists, each kind separately.
  case commits
  /// Requests with all kinds of predicates and orders, pages, sub-entities, and counts.
  case requests
  /// Values of all types, including values that are difficult to store.
  case values
  /// Changes of rows that were changed or deleted meanwhile.
  case conflicts
  /// Uniqueness constraints.
  case uniqueness
  /// Random transactions, compared with dictionaries.
  case transactions
  /// Random edits in several contexts of a container.
  case contexts
  /// Tokens of saves and the history, if the store supports them.
  case history
  /// Keys, transactions and requests of eight concurrent tasks.
  case tasks
  /// The content after the store is reopened, if it can be reopened.
  case reopening
}
