#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An unconverted value in a database made by another program.
package enum ForeignValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is invalid in the encoding of its file.
  case brokenText(ForeignEncoding)
  case blob(Data)

  /// The text; `nil` for other values.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The integer; `nil` for other values.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// Whether it is unreadable text.
  package var isBroken: Bool { if case .brokenText = self { true } else { false } }

  /// A description of the value as the end of a sentence: `text that is not UTF-8`.
  package var phrase: String {
    switch self {
    case .null: "nothing"
    case .integer: "a whole number"
    case .real(let number): number.isFinite ? "a number with a fraction" : "an infinite number"
    case .text: "text"
    case .brokenText(let encoding): "text that is not \(encoding.name)"
    case .blob(let bytes): bytes.count == 1 ? "1 byte of data" : "\(bytes.count) bytes of data"
    }
  }
}
