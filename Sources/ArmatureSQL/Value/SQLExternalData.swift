#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A storage for data too large for the rows of a database.
///
/// Data is written and dropped within the current transaction; the caller that began the transaction reports its
/// outcome.
package protocol SQLExternalData: AnyObject, Sendable {
  /// Stores data if it is too large for a row.
  ///
  /// - Returns: The reference that replaces the data in the row; `nil` if the row contains the data itself.
  func keep(_ data: Data) throws -> String?

  /// Records that a row no longer refers to data.
  func drop(_ reference: String)

  /// Returns the data that a row refers to.
  ///
  /// - Throws: ``SQLExternalDataError``, also for an invalid reference.
  func data(of reference: String) throws -> Data
}
