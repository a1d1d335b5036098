#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One save in the history of a store.
///
/// Core Data: `NSPersistentHistoryTransaction`.
public struct PersistentHistoryTransaction: Hashable, Sendable, Codable {
  /// The position of this save.
  public let token: PersistentHistoryToken
  /// The date of the save, by the clock of the container.
  public let date: Date
  /// The `transactionAuthor` of the context that saved.
  public let author: String?
  /// The `name` of the context that saved.
  public let contextName: String?
  /// The changes, one for each object: insertions first, deletions last.
  public var changes: [PersistentHistoryChange]

  /// Creates a save for a custom store.
  public init(
    token: PersistentHistoryToken, date: Date, author: String? = nil, contextName: String? = nil,
    changes: [PersistentHistoryChange]
  ) {
    self.token = token
    self.date = date
    self.author = author
    self.contextName = contextName
    self.changes = changes
  }
}
