import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A database file made by another program, read for its rows only.
package final class ForeignDatabase {
  private let connection: SQLiteConnection
  /// The text encoding of the file; `nil` until it is needed.
  private var knownEncoding: ForeignEncoding?

  /// Opens an existing file. SQLite may write to it, for example to merge its write-ahead log.
  ///
  /// - Parameter key: The key of an encrypted file; `nil` for a plain file.
  /// - Throws: ``SQLiteStoreError``.
  package init(_ path: String, key: SQLiteKey? = nil) throws {
    connection = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil, .writing, key: key)
    // The collations of the other program are unknown here. Reading does not need them, so comparing bytes is enough.
    let result = connection.library.setCollationNeed(connection.handle, nil) { _, handle, _, name in
      _ = SQLiteLibrary.current?.createCollation(
        handle, name, SQLiteCode.utf8, nil, { compareBytes($1, $2, $3, $4) }, nil)
    }
    if result != SQLiteCode.ok { throw connection.error(result) }
  }

  /// Visits the rows that a statement finds, each as the values of its first columns.
  ///
  /// - Throws: ``SQLiteStoreError``, and errors of the body.
  package func forEachRow(
    of statement: String, columns: Int, _ body: ([ForeignValue]) throws -> Void
  ) throws {
    let encoding = columns > 0 ? try self.encoding() : .utf8
    // These statements are not cached: their names may be equal as texts but differ in bytes.
    let cursor = try connection.prepare(statement)
    while try cursor.step() { try body((0..<columns).map { cursor.value(at: $0, encoding) }) }
  }

  /// Returns the text encoding of the file, which is also the encoding of the bytes that SQLite returns.
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

/// Compares two texts by their bytes, as a SQLite collation.
private func compareBytes(
  _ count: Int32, _ bytes: UnsafeRawPointer?, _ otherCount: Int32, _ others: UnsafeRawPointer?
) -> Int32 {
  let left = UnsafeRawBufferPointer(start: bytes, count: Int(count))
  let right = UnsafeRawBufferPointer(start: others, count: Int(otherCount))
  return left.lexicographicallyPrecedes(right)
    ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
}

extension SQLRow {
  /// Returns the unconverted value in a column.
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
