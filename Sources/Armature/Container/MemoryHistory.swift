#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The saves of a store in memory.
struct MemoryHistory {
  /// The number of the last save that is not in the list.
  private var start: Int64 = 0
  /// What that save has alone.
  private var startID = UUID.random()
  private var saves: [PersistentHistoryTransaction] = []

  mutating func append(_ save: PersistentHistoryTransaction) { saves.append(save) }

  /// The saves after a point.
  func saves(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    guard let token else { return saves }
    try check(token, start: start)
    return Array(saves.drop { $0.token.number <= token.number })
  }

  private var end: Int64 { saves.last?.token.number ?? start }

  /// The last save, or the one that the history begins behind.
  func lastSave(of storeID: UUID) -> PersistentHistoryToken {
    saves.last?.token ?? PersistentHistoryToken(storeID: storeID, number: start, saveID: startID)
  }

  private func check(_ token: PersistentHistoryToken, start first: Int64) throws {
    try token.check(start: first, end: end)
    if token.number < start { return }
    let own = saves.first { $0.token.number == token.number }?.token.saveID ?? startID
    try token.check(saveID: own)
  }

  mutating func remove(_ range: PersistentHistoryRange) throws {
    let count: Int
    switch range {
    case .upTo(let token):
      try check(token, start: .min)
      count = saves.prefix { $0.token.number <= token.number }.count
    case .before(let date): count = saves.prefix { $0.date < date }.count
    }
    if count > 0 {
      let last = saves[count - 1].token
      (start, startID) = (last.number, last.saveID ?? startID)
    }
    saves.removeFirst(count)
  }
}

extension PersistentHistoryToken {
  /// Refuses a point that a history does not reach.
  ///
  /// - Parameters:
  ///   - start: The number of the last save before the history.
  ///   - end: The number of the last save.
  /// - Throws: ``PersistentStoreError/unknownToken(_:reason:)``.
  package func check(start: Int64, end: Int64) throws(PersistentStoreError) {
    if number < start {
      throw .unknownToken(self, reason: "the history begins after the save \(start)")
    }
    if number > end {
      throw .unknownToken(
        self, reason: "the last save is \(end): the store may have been restored from a backup")
    }
  }

  /// Refuses a point of another line of saves.
  ///
  /// - Parameter own: What the save of the number has alone in the history; `nil` if the history does not know it.
  /// - Throws: ``PersistentStoreError/unknownToken(_:reason:)``.
  package func check(saveID own: UUID?) throws(PersistentStoreError) {
    if saveID == nil || saveID == own { return }
    throw .unknownToken(
      self,
      reason:
        "the store has another save of that number: it was restored from a backup, and has been "
        + "saved to since"
    )
  }
}
