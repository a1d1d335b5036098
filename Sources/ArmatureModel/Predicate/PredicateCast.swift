#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type without literals. Its constants are cast from numbers or text.
enum PredicateCast: String, CaseIterable {
  case double
  case decimal = "NSDecimalNumber"
  case date = "NSDate"
  case zonedDate = "ZonedDate"
  case calendarDate = "CalendarDate"
  case data = "NSData"
  case uuid = "NSUUID"
  case url = "NSURL"
  case json = "JSONValue"
  case list = "NSArray"
  case object = "NSManagedObjectID"
  case objects = "NSSet"

  /// The literals that can be cast to the type.
  var wanted: String {
    switch self {
    case .double: "\"nan\", \"inf\" or \"-inf\""
    case .decimal: "a number"
    case .date: "the seconds since the start of 2001, or a date in quotes,"
    case .zonedDate: "a list of seconds and the name of a zone"
    case .calendarDate: "a day in quotes such as \"2026-11-22\""
    case .data: "Base64 in quotes"
    case .uuid: "a UUID in quotes"
    case .url: "a URL in quotes"
    case .json: "JSON in quotes"
    case .list: "a list of constants"
    case .object: "the URI of an object in quotes"
    case .objects: "a list of objects"
    }
  }

  /// Returns the constant for a literal, or `nil` if the literal is of the wrong kind.
  func constant(of value: FetchExpression) -> AttributeValue? {
    switch (self, value) {
    case (.list, .list(let parts)): return Self.constants(parts).map(AttributeValue.list)
    case (.objects, .list(let parts)):
      var ids: [ManagedObjectID] = []
      for part in parts {
        guard case .constant(.object(let id)) = part else { return nil }
        ids.append(id)
      }
      return .objects(ids)
    case (.zonedDate, .list(let parts)):
      guard parts.count == 2, let date = Self.date(parts[0]),
        case .constant(.string(let zone)) = parts[1]
      else { return nil }
      return .zonedDate(ZonedDate(date: date, timeZoneIdentifier: zone))
    case (.date, _): return Self.date(value).map(AttributeValue.date)
    case (.decimal, .constant(.int(let number))): return .decimal(Decimal(number))
    case (.decimal, .constant(.decimal(let number))): return .decimal(number)
    case (.decimal, .constant(.double(let number))):
      return (try? DecimalText.parse("\(number)")).map(AttributeValue.decimal)
    case (_, .constant(.string(let text))): return constant(of: text)
    default: return nil
    }
  }

  private func constant(of text: String) -> AttributeValue? {
    switch self {
    case .double: Self.double(text).map(AttributeValue.double)
    case .decimal:
      text == "NaN" ? .decimal(.nan) : (try? DecimalText.parse(text)).map(AttributeValue.decimal)
    case .calendarDate: CalendarDate(text).map(AttributeValue.calendarDate)
    case .data: Self.read(text, Base64Text.parse).map(AttributeValue.data)
    case .uuid: Self.read(text, UUIDText.parse).map(AttributeValue.uuid)
    case .url: URL(string: text).map(AttributeValue.url)
    case .json:
      JSONValueParser.value(of: text).map(AttributeValue.json)
    case .object: ManagedObjectID(uriText: text).map(AttributeValue.object)
    case .date, .zonedDate, .list, .objects: nil
    }
  }

  private static func constants(_ parts: [FetchExpression]) -> [AttributeValue]? {
    var values: [AttributeValue] = []
    for part in parts {
      guard case .constant(let value) = part else { return nil }
      values.append(value)
    }
    return values
  }

  private static func date(_ value: FetchExpression) -> Date? {
    switch value {
    case .constant(.int(let seconds)): return Date(timeIntervalSinceReferenceDate: Double(seconds))
    case .constant(.double(let seconds)): return Date(timeIntervalSinceReferenceDate: seconds)
    case .constant(.decimal(let seconds)):
      return Double(seconds.description).map(Date.init(timeIntervalSinceReferenceDate:))
    case .constant(.string(let text)):
      if let seconds = double(text) { return Date(timeIntervalSinceReferenceDate: seconds) }
      return DateText.parse(text)?.date ?? DateText.parse("\(text)T00:00:00Z")?.date
    default: return nil
    }
  }

  /// Returns the floating-point number for a name: NaN or an infinity.
  private static func double(_ text: String) -> Double? {
    switch text {
    case "nan": .nan
    case "inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }

  private static func read<Value>(
    _ text: String, _ parse: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> Value? {
    var text = text
    return text.withUTF8(parse)
  }
}

extension Double {
  /// The number as it is printed in predicates. NaN and the infinities are printed as casts from their names.
  var predicateText: String {
    isFinite
      ? description
      : "CAST(\(predicateName.quotedForPredicate), \"\(PredicateCast.double.rawValue)\")"
  }

  /// The name of NaN or an infinity.
  var predicateName: String { isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
}
