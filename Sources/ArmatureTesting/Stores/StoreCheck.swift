/// A part of what ``StoreConformance`` checks.
///
/// ```swift
/// let quick = StoreCheck.allCases.filter { ![.transactions, .contexts, .tasks].contains($0) }
/// await expectConformance(StoreConformance { InMemoryStore() }, quick)
/// ```
public enum StoreCheck: String, Hashable, Sendable, CaseIterable {
  /// What tells the store from others, and an empty store.
  case identity
  /// Keys for objects that are about to be inserted.
  case keys
  /// Insertions, updates, deletions and edits of lists, one kind after the other.
  case commits
  /// Requests with every kind of condition and order, pages, sub-entities, and counts.
  case requests
  /// Values of every type, with contents that are awkward to keep.
  case values
  /// Changes of rows that others have changed or deleted.
  case conflicts
  /// What must be unique.
  case uniqueness
  /// Random transactions beside dictionaries that do the same.
  case transactions
  /// Random edits of several contexts of a container.
  case contexts
  /// How a store counts saves, and what its history tells; only where it does either.
  case history
  /// Keys, transactions and requests of eight tasks at once.
  case tasks
  /// What is there when the store is opened again; only where there is a way to do so.
  case reopening
}
