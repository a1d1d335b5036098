#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLStatement {
  /// The statement for display, with its values inserted.
  package var listing: String {
    var (listing, rest) = ("", values[...])
    var quote: Character?
    for sign in text {
      if sign == "?", quote == nil, let value = rest.popFirst() {
        listing += value.literal
        continue
      }
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
      }
      listing.append(sign)
    }
    return listing
  }
}

extension SQLValue {
  /// The value as a SQL literal.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): number.description
    case .real(let number): number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .blob(let data):
      "x'\(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
    }
  }
}
