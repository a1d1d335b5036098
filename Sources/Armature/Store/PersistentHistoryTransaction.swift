#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One save, as the history of a store tells of it. Core Data: `NSPersistentHistoryTransaction`.
public struct PersistentHistoryTransaction: Hashable, Sendable, Codable {
  /// The point in the saves that this one leads to.
  public let token: PersistentHistoryToken
  /// When it was saved, by the clock of the container.
  public let date: Date
  /// The `transactionAuthor` of the context that has saved.
  public let author: String?
  /// The `name` of that context.
  public let contextName: String?
  /// What it has changed, each object once: the inserted ones first, the deleted ones last.
  public var changes: [PersistentHistoryChange]

  /// A save of a store of your own.
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
