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
  case identifier = "The identifier must stay the same for as long as the data of the store exists."
  /// The store can be opened.
  case opening = "Prepares the store for the objects of a model"
  /// Keys are unique.
  case keys = """
    Reserves keys for objects that will be inserted. The store must not return the \
    same keys to another caller.
    """
  /// The number of keys is as requested.
  case keyCount = "The requested number of consecutive keys, all above 0."
  /// A reader does not see later changes.
  case reader = """
    Returns a reader that keeps seeing the same state of the data until it is \
    released.
    """
  /// The prepared part of a request finds all its rows.
  case prepared = "Returns a query for the part of a request that the reader can answer exactly."
  /// A request finds the right rows.
  case fetch = """
    Fetches the rows that match a request, in the order that the request specifies. \
    Rows that compare equal are in the order of their keys.
    """
  /// A count is correct.
  case count = "Returns the number of rows that match a request, within its limit and offset."
  /// Rows are found by their keys.
  case rows = """
    Fetches the rows of the objects with the given keys, in any order. Keys without a \
    row are skipped.
    """
  /// The values of a row are correct.
  case values = "A to-one relationship has the ID of the object. A to-many relationship has `null`"
  /// The links of lists are correct.
  case links = """
    Returns the members of a to-many relationship for several objects of one entity, \
    in the order of the keys.
    """
  /// The links of ordered lists are in order.
  case linkOrder = "The members of an ordered relationship must be in its order."
  /// A commit is durable and atomic.
  case commit = "Saves all changes durably, or none of them."
  /// A change of an outdated row is rejected.
  case conflict = """
    A change of an object whose row is missing, or has another version than the change \
    is based on.
    """
  /// Changes of lists do not conflict.
  case lists = "These changes never conflict: - A change of to-many relationships alone."
  /// A deletion does not leave guarded links.
  case guarded = """
    A deletion of a row to which a guarded link still leads after all changes are \
    made.
    """
  /// Deleting a missing row is allowed.
  case deletion = "A deletion of a row that is already deleted."
  /// Each change has a new version.
  case version = "The version of the row, from 1; it changes whenever its values change."
  /// A commit returns the new versions.
  case versions = """
    The new version of each changed object, in the order of the changes. The version \
    of a deleted object is 0.
    """
  /// Uniqueness is enforced.
  case uniqueness = "a ``ValidationReport`` if unique values would be duplicated"
  /// A rejected transaction has no effect.
  case refusal = "If it throws, nothing has been saved."
  /// Saves have tokens.
  case token = "Returns the point in the history that the state of this reader represents."
  /// The store's own commits are not reported as remote changes.
  case others = "Returns the changes that were saved since a token of the store."
  /// The history contains the saves.
  case history = """
    Returns the saves after a point in the history, in order, up to the state of the \
    reader.
    """
  /// Several tasks can use the store concurrently.
  case tasks = "Several contexts may call a store at the same time from different tasks"
}

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

/// A violation of a rule for stores.
///
/// ```swift
/// let findings = await StoreConformance { InMemoryStore() }.findings([.commits, .conflicts])
/// for finding in findings { print(finding.action, finding.expected, finding.found) }
/// ```
public struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
  /// The part of the suite that found the violation.
  public let check: StoreCheck
  /// The violated rule.
  public let rule: StoreRule
  /// The action, in words.
  public let action: String
  /// The expected result.
  public let expected: String
  /// The actual result.
  public let found: String

  /// The action, the expected and the actual result, and the sentence of the rule.
  public var description: String {
    """
    \(check.rawValue): \(action)
      expected: \(expected)
      found: \(found)
      rule: "\(rule.rawValue)"
    """
  }
}
