#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue: CustomStringConvertible {
  /// The value as messages show it: text quoted, escaped and shortened to 60 characters.
  ///
  /// Of composites, nested ones included, there are 20 elements, three levels deep; of relationships
  /// there are 20 objects.
  public var description: String {
    var remaining = 20
    return text(depth: 3, &remaining)
  }

  private func text(depth: Int, _ remaining: inout Int) -> String {
    switch self {
    case .null: "no value"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value):
      // 1234567.0 reads better without the zero; 1e+20 is left as it is.
      value == value.rounded() && value.magnitude < 1e15
        ? Int64(value).description : value.description
    case .decimal(let value): value.description
    case .string(let value): value.quotedForMessage
    case .date(let value): (DateText.string(value) ?? "a date")
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString.quotedForMessage
    case .zonedDate(let value): value.description
    case .composite(let elements):
      Self.text(of: elements, depth: depth, &remaining)
    case .object(let id): id.description
    case .objects(let ids):
      "[" + ids.prefix(20).map(\.description).joined(separator: ", ")
        + (ids.count > 20 ? ", …]" : "]")
    }
  }

  /// The elements by their names, cut where data made them many or nested them deeply.
  private static func text(
    of elements: [String: AttributeValue], depth: Int, _ remaining: inout Int
  ) -> String {
    if depth == 0 && !elements.isEmpty { return "{…}" }
    var parts: [String] = []
    for (name, value) in elements.sorted(by: { $0.key < $1.key }) {
      if remaining == 0 {
        parts.append("…")
        break
      }
      remaining -= 1
      parts.append("\(name): \(value.text(depth: depth - 1, &remaining))")
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

extension String {
  /// The text in quotes, cut after 60 characters, with hidden characters escaped, so that no
  /// terminal obeys it.
  package var quotedForMessage: String {
    // Nearly every text is short and plain, and is seen to be without looking at characters.
    if utf8.count <= 60,
      utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    {
      return "\"" + self + "\""
    }
    var result = "\""
    for (index, character) in self.enumerated() {
      // A character may have thousands of scalars.
      if index == 60 || result.utf8.count > 1_000 {
        result += "…"
        break
      }
      for scalar in character.unicodeScalars.prefix(60) {
        result += scalar.quoted { "\\u{\($0)}" }
      }
    }
    return result + "\""
  }

  /// A name that data made up, cut after 60 characters if it has more than 256 bytes: a report must
  /// not be as long as the data.
  package var shortenedName: String {
    if utf8.count <= 256 { return self }
    var result = ""
    for character in prefix(60) {
      // A character may have thousands of scalars.
      if result.utf8.count > 1_000 { break }
      result.unicodeScalars += character.unicodeScalars.prefix(60)
    }
    return result.utf8.count < utf8.count ? result + "…" : self
  }
}
