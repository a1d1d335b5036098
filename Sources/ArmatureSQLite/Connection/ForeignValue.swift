#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value in a database that another program has made, as it is.
package enum ForeignValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is none in the encoding of its file.
  case brokenText(ForeignEncoding)
  case blob(Data)

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The integer, if it is one.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// Whether it is text that cannot be read.
  package var isBroken: Bool { if case .brokenText = self { true } else { false } }

  /// What it is, as the end of a sentence: `text that is no UTF-8`.
  package var phrase: String {
    switch self {
    case .null: "nothing"
    case .integer: "a whole number"
    case .real(let number): number.isFinite ? "a number with a fraction" : "no finite number"
    case .text: "text"
    case .brokenText(let encoding): "text that is no \(encoding.name)"
    case .blob(let bytes): bytes.count == 1 ? "1 byte of data" : "\(bytes.count) bytes of data"
    }
  }
}
