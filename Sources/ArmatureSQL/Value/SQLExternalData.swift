#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A storage for data that is too large for the rows of a database.
///
/// Data is written and removed within the current transaction. The caller has begun the transaction, and reports its
/// outcome.
package protocol SQLExternalData: AnyObject, Sendable {
  /// Stores data if it is too large for a row.
  ///
  /// - Returns: The reference that replaces the data in the row. It is `nil` if the row itself must contain the data.
  func keep(_ data: Data) throws -> String?

  /// Records that a row no longer refers to data.
  func drop(_ reference: String)

  /// Returns the data to which a row refers.
  ///
  /// - Throws: ``SQLExternalDataError`` if the data cannot be read, or if the reference is invalid.
  func data(of reference: String) throws -> Data
}

/// The reason why data cannot be read. It is written so that it can end a sentence about the file.
package struct SQLExternalDataError: Error {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
