#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of a store in memory.
struct MemoryHistory {
  /// The number of the last save before the list.
  private var start: Int64 = 0
  /// The unique identifier of that save.
  private var startID = UUID.random()
  private var saves: [PersistentHistoryTransaction] = []

  mutating func append(_ save: PersistentHistoryTransaction) { saves.append(save) }

  /// Returns the saves after a position.
  func saves(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    guard let token else { return saves }
    try check(token, start: start)
    return Array(saves.drop { $0.token.number <= token.number })
  }

  private var end: Int64 { saves.last?.token.number ?? start }

  /// Returns the position of the last save, or of the start of the history.
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
  /// Checks that a history reaches back to this position.
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

  /// Checks that this position belongs to the same sequence of saves as the history.
  ///
  /// - Parameter own: The identifier that the save with this number has in the history; `nil` if the history does not
  ///   contain the save.
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
