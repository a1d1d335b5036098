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
    // Orders of texts of the other program are not known here, and what is only read needs none: the bytes will do.
    let result = connection.library.setCollationNeed(connection.handle, nil) { _, handle, _, name in
      _ = SQLiteLibrary.current?.createCollation(
        handle, name, SQLiteCode.utf8, nil, { compareBytes($1, $2, $3, $4) }, nil)
    }
    if result != SQLiteCode.ok { throw connection.error(result) }
  }

  /// Visits the rows that a statement finds, each as the values of its first columns.
  ///
  /// - Throws: ``SQLiteStoreError``, and what the body throws.
  package func forEachRow(
    of statement: String, columns: Int, _ body: ([ForeignValue]) throws -> Void
  ) throws {
    let encoding = columns > 0 ? try self.encoding() : .utf8
    // None is kept: names in them may be equal as texts, and differ in their bytes.
    let cursor = try connection.prepare(statement)
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

/// The order of two texts by their bytes, as SQLite asks for it.
private func compareBytes(
  _ count: Int32, _ bytes: UnsafeRawPointer?, _ otherCount: Int32, _ others: UnsafeRawPointer?
) -> Int32 {
  let left = UnsafeRawBufferPointer(start: bytes, count: Int(count))
  let right = UnsafeRawBufferPointer(start: others, count: Int(otherCount))
  return left.lexicographicallyPrecedes(right)
    ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
}

extension SQLRow {
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
