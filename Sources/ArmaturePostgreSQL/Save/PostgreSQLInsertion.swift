import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store during a transaction that combines several commits.
///
/// `@unchecked Sendable`: it belongs to the task that runs the transaction.
final class PostgreSQLInsertion: PersistentStore, @unchecked Sendable {
  private let database: PostgreSQLDatabase
  /// `nil` after the transaction.
  private var transaction: PostgreSQLTransaction?
  private let history: SQLHistory?
  /// The temporary number of the save until it is counted. It is unique among the transactions in progress.
  let preliminaryNumber: Int64
  /// Whether nothing was committed.
  private(set) var isUnchanged = true

  private static let savepoint = "part"

  init(_ transaction: PostgreSQLTransaction) {
    (database, self.transaction) = (transaction.database, transaction)
    history = transaction.keepsHistory ? transaction.history : nil
    preliminaryNumber = -transaction.number
  }

  /// Ends the use of the transaction.
  func end() { transaction = nil }

  private func present() throws -> PostgreSQLTransaction {
    guard let transaction else { throw PersistentStoreError.notOpen }
    return transaction
  }

  var identifier: UUID { database.identifier }

  func open(_ model: ManagedObjectModel) {}

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try database.keys.take(count) }

  /// Returns a reader of the transaction's own changes over the state before it.
  func reader() throws -> any StoreReader {
    PostgreSQLReader(database, within: try present().connection)
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let transaction = try present()
    var mode = PostgreSQLSave.Mode.plain
    while true {
      do {
        let versions = try write(changes, transaction, mode)
        isUnchanged = false
        return versions
      } catch let error as PostgreSQLStoreError {
        guard let next = mode.next(after: error.violation) else { throw error }
        mode = next
        try takeBack(transaction.connection)
      } catch let error as PostgreSQLSave.Conflicts {
        throw try reader().conflicts(
          of: error.positions.map(changes.id(at:)), in: database.schema.model, storeID: identifier)
      }
    }
  }

  /// Writes a part, and waits for the server, so that failures are reported with the part.
  private func write(
    _ changes: StoreChanges, _ transaction: PostgreSQLTransaction, _ mode: PostgreSQLSave.Mode
  ) throws -> [UInt32] {
    let connection = transaction.connection
    try connection.send("SAVEPOINT \"\(Self.savepoint)\"")
    let versions = try PostgreSQLSave(changes, transaction, mode).write()
    if !connection.isIdle { try connection.receiveFine() }
    try history?.write(changes, number: "\(value: .integer(preliminaryNumber))")
    try connection.send("RELEASE SAVEPOINT \"\(Self.savepoint)\"")
    return versions
  }

  private func takeBack(_ connection: PostgreSQLConnection) throws {
    if !connection.isIdle { _ = try connection.receive() }
    try connection.rollBackToSavepoint(Self.savepoint)
  }
}
