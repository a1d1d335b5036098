#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributeValue {
  /// The value in the format language. A value without a literal form is written as a cast from text.
  var predicateText: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value): value.predicateText
    case .decimal(let value): cast(value.isNaN ? "\"NaN\"" : value.description, .decimal)
    case .string(let value): value.quotedForPredicate
    case .date(let value): cast(value.predicateText, .date)
    case .data(let value): cast(value.base64EncodedString().quotedForPredicate, .data)
    case .uuid(let value): cast(value.uuidString.quotedForPredicate, .uuid)
    case .url(let value): cast(value.absoluteString.quotedForPredicate, .url)
    case .zonedDate(let value):
      cast(
        "{\(value.date.predicateText), \(value.timeZoneIdentifier.quotedForPredicate)}", .zonedDate)
    case .calendarDate(let value): cast(value.description.quotedForPredicate, .calendarDate)
    case .list: cast(predicateListText, .list)
    case .composite(let elements):
      elements.isEmpty
        ? "{:}"
        : "{"
          + elements.sorted { $0.key < $1.key }
          .map { "\($0.key.quotedForPredicate): \($0.value.predicateText)" }
          .joined(separator: ", ") + "}"
    case .object(let id): cast(id.uri.absoluteString.quotedForPredicate, .object)
    case .objects(let ids):
      cast(AttributeValue.list(ids.map(AttributeValue.object)).predicateListText, .objects)
    }
  }

  /// The value on one side of `==` or `!=`, where a list needs no cast.
  var predicateListText: String {
    guard case .list(let values) = self else { return predicateText }
    return "{" + values.map(\.predicateText).joined(separator: ", ") + "}"
  }

  private func cast(_ text: String, _ type: PredicateCast) -> String {
    "CAST(\(text), \"\(type.rawValue)\")"
  }
}

extension Date {
  /// The argument of a date's cast: the seconds since the start of 2001.
  fileprivate var predicateText: String {
    timeIntervalSinceReferenceDate.isFinite
      ? timeIntervalSinceReferenceDate.description
      : timeIntervalSinceReferenceDate.predicateName.quotedForPredicate
  }
}

extension String {
  /// The text in quotes. Control characters and invisible formatting characters are escaped.
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

  /// The text as the name of a property. It is marked if it could be read as a keyword.
  var predicateName: String {
    if isPredicateName { return PredicateKeyword(Array(utf8)[...]) == nil ? self : "#" + self }
    return "#" + quotedForPredicate
  }

  /// The text as a name in a path in messages. An empty name is quoted, so that it is visible.
  var pathStep: String { isEmpty ? predicateName : self }

  /// The text as the name of a variable.
  var predicateVariable: String { "$" + (isPredicateName ? self : quotedForPredicate) }

  private var isPredicateName: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.isNameStart && unicodeScalars.allSatisfy(\.isNamePart)
  }
}
