package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A store during a transaction that combines several commits.
///
/// `@unchecked Sendable`: it belongs to the task that runs the transaction.
package final class SQLTransactionStore: PersistentStore, @unchecked Sendable {
  private let database: SQLDatabase
  /// `nil` after the transaction.
  private var transaction: (any SQLTransaction)?
  /// Whether nothing was committed.
  package private(set) var isUnchanged = true

  package init(_ database: SQLDatabase, _ transaction: any SQLTransaction) {
    (self.database, self.transaction) = (database, transaction)
  }

  /// Ends the use of the transaction.
  package func end() { transaction = nil }

  private func present() throws -> any SQLTransaction {
    guard let transaction else { throw PersistentStoreError.notOpen }
    return transaction
  }

  package var identifier: UUID { database.storeID }

  package func open(_ model: ManagedObjectModel) {}

  package func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try present().reserveKeys(count)
  }

  /// Returns a reader of the transaction's own changes over the state before it.
  package func reader() throws -> any StoreReader { SQLReader(database, try present().session) }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    do {
      let versions = try present().write(changes)
      isUnchanged = false
      return versions
    } catch let conflicts as SQLConflicts {
      throw try SQLReader(database, present().session).error(for: conflicts, of: changes)
    }
  }
}

/// A transaction that combines several commits in one save.
package protocol SQLTransaction: AnyObject {
  /// The state of the transaction: its own changes over the state before it.
  var session: any SQLSession { get }

  /// Reserves keys that no row has.
  func reserveKeys(_ count: Int) throws -> Range<Int64>

  /// Writes a part of the save, and records it in the history.
  ///
  /// - Throws: ``SQLConflicts``, a `ValidationReport`, or an error of the database.
  func write(_ changes: StoreChanges) throws -> [UInt32]
}
