#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A position in the sequence of a store's saves.
///
/// You can encode a token as JSON and keep it, for example to continue a synchronization later. The token stays valid
/// as long as the data exist.
///
/// Core Data: `NSPersistentHistoryToken`.
public struct PersistentHistoryToken: Hashable, Sendable, Codable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the last save.
  ///
  /// The first save has the number 1, and the numbers always increase. Before the first save, the number is 0.
  public let number: Int64
  /// A unique identifier of the save.
  ///
  /// If you restore a backup and save again, two different saves can have the same number. The identifier tells them
  /// apart.
  ///
  /// The identifier is `nil` if the store keeps no history or does not distinguish such saves.
  public let saveID: UUID?

  /// Creates a token for a custom store.
  public init(storeID: UUID, number: Int64, saveID: UUID? = nil) {
    self.storeID = storeID
    self.number = number
    self.saveID = saveID
  }
}
