package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A database during a migration. It uses one connection, within a transaction that its owner has begun.
package protocol SQLMigrationHost: AnyObject {
  var connection: any SQLConnection { get }
  /// The place of the rows, for messages.
  var place: String { get }
  /// Returns the unique identifier of the store.
  func identifier() throws -> UUID
  /// Returns the mark of the model that the rows were saved with.
  func mark() throws -> ModelMark
  /// Returns that model, if the database keeps it.
  func keptModel() throws -> ManagedObjectModel?

  /// Rejects tables that do not match a model. Also rejects rows that no request would find.
  func check(_ schema: SQLSchema) throws
  /// Rejects additions to the database that the migration would lose, or that would make its statements fail. Such
  /// additions are made outside of this library.
  func check(_ migration: SQLMigration) throws
  /// Returns the storage for data outside of the rows; `nil` if all data is in rows.
  func externalData(of schema: SQLSchema) throws -> (any SQLExternalData)?
  /// Returns a version that no row has had.
  func newVersion() throws -> UInt32
  /// The current time, for default values.
  var date: Date { get }
  /// Reserves keys that no object has.
  func takeKeys(_ count: Int) throws -> Range<Int64>

  /// Sets the functions that statements call from now on.
  func use(_ functions: SQLMigrationFunctions?) throws
  /// Computes the function values that a statement needs, if the database cannot call the functions itself.
  ///
  /// - Parameter isFresh: Whether rows have changed since the last call.
  func compute(for statement: SQLStatement, isFresh: Bool) throws
  /// Runs a body and rethrows its error after making the transaction usable again.
  func attempt(_ body: () throws -> Void) throws
  /// Runs a closure. While its statements run, this function checks periodically whether the migration must stop.
  func checking(_ check: @escaping () throws -> Void, _ body: () throws -> Void) throws

  /// Return the statements to run before and after a migration.
  func statementsBefore(_ migration: SQLMigration) -> [SQLStatement]
  func statementsAfter(_ migration: SQLMigration) -> [SQLStatement]
  /// Records the new model in the database, and clears the history, which refers to old rows.
  ///
  /// - Parameter version: The version of the changed rows.
  func finish(_ model: ManagedObjectModel, version: Int64) throws
}

extension SQLMigrationHost {
  package var date: Date { Date() }
}
