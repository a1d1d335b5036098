package import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of a statement's result, with columns counted from 0.
package protocol SQLRow: AnyObject {
  /// Returns the kind of the value in a column.
  func kind(at column: Int) -> SQLValueKind
  func integer(at column: Int) -> Int64
  func real(at column: Int) -> Double
  /// Calls a closure with the bytes of a text or of data. The bytes are valid as long as the row.
  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result
  /// Sets the values in some columns in the row of an object.
  ///
  /// - Parameter decode: A closure that receives each property whose column has a value of another kind.
  func give(_ columns: [SQLFastColumn], to rows: StoreRows, otherwise decode: (Int) -> Void)
}

extension SQLRow {
  /// Returns the value in a column.
  package func value(at column: Int) -> SQLValue {
    switch kind(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(real(at: column))
    case .text: withBytes(at: column) { SQLValue(textBytes: $0) }
    case .blob: withBytes(at: column) { .blob(Data($0)) }
    }
  }

  /// Returns the text in a column; `nil` for other values.
  package func text(at column: Int) -> String? {
    guard kind(at: column) == .text else { return nil }
    return withBytes(at: column) { String(validating: $0, as: UTF8.self) }
  }
}
