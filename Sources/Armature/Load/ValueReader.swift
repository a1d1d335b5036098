import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads one JSON value as a value of an attribute.
///
/// What the JSON is not, or the attribute cannot hold, is a failure and not an error: only broken
/// syntax stops the reading.
struct ValueReader {
  /// A value, or why there is none.
  enum Outcome {
    case value(AttributeValue)
    case failure(ValidationFailure.Kind, AttributeValue)
  }

  let isLenient: Bool

  /// Reads a value of an attribute's type; `null` is the absence of a value.
  func read(
    _ cursor: inout JSONCursor, as attribute: AttributeDescription
  ) throws(JSONSyntaxError) -> Outcome {
    let token = try cursor.peek()
    if token == .null {
      try cursor.null()
      return .value(.null)
    }
    let outcome = try read(&cursor, token, as: attribute.type)
    guard case .value(let value) = outcome, !attribute.admits(value) else { return outcome }
    return .failure(.notRepresentable(attribute.type), value)
  }

  private func read(
    _ cursor: inout JSONCursor, _ token: JSONToken, as type: AttributeType
  ) throws(JSONSyntaxError) -> Outcome {
    switch token {
    case .string: return text(try cursor.stringValue(), as: type)
    case .number: return number(try cursor.number(), as: type)
    case .true, .false:
      let value = try cursor.bool()
      if type.storage == .bool { return .value(.bool(value)) }
      return .failure(.wrongType(expected: type, found: "bool"), .bool(value))
    case .object:
      if case .composite(let elements) = type.storage { return try composite(&cursor, elements) }
      try cursor.skipValue()
      return .failure(.wrongType(expected: type, found: "object"), .null)
    case .array:
      try cursor.skipValue()
      return .failure(.wrongType(expected: type, found: "array"), .null)
    case .null:
      try cursor.null()
      return .value(.null)
    }
  }

  /// Takes a text as a value of a type.
  func text(_ text: String, as type: AttributeType) -> Outcome {
    let found = AttributeValue.string(text)
    switch type.storage {
    case .string: return .value(found)
    case .date:
      guard let (date, _) = DateText.parse(text) else { return .failure(.badDate, found) }
      return .value(.date(date))
    case .zonedDate:
      guard let date = ZonedDate(text) else { return .failure(.badDate, found) }
      return .value(.zonedDate(date))
    case .uuid:
      var text = text
      guard let uuid = text.withUTF8({ UUIDText.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.uuid(uuid))
    case .data:
      var text = text
      guard let data = text.withUTF8({ Base64Text.parse($0) }) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.data(data))
    case .url:
      guard !text.isEmpty, let url = URL(string: text) else {
        return .failure(.badFormat(type), found)
      }
      return .value(.url(url))
    case .bool where isLenient && (text == "true" || text == "false"):
      return .value(.bool(text == "true"))
    case .int16, .int32, .int64, .decimal, .double, .float:
      var copy = text
      let outcome: Outcome? = copy.withUTF8 { bytes in
        isLenient ? NumberText(bytes).map { number($0, as: type) } : nil
      }
      return outcome ?? .failure(.wrongType(expected: type, found: "text"), found)
    default: return .failure(.wrongType(expected: type, found: "text"), found)
    }
  }

  /// Takes a number as a value of a type.
  func number(_ number: NumberText, as type: AttributeType) -> Outcome {
    do {
      switch type.storage {
      case .int16, .int32, .int64:
        let value = try number.int64()
        guard type.integerBounds?.contains(value) == true else {
          return .failure(.outOfRange(type, text: number.spelling), .int(value))
        }
        return .value(.int(value))
      case .double: return .value(.double(try number.double()))
      case .float: return .value(.double(Double(try number.float())))
      case .decimal: return .value(.decimal(try number.decimal()))
      case .string where isLenient: return .value(.string(number.spelling))
      default: return .failure(.wrongType(expected: type, found: "number"), number.plainValue)
      }
    } catch {
      switch error {
      case .inexact: return .failure(.inexact(type, text: number.spelling), number.plainValue)
      case .outOfRange, .notANumber:
        return .failure(.outOfRange(type, text: number.spelling), number.plainValue)
      }
    }
  }

  private func composite(
    _ cursor: inout JSONCursor, _ elements: [AttributeDescription]
  ) throws(JSONSyntaxError) -> Outcome {
    var values: [String: AttributeValue] = [:]
    var failure: Outcome?
    var isMore = try cursor.enterObject()
    while isMore {
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let element = elements.first(where: { ($0.key ?? $0.name) == key }) {
        switch try read(&cursor, as: element) {
        case .value(let value): values[element.name] = value.isNull ? nil : value
        case .failure(let kind, let value): failure = failure ?? .failure(kind, value)
        }
      } else {
        try cursor.skipValue()
        let suggestion = nearMiss(key, in: elements.map { $0.key ?? $0.name })
        if !isLenient { failure = failure ?? .failure(.unknownKey(suggestion: suggestion), .null) }
      }
      isMore = try cursor.nextMember()
    }
    return failure ?? .value(.composite(values))
  }
}

extension NumberText {
  /// The number as it stands in the text, shortened to 40 characters.
  var spelling: String {
    let text = String(decoding: text.prefix(40), as: UTF8.self)
    return self.text.count > 40 ? text + "…" : text
  }

  /// The number as a value, for messages.
  var plainValue: AttributeValue {
    if let integer = try? int64() { return .int(integer) }
    return (try? double()).map(AttributeValue.double) ?? .null
  }
}

extension ZonedDate {
  /// Reads a date with an offset or the name of a zone: `2024-05-01T10:00:00+02:00[Europe/Berlin]`.
  ///
  /// Source: RFC 3339, and RFC 9557 for the name in brackets.
  package init?(_ text: String) {
    var instant = text[...]
    var name: String?
    if text.last == "]", let bracket = text.firstIndex(of: "[") {
      instant = text[..<bracket]
      name = String(text[text.index(after: bracket)..<text.index(before: text.endIndex)])
      guard name.flatMap({ TimeZone(identifier: $0) }) != nil else { return nil }
    }
    guard let (date, offset) = DateText.parse(String(instant)) else { return nil }
    self.init(date: date, timeZoneIdentifier: name ?? Self.identifier(offset: offset ?? 0))
  }

  private static func identifier(offset: Int) -> String {
    if offset == 0 { return "GMT" }
    let minutes = abs(offset) / 60
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "GMT\(offset < 0 ? "-" : "+")\(digits[0])\(digits[1])"
  }

  /// The text that ``init(_:)`` reads back as the same date.
  package var text: String? {
    guard let timeZone else { return nil }
    let offset = timeZone.secondsFromGMT(for: date)
    let isFixed = timeZoneIdentifier.hasPrefix("GMT")
    return DateText.string(date, offset: offset).map {
      isFixed ? $0 : "\($0)[\(timeZoneIdentifier)]"
    }
  }
}
