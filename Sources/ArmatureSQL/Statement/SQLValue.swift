#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value in the types of databases.
package enum SQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// An integer of 64 bits.
  case integer(Int64)
  /// A floating-point number; never NaN, which databases treat as null.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob(Data)
}

extension SQLValue {
  /// Creates a text from UTF-8 bytes. Invalid bytes become a blob, which no text attribute accepts.
  package init(textBytes bytes: UnsafeBufferPointer<UInt8>) {
    self = String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .blob(Data(bytes))
  }
}

/// The kind of value in a column of a row.
package enum SQLValueKind: Sendable {
  case null, integer, real, text, blob
}
