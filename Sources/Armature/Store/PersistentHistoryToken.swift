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
  /// What no other save has, not even one with the same number, which a store makes that goes on from a backup.
  ///
  /// `nil` for a store that keeps no history, or does not tell such saves apart.
  public let saveID: UUID?

  /// The token of a store of your own.
  public init(storeID: UUID, number: Int64, saveID: UUID? = nil) {
    self.storeID = storeID
    self.number = number
    self.saveID = saveID
  }
}
