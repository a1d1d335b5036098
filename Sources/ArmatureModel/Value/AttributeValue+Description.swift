#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue: CustomStringConvertible {
  /// The value as messages show it: text quoted, escaped and shortened to 60 characters.
  public var description: String {
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
      "{"
        + elements.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    case .object(let id): id.description
    case .objects(let ids): "[" + ids.map(\.description).joined(separator: ", ") + "]"
    }
  }
}

extension String {
  /// The text in quotes, with control characters escaped, so that no terminal obeys it.
  package var quotedForMessage: String {
    var result = "\""
    for (index, character) in self.enumerated() {
      if index == 60 {
        result += "…"
        break
      }
      result += character.escapedForMessage
    }
    return result + "\""
  }
}

extension Character {
  fileprivate var escapedForMessage: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _
      where scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format && !scalar.properties.isJoinControl:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
