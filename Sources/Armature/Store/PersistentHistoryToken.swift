#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A point in the saves of a store: what it has, and what comes after it.
///
/// It may be kept as JSON, for as long as the data exist. Core Data: `NSPersistentHistoryToken`.
public struct PersistentHistoryToken: Hashable, Sendable, Codable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the last save, from 1; 0 before the first. Each save has a higher one than all before.
  public let number: Int64

  /// The token of a store of your own.
  public init(storeID: UUID, number: Int64) {
    self.storeID = storeID
    self.number = number
  }
}
