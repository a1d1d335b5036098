package import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row that a statement has found: its columns count from 0.
package protocol SQLRow: AnyObject {
  /// The kind of the value in a column.
  func kind(at column: Int) -> SQLValueKind
  func integer(at column: Int) -> Int64
  func real(at column: Int) -> Double
  /// The bytes of a text or of data, which stay only as long as the row.
  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result
  /// Gives a row of objects the values in some columns.
  ///
  /// - Parameter decode: Called with each property whose column holds a value of another kind.
  func give(_ columns: [SQLQuickColumn], to rows: StoreRows, otherwise decode: (Int) -> Void)
}

extension SQLRow {
  /// The value in a column.
  package func value(at column: Int) -> SQLValue {
    switch kind(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(real(at: column))
    case .text: withBytes(at: column) { SQLValue(textBytes: $0) }
    case .blob: withBytes(at: column) { .blob(Data($0)) }
    }
  }

  /// The text in a column; `nil` for anything else.
  package func text(at column: Int) -> String? {
    guard kind(at: column) == .text else { return nil }
    return withBytes(at: column) { String(validating: $0, as: UTF8.self) }
  }
}
