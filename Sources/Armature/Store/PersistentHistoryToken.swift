#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A position in the sequence of a store's saves.
///
/// It can be kept as JSON for as long as the data exist. Core Data: `NSPersistentHistoryToken`.
public struct PersistentHistoryToken: Hashable, Sendable, Codable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the last save, from 1; 0 before the first save. Numbers always increase.
  public let number: Int64
  /// A unique identifier of the save. It differs even from saves with the same number, which occur when a store
  /// continues from a restored backup.
  ///
  /// It is `nil` for a store that keeps no history, or does not distinguish such saves.
  public let saveID: UUID?

  /// Creates a token for a custom store.
  public init(storeID: UUID, number: Int64, saveID: UUID? = nil) {
    self.storeID = storeID
    self.number = number
    self.saveID = saveID
  }
}
