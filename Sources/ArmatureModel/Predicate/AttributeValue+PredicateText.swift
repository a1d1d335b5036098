#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// The value as a predicate spells it; what has no spelling of its own is cast from text.
  var predicateText: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value):
      value.isFinite ? value.description : cast("\(value)".quotedForPredicate, "double")
    case .decimal(let value):
      value.isNaN ? cast("\"NaN\"", "NSDecimalNumber") : value.description
    case .string(let value): value.quotedForPredicate
    case .date(let value): cast("\(value.timeIntervalSinceReferenceDate)", "NSDate")
    case .data(let value): cast(value.base64EncodedString().quotedForPredicate, "NSData")
    case .uuid(let value): cast(value.uuidString.quotedForPredicate, "NSUUID")
    case .url(let value): cast(value.absoluteString.quotedForPredicate, "NSURL")
    case .zonedDate(let value):
      cast(
        "{\(value.date.timeIntervalSinceReferenceDate), "
          + "\(value.timeZoneIdentifier.quotedForPredicate)}", "ZonedDate")
    case .calendarDate(let value): cast(value.description.quotedForPredicate, "CalendarDate")
    case .list(let values): "{" + values.map(\.predicateText).joined(separator: ", ") + "}"
    case .composite(let elements):
      "{"
        + elements.sorted { $0.key < $1.key }
        .map { "\($0.key.quotedForPredicate): \($0.value.predicateText)" }
        .joined(separator: ", ") + "}"
    case .object(let id): id.description
    case .objects(let ids): "{" + ids.map(\.description).joined(separator: ", ") + "}"
    }
  }

  private func cast(_ text: String, _ type: String) -> String { "CAST(\(text), \"\(type)\")" }
}

extension String {
  /// The text in quotes; control and invisible formatting characters become escapes.
  var quotedForPredicate: String {
    var result = "\""
    for scalar in unicodeScalars {
      result += scalar.quoted { digits in
        let width = digits.count <= 4 ? 4 : 8
        let zeros = String(repeating: "0", count: width - digits.count)
        return (width == 4 ? "\\u" : "\\U") + zeros + digits
      }
    }
    return result + "\""
  }

  /// The text as the name of a property, which must not be taken for a word of the language.
  var predicateName: String { Self.predicateWords.contains(uppercased()) ? "#" + self : self }

  private static let predicateWords: Set<String> = [
    "ALL", "AND", "ANY", "ANYKEY", "BEGINSWITH", "BETWEEN", "CAST", "CONTAINS", "ENDSWITH",
    "FALSE", "FALSEPREDICATE", "FIRST", "IN", "LAST", "LIKE", "MATCHES", "NIL", "NO", "NONE",
    "NOT", "NULL", "OR", "SELF", "SIZE", "SOME", "SUBQUERY", "TRUE", "TRUEPREDICATE", "YES",
  ]
}
