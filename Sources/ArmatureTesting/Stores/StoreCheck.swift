/// A part of the checks in ``StoreConformance``.
///
/// ```swift
/// let quick = StoreCheck.allCases.filter { ![.transactions, .contexts, .tasks].contains($0) }
/// await expectConformance(StoreConformance { InMemoryStore() }, quick)
/// ```
public enum StoreCheck: String, Hashable, Sendable, CaseIterable {
  /// Checks the identifier of the store, and the content of a new store.
  case identity
  /// Checks the keys for objects that are about to be inserted.
  case keys
  /// Checks insertions, updates, deletions and edits of lists, each of them separately.
  case commits
  /// Checks requests with all kinds of predicates and orders, with pages, sub-entities, and counts.
  case requests
  /// Checks values of all types, including values that are difficult to store.
  case values
  /// Checks changes of rows that another save has changed or deleted in the meantime.
  case conflicts
  /// Checks uniqueness constraints.
  case uniqueness
  /// Runs random transactions, and compares the results with dictionaries.
  case transactions
  /// Runs random edits in several contexts of a container.
  case contexts
  /// Checks the tokens of saves and the history, if the store supports them.
  case history
  /// Runs eight concurrent tasks that reserve keys, commit transactions and execute requests.
  case tasks
  /// Checks the content after the store is reopened, if it can be reopened.
  case reopening
}
