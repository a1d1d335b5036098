#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Keeps data that is too large for the rows of a database.
///
/// Data is kept and dropped within the transaction under way; the caller that has begun it says how it ended.
package protocol SQLExternalData: AnyObject, Sendable {
  /// Keeps data, if it is too large for a row.
  ///
  /// - Returns: The reference that the row has in place of the data; `nil` for data that stands in the row itself.
  func keep(_ data: Data) throws -> String?

  /// Notes that a row does not refer to data any more.
  func drop(_ reference: String)

  /// The data that a row refers to.
  ///
  /// - Throws: ``SQLExternalFault``, also for a text that is no reference.
  func data(of reference: String) throws -> Data
}
