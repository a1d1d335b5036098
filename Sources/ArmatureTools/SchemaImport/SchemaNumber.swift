#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Numbers as a schema writes them.
enum SchemaNumber {
  /// A whole number, however it is written; `nil` for one with a fraction, or beyond 64 bits.
  static func integer(_ text: String) -> Int64? {
    Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))
  }

  /// A number that is not infinite.
  static func double(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A decimal number, of which no digit is lost.
  static func decimal(_ text: String) -> Decimal? {
    // `Decimal` reads as far as it can; what JSON has it reads to the end, if it is not too long.
    text.utf8.count <= 40 && double(text) != nil ? Decimal(string: text) : nil
  }
}
