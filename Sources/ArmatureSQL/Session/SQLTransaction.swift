package import Armature

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
