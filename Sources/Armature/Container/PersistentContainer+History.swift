#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What was saved to the store, save by save, by whatever process.
extension PersistentContainer {
  /// The point that the saves of the store are at, to go on from later; `nil` for a store that counts none.
  ///
  /// Core Data: `currentPersistentHistoryToken(fromStores:)`.
  ///
  /// - Throws: What the store throws.
  public func currentHistoryToken() throws -> PersistentHistoryToken? {
    try store.reader().historyToken()
  }

  /// The saves after a point, in their order.
  ///
  /// The article <doc:History> shows how a copy follows them.
  ///
  /// - Parameters:
  ///   - token: The point; `nil` for all that the history has.
  ///   - author: Whose saves; `nil` for everybody's.
  ///   - entity: The name of the entity of which the changes are, or of one that it inherits from; saves without
  ///     such changes are left out. `nil` for all changes.
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``; ``PersistentStoreError/unknownToken(_:reason:)`` for a
  ///   point that the history does not reach back to, or what the store throws.
  /// - Complexity: O(*n*) in the number of changes after the point.
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

  /// Forgets the saves up to a point, itself included: the history goes on from there.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``,
  ///   ``PersistentStoreError/unknownToken(_:reason:)`` for a point of another store, or one that is yet to come,
  ///   or what the store throws.
  public func purgeHistory(upTo token: PersistentHistoryToken) throws {
    if token.storeID != store.identifier {
      throw PersistentStoreError.unknownToken(token, reason: "it belongs to another store")
    }
    try store.purgeHistory(.upTo(token))
  }

  /// Forgets the saves before a date, by the clocks of those who have saved.
  ///
  /// - Throws: ``PersistentStoreError/noHistory(reason:)``, or what the store throws.
  public func purgeHistory(before date: Date) throws { try store.purgeHistory(.before(date)) }
}
