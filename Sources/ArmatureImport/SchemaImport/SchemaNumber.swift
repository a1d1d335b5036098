#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads numbers of a schema.
enum SchemaNumber {
  /// Returns an integer in any notation. Returns `nil` if it has a fraction or exceeds 64 bits.
  static func integer(_ text: String) -> Int64? {
    Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
  }

  /// Returns a finite number.
  static func double(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a decimal number with all its digits.
  static func decimal(_ text: String) -> Decimal? {
    // `Decimal` ignores the rest of a text that it cannot read, but reads short JSON numbers completely.
    text.utf8.count <= 40 && double(text) != nil ? Decimal(string: text) : nil
  }
}
