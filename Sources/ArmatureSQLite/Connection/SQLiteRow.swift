import Armature
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of values that SQLite returns one by one.
protocol SQLiteRow: SQLRow {
  var library: SQLiteLibrary { get }

  /// Returns the value in a column without a protected copy. SQLite allows this if only one thread uses the connection,
  /// as is the case here.
  func value(in column: Int) -> SQLiteLibrary.Handle?
}

extension SQLiteRow {
  func kind(at column: Int) -> SQLValueKind {
    switch library.valueType(value(in: column)) {
    case SQLiteCode.typeInteger: .integer
    case SQLiteCode.typeReal: .real
    case SQLiteCode.typeText: .text
    case SQLiteCode.typeBlob: .blob
    default: .null
    }
  }

  func integer(at column: Int) -> Int64 { library.valueInteger(value(in: column)) }

  func real(at column: Int) -> Double { library.valueReal(value(in: column)) }

  func withBytes<Result>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let value = value(in: column)
    // Bytes first, because that call converts the value; their count is correct only afterwards.
    let bytes = library.valueBlob(value)
    let count = Int(library.valueByteCount(value))
    return try body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  func give(
    _ columns: [SQLFastColumn], to rows: StoreRows, otherwise decode: (Int) -> Void
  ) {
    for fast in columns {
      let property = fast.property
      // One lookup of the column serves its type, its value and its length.
      let value = value(in: Int(fast.column))
      switch (fast.kind, library.valueType(value)) {
      case (.integer, SQLiteCode.typeInteger):
        rows.set(library.valueInteger(value), at: property)
      case (.real, SQLiteCode.typeReal):
        rows.set(library.valueReal(value), at: property)
      case (.text, SQLiteCode.typeText):
        let bytes = library.valueText(value)
        let count = Int(library.valueByteCount(value))
        rows.setText(
          utf8: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), at: property)
      case (.date, SQLiteCode.typeReal):
        let seconds = library.valueReal(value)
        rows.set(Date(timeIntervalSinceReferenceDate: seconds), at: property)
      case (.link, SQLiteCode.typeInteger):
        let key = library.valueInteger(value)
        rows.setLink(key: key, entity: fast.destination, at: property)
      case (.truth, SQLiteCode.typeInteger):
        let number = library.valueInteger(value)
        if number == 0 || number == 1 {
          rows.set(number == 1, at: property)
        } else {
          decode(property)
        }
      case (_, SQLiteCode.typeNull): rows.setNull(at: property)
      default: decode(property)
      }
    }
  }
}
