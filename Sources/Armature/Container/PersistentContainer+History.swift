#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The history of saves to the store, by any process.
extension PersistentContainer {
  /// Returns the store's current position in its history.
  ///
  /// Store the position, and pass it to ``history(since:author:entity:)`` later. The result is `nil` if the store does
  /// not count its saves.
  ///
  /// Core Data: `currentPersistentHistoryToken(fromStores:)`.
  ///
  /// - Throws: Any error of the store.
  public func currentHistoryToken() throws -> PersistentHistoryToken? {
    try store.reader().historyToken()
  }

  /// Returns the saves since a position in the history, the oldest first.
  ///
  /// Use the history to find out what has changed since you last looked, for example to update a search index. The
  /// article <doc:History> shows how to keep such a copy up to date.
  ///
  /// - Parameters:
  ///   - token: The position after which the result starts. Pass `nil` to get the whole history.
  ///   - author: The author of the saves. Pass `nil` to get the saves of all authors.
  ///   - entity: The name of an entity. The result then contains only the changes of this entity and its sub-entities.
  ///     Pass `nil` to get all changes.
  /// - Throws:
  ///   - ``PersistentStoreError/noHistory(reason:)`` if the store keeps no history.
  ///   - ``PersistentStoreError/unknownToken(_:reason:)`` if the history does not reach back to the position.
  ///   - Any other error of the store.
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
  /// - Throws:
  ///   - ``PersistentStoreError/noHistory(reason:)`` if the store keeps no history.
  ///   - ``PersistentStoreError/unknownToken(_:reason:)`` if the position belongs to another store or is in the future.
  ///   - Any other error of the store.
  public func purgeHistory(upTo token: PersistentHistoryToken) throws {
    if token.storeID != store.identifier {
      throw PersistentStoreError.unknownToken(token, reason: "it belongs to another store")
    }
    try store.purgeHistory(.upTo(token))
  }

  /// Removes all saves before a date from the history.
  ///
  /// The date of a save comes from the clock of the process that saved.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, or the store's error.
  public func purgeHistory(before date: Date) throws { try store.purgeHistory(.before(date)) }
}
