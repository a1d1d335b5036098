#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The saves of a store in memory.
struct MemoryHistory {
  /// The number of the last save that is not in the list.
  private var start: Int64 = 0
  private var saves: [PersistentHistoryTransaction] = []

  mutating func append(_ save: PersistentHistoryTransaction) { saves.append(save) }

  /// The saves after a point.
  func saves(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    guard let token else { return saves }
    try token.check(start: start, end: end)
    return Array(saves.drop { $0.token.number <= token.number })
  }

  private var end: Int64 { saves.last?.token.number ?? start }

  mutating func remove(_ range: PersistentHistoryRange) throws {
    let count: Int
    switch range {
    case .upTo(let token):
      try token.check(start: .min, end: end)
      count = saves.prefix { $0.token.number <= token.number }.count
    case .before(let date): count = saves.prefix { $0.date < date }.count
    }
    if count > 0 { start = saves[count - 1].token.number }
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
      throw .unknownToken(self, reason: "the history begins behind the save \(start)")
    }
    if number > end { throw .unknownToken(self, reason: "the last save is \(end)") }
  }
}
