#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value as databases know it.
package enum SQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// An integer of 64 bits.
  case integer(Int64)
  /// A floating-point number; never NaN, which databases take for no value.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob(Data)
}

extension SQLValue {
  /// The text that some bytes are; those that are none in UTF-8 stay bytes, which no attribute of text takes.
  package init(textBytes bytes: UnsafeBufferPointer<UInt8>) {
    self = String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .blob(Data(bytes))
  }
}
