#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The history of saves to the store, by any process.
extension PersistentContainer {
  /// Returns the store's current position in its history, for later calls; `nil` if the store counts no saves.
  ///
  /// Core Data: `currentPersistentHistoryToken(fromStores:)`.
  ///
  /// - Throws: The store's error.
  public func currentHistoryToken() throws -> PersistentHistoryToken? {
    try store.reader().historyToken()
  }

  /// Returns the saves after a position, in order.
  ///
  /// The article <doc:History> shows how to keep a copy up to date.
  ///
  /// - Parameters:
  ///   - token: The position; `nil` for the whole history.
  ///   - author: The author of the saves; `nil` for all authors.
  ///   - entity: The name of the entity of the changes; includes its sub-entities, and excludes saves without such
  ///     changes. `nil` for all changes.
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``; ``PersistentStoreError/unknownToken(_:reason:)`` if the
  ///   history does not reach back to the position; or the store's error.
  /// - Complexity: O(*n*) in the number of changes after the position.
  public func history(
    since token: PersistentHistoryToken? = nil, author: String? = nil, entity: String? = nil
  ) throws -> [PersistentHistoryTransaction] {
    if let token, token.storeID != store.identifier {
      throw PersistentStoreError.unknownToken(token, reason: "it belongs to another store")
    }
    let all = try store.reader().history(since: token)
    return all.compactMap { save in
      if author != nil, save.author != author { return nil }
      guard let entity else { return save }
      var save = save
      save.changes.removeAll { !model.entity($0.objectID.entityName, isKindOf: entity) }
      return save.changes.isEmpty ? nil : save
    }
  }

  /// Removes all saves up to and including a position from the history.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, ``PersistentStoreError/unknownToken(_:reason:)`` for a
  ///   position of another store or in the future, or the store's error.
  public func purgeHistory(upTo token: PersistentHistoryToken) throws {
    if token.storeID != store.identifier {
      throw PersistentStoreError.unknownToken(token, reason: "it belongs to another store")
    }
    try store.purgeHistory(.upTo(token))
  }

  /// Removes all saves before a date from the history, by the clocks of the processes that saved.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, or the store's error.
  public func purgeHistory(before date: Date) throws { try store.purgeHistory(.before(date)) }
}
