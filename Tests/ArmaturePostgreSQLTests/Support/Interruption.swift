import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Has the server end all connections of a store after so many of its statements, as if the program were killed there; once, or
/// again and again, each time three statements later.
final class Interruption: Sendable {
  /// The name by which the server knows the connections.
  private let name = "armature-\(UUID().uuidString.prefix(8))"
  /// The statement that is counted from.
  private let start: String
  private let limit: Mutex<Int>
  private let repeats: Bool
  private let ends = Mutex(0)
  private let seen = Mutex<[String]>([])
  private let rows: ChangedRows

  /// - Parameters:
  ///   - start: A part of the first statement that counts.
  ///   - count: How many statements there are before the end; 1 for the first alone.
  init(of rows: ChangedRows, after count: Int, from start: String = "", repeats: Bool = false) {
    (self.rows, self.start, self.repeats) = (rows, start, repeats)
    limit = Mutex(count)
  }

  /// Whether the connections have been ended.
  var hasHappened: Bool { count > 0 }
  /// How often they have been.
  var count: Int { ends.withLock(\.self) }
  /// The statements that have been run until then.
  var statements: [String] { seen.withLock(\.self) }

  /// The store, whose migrations go step by step.
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
  /// Another store over the same schema, as on a server that changes tables outside of transactions.
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
  /// Opens the same rows anew; a migration goes step by step.
  func openStepwise(
    _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: store.stepwise(), migration: migration)
  }
}
