/// The access of a reader to one state of a database: a reading transaction of its own, or the present state of a
/// writing transaction.
///
/// A database supports reading with a session, a ``SQLConnection`` and a ``SQLDialect``.
package protocol SQLSession: AnyObject {
  /// Runs a body with a connection that sees the state. The body reads only.
  func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result

  /// Runs a body that looks up rows by their keys.
  ///
  /// The statement of the body has the database's condition on rows, so it finds no rows of another model.
  ///
  /// - Parameters:
  ///   - count: The number of keys.
  ///   - body: Returns the number of found rows.
  func lookUp(_ count: Int, _ body: (any SQLConnection) throws -> Int) throws

  /// The number of the last save in the state.
  func lastCommit() throws -> Int64

  /// The number of the last save in the state; `nil` if the session can no longer determine it.
  func lastCommitIfKnown() throws -> Int64?

  /// The last save before the beginning of the history in the state; `nil` without a history.
  func historyStart() throws -> Int64?

  /// Returns whether other programs have saved after one save, up to another one.
  func haveOthersSaved(after first: Int64, upTo last: Int64) -> Bool
}

extension SQLSession {
  /// Runs the body like any other.
  package func lookUp(_ count: Int, _ body: (any SQLConnection) throws -> Int) throws {
    _ = try read(body)
  }

  /// Returns the number of the last save, which can always be determined.
  package func lastCommitIfKnown() throws -> Int64? { try lastCommit() }
}
