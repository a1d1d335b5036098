#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value is an object with one member, named like the case: `{"int": 12}`; the absence is `null`.
///
/// Numbers that JSON has no exact form for travel as text (decimals, NaN and the infinities), dates
/// as seconds since the reference date, so that every value comes back bit for bit.
extension AttributeValue: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case bool, int, double, decimal, string, date, data, uuid, url, zonedDate, composite, object
    case objects, calendarDate, list
  }

  /// Decodes a value.
  public init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer(), single.decodeNil() {
      self = .null
      return
    }
    guard (try? decoder.container(keyedBy: Key.self)) != nil else {
      throw decoder.corrupted(
        "A value must be an object with one member that names its type, such as {\"int\": 1}.")
    }
    let (container, key) = try decoder.member(Key.self)
    switch key {
    case .bool: self = .bool(try container.decode(Bool.self, forKey: key))
    case .int: self = .int(try container.decode(Int64.self, forKey: key))
    case .double: self = .double(try Self.double(in: container))
    case .decimal: self = .decimal(try Self.decimal(in: container))
    case .string: self = .string(try container.decode(String.self, forKey: key))
    case .date: self = .date(try Self.date(in: container))
    case .data: self = .data(try container.decode(Data.self, forKey: key))
    case .uuid: self = .uuid(try container.decode(UUID.self, forKey: key))
    case .url: self = .url(try container.decode(URL.self, forKey: key))
    case .zonedDate: self = .zonedDate(try container.decode(ZonedDate.self, forKey: key))
    case .calendarDate:
      self = .calendarDate(try container.decode(CalendarDate.self, forKey: key))
    case .list:
      self = .list(
        try decoder.nested { try container.decode([AttributeValue].self, forKey: key) })
    case .composite:
      self = .composite(
        try decoder.nested { try container.decode([String: AttributeValue].self, forKey: key) })
    case .object: self = .object(try container.decode(ManagedObjectID.self, forKey: key))
    case .objects: self = .objects(try container.decode([ManagedObjectID].self, forKey: key))
    }
  }

  /// A date is a number of seconds, or text as data has it, which is easier to write by hand.
  private static func date(in container: KeyedDecodingContainer<Key>) throws -> Date {
    if let seconds = try? container.decode(Double.self, forKey: .date) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let text = try container.decode(String.self, forKey: .date)
    guard let date = DateText.parse(text)?.date else {
      throw DecodingError.dataCorruptedError(
        forKey: .date, in: container,
        debugDescription:
          "\(text.quotedForMessage) must be a date such as \"2026-11-21T08:30:00Z\", but is not.")
    }
    return date
  }

  private static func double(in container: KeyedDecodingContainer<Key>) throws -> Double {
    if let number = try? container.decode(Double.self, forKey: .double) { return number }
    let text = try container.decode(String.self, forKey: .double)
    guard let number = Double(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .double, in: container, debugDescription: "\(text) must be a number, but is not.")
    }
    return number
  }

  private static func decimal(in container: KeyedDecodingContainer<Key>) throws -> Decimal {
    let text = try container.decode(String.self, forKey: .decimal)
    guard let number = Decimal(string: text), number.description == text else {
      throw DecodingError.dataCorruptedError(
        forKey: .decimal, in: container,
        debugDescription: "\(text) must be a decimal number, but is not.")
    }
    return number
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    if case .null = self {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .null: break
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .int(let value): try container.encode(value, forKey: .int)
    case .double(let value):
      if value.isFinite {
        try container.encode(value, forKey: .double)
      } else {
        try container.encode(value.description, forKey: .double)
      }
    case .decimal(let value): try container.encode(value.description, forKey: .decimal)
    case .string(let value): try container.encode(value, forKey: .string)
    case .date(let value):
      try container.encode(value.timeIntervalSinceReferenceDate, forKey: .date)
    case .data(let value): try container.encode(value, forKey: .data)
    case .uuid(let value): try container.encode(value, forKey: .uuid)
    case .url(let value): try container.encode(value, forKey: .url)
    case .zonedDate(let value): try container.encode(value, forKey: .zonedDate)
    case .calendarDate(let value): try container.encode(value, forKey: .calendarDate)
    case .list(let values): try container.encode(values, forKey: .list)
    case .composite(let value): try container.encode(value, forKey: .composite)
    case .object(let value): try container.encode(value, forKey: .object)
    case .objects(let value): try container.encode(value, forKey: .objects)
    }
  }
}
