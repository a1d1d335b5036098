import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Makes the server end all connections of a store after a number of statements, as if the program were killed there.
/// With repetition, each end is three statements later than the one before.
final class Interruption: Sendable {
  /// The application name of the connections.
  private let name = "armature-\(UUID().uuidString.prefix(8))"
  /// The statement from which to count.
  private let start: String
  private let limit: Mutex<Int>
  private let repeats: Bool
  private let ends = Mutex(0)
  private let seen = Mutex<[String]>([])
  private let rows: ChangedRows

  /// - Parameters:
  ///   - start: A part of the first statement to count.
  ///   - count: The number of statements before the interruption, including the first.
  init(of rows: ChangedRows, after count: Int, from start: String = "", repeats: Bool = false) {
    (self.rows, self.start, self.repeats) = (rows, start, repeats)
    limit = Mutex(count)
  }

  /// Whether the connections have been ended.
  var hasHappened: Bool { count > 0 }
  /// The number of interruptions.
  var count: Int { ends.withLock(\.self) }
  /// The statements executed before.
  var statements: [String] { seen.withLock(\.self) }

  /// The store, which migrates stepwise.
  var store: PostgreSQLStore {
    rows.store.stepwise(address: "\(rows.store.settings.address)&application_name=\(name)") {
      [self] statement, _ in note(statement)
    }
  }

  private func note(_ statement: String) {
    seen.withLock { seen in
      if seen.isEmpty, !start.isEmpty, !statement.contains(start) { return }
      seen.append(statement)
    }
    if !repeats, hasHappened { return }
    let isEnd = limit.withLock { limit -> Bool in
      guard seen.withLock(\.count) >= limit else { return false }
      limit += 3
      return true
    }
    if !isEnd { return }
    ends.withLock { $0 += 1 }
    if repeats { seen.withLock { $0 = [] } }
    end()
  }

  private func end() {
    let own: SQLStatement = "FROM pg_stat_activity WHERE application_name = \(value: .text(name))"
    do {
      let connection = try rows.connect()
      try connection.run("SELECT pg_terminate_backend(pid) \(own)")
      while try connection.integer("SELECT count(*) \(own)") ?? 0 > 0 { usleep(500) }
    } catch {
      Issue.record(error)
    }
  }
}

extension PostgreSQLStore {
  /// Returns another store for the same schema, as on a server that changes tables outside of transactions.
  func stepwise(address: String? = nil, log: Log? = nil) -> PostgreSQLStore {
    PostgreSQLStore(
      settings: PostgreSQLSettings(
        address: address ?? settings.address, schema: settings.schema,
        keepsHistory: settings.keepsHistory, isSerializable: settings.isSerializable,
        scattersKeys: settings.scattersKeys, notifies: settings.notifies,
        connectionLimit: settings.connectionLimit, timeout: settings.timeout,
        library: settings.library, migratesStepwise: true, log: log))
  }
}

extension ChangedRows {
  /// Reopens the same rows; a migration is stepwise.
  func openStepwise(
    _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: store.stepwise(), migration: migration)
  }
}
