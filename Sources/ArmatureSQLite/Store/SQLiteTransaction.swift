import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file during a transaction that combines several commits.
///
/// `@unchecked Sendable`: it belongs to the task that runs the transaction.
final class SQLiteTransaction: PersistentStore, @unchecked Sendable {
  private let file: SQLiteFile
  /// The writing connection; `nil` after the transaction.
  private var connection: SQLiteConnection?
  private let version: UInt32
  private let history: SQLHistory?
  /// Whether nothing was committed.
  private(set) var isUnchanged = true

  init(
    _ file: SQLiteFile, _ connection: SQLiteConnection, version: UInt32, _ history: SQLHistory?
  ) {
    (self.file, self.connection, self.version, self.history) = (file, connection, version, history)
  }

  /// Ends the use of the connection.
  func end() { connection = nil }

  private func present() throws -> SQLiteConnection {
    guard let connection else { throw PersistentStoreError.notOpen }
    return connection
  }

  var identifier: UUID { file.identifier }

  func open(_ model: ManagedObjectModel) {}

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try present().takeKeys(count) }

  /// Returns a reader of the transaction's own changes over the state before it.
  func reader() throws -> any StoreReader { SQLiteReader(file, within: try present()) }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let connection = try present()
    let token = PersistentHistoryToken(storeID: identifier, number: Int64(version))
    if let state = changes.state, state != token { throw StoreConflicts.stateConflict }
    // Duplicates are reported at once: a transaction has no second try.
    let save = SQLSave(changes, file.database, connection, version: version, isSecondTry: true)
    let versions = try save.write()
    try history?.write(changes, number: "\(value: .integer(Int64(version)))")
    isUnchanged = false
    changes.committedState = token
    return versions
  }
}
