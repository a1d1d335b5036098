package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A database whose rows are migrated, on one connection and within a transaction that its owner begins and ends.
package protocol SQLMigrationHost: AnyObject {
  var connection: any SQLConnection { get }
  /// Where the rows are, for messages.
  var place: String { get }
  /// What tells the store from all others.
  func identifier() throws -> UUID
  /// The mark of the model that the rows were saved with.
  func mark() throws -> ModelMark
  /// That model, if the database keeps it.
  func keptModel() throws -> ManagedObjectModel?

  /// Refuses tables that are not those of a model, and rows that no request finds.
  func check(_ schema: SQLSchema) throws
  /// Refuses what others have added that the statements of a migration would stop at, or lose.
  func check(_ migration: SQLMigration) throws
  /// What keeps data of old rows beside the database; `nil` where all data are in rows.
  func externalData(of schema: SQLSchema) throws -> (any SQLExternalData)?
  /// A version that no row has had.
  func newVersion() throws -> UInt32
  /// What the present time is for defaults.
  var date: Date { get }
  /// Sets keys aside that no object has.
  func takeKeys(_ count: Int) throws -> Range<Int64>

  /// Has statements call functions from now on; none if there are no functions.
  func use(_ functions: SQLMigrationFunctions?) throws
  /// Computes what a statement needs of the functions, where the database does not call them itself.
  ///
  /// - Parameter isFresh: Whether rows have changed since the last time.
  func compute(for statement: SQLStatement, isFresh: Bool) throws
  /// Makes the transaction go on after a failure of the body, which is thrown, as if there had been none.
  func attempt(_ body: () throws -> Void) throws
  /// Looks now and then whether a migration is to end, while its statements run.
  func checking(_ check: @escaping () throws -> Void, _ body: () throws -> Void) throws

  /// What comes before the statements of a migration, and behind them.
  func statementsBefore(_ migration: SQLMigration) -> [SQLStatement]
  func statementsBehind(_ migration: SQLMigration) -> [SQLStatement]
  /// Has the database know its new model, and forgets the history, which is one of other rows.
  ///
  /// - Parameter version: That of the rows that were changed.
  func finish(_ model: ManagedObjectModel, version: Int64) throws
}

extension SQLMigrationHost {
  package var date: Date { Date() }
}
