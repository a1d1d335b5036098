#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Where data stands that is too large for the rows of a database.
///
/// What is kept and dropped belongs to the transaction under way; whoever has begun it says how it ended.
package protocol SQLExternalData: AnyObject, Sendable {
  /// Keeps data, if it is too large for a row.
  ///
  /// - Returns: What the row has in its place; `nil` for data that the row has itself.
  func keep(_ data: Data) throws -> String?

  /// Notes that a row does not refer to data any more.
  func drop(_ reference: String)

  /// The data that a row refers to.
  ///
  /// - Throws: ``SQLExternalFault``, also for what is no reference.
  func data(of reference: String) throws -> Data
}
