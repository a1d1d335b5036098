import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A database in a file that another program has made, and of which nothing but rows is wanted.
package final class ForeignDatabase {
  private let connection: SQLiteConnection
  /// How the file has texts; `nil` until one is wanted.
  private var knownEncoding: ForeignEncoding?

  /// Opens a file that is there; SQLite may write to it, such as to bring in what its log has.
  ///
  /// - Throws: ``SQLiteStoreError``.
  package init(_ path: String) throws {
    connection = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil, .writing)
  }

  /// Visits the rows that a statement finds, each as the values of its first columns.
  ///
  /// - Throws: ``SQLiteStoreError``, and what the body throws.
  package func forEachRow(
    of statement: String, columns: Int, _ body: ([ForeignValue]) throws -> Void
  ) throws {
    let encoding = columns > 0 ? try self.encoding() : .utf8
    let cursor = try connection.prepare(statement)
    defer { connection.giveBack(cursor) }
    while try cursor.step() { try body((0..<columns).map { cursor.value(at: $0, encoding) }) }
  }

  /// How the file has texts, which is how they are handed out as bytes.
  private func encoding() throws -> ForeignEncoding {
    if let knownEncoding { return knownEncoding }
    let cursor = try connection.prepare("PRAGMA encoding")
    defer { connection.giveBack(cursor) }
    let found =
      try cursor.step() ? cursor.withBytes(at: 0) { ForeignEncoding(ofName: $0) } : .utf8
    knownEncoding = found
    return found
  }
}

extension SQLCursor {
  /// The value in a column, as it is.
  fileprivate func value(at column: Int, _ encoding: ForeignEncoding) -> ForeignValue {
    switch kind(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(real(at: column))
    case .text:
      withBytes(at: column) {
        encoding.text($0).map(ForeignValue.text) ?? .brokenText(encoding)
      }
    case .blob: .blob(withBytes(at: column) { Data($0) })
    }
  }
}
