#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes a value as an object with a single member, whose key is the name of the case: `{"int": 12}`. A missing value
/// is encoded as `null`.
///
/// Decoding returns exactly the same value. Numbers without an exact form in JSON are therefore encoded as strings:
/// decimals, NaN, the infinities and JSON values. Dates are encoded as seconds since the reference date.
extension AttributeValue: Codable {
  /// Decodes a value.
  public init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer(), single.decodeNil() {
      self = .null
      return
    }
    guard let members = try? decoder.container(keyedBy: ValueKey.self) else {
      throw decoder.corrupted(
        "A value must be an object with one member that names its type, such as {\"int\": 1}.")
    }
    let keys = members.allKeys
    guard keys.count == 1, let kind = keys[0].kind, kind != .null else {
      let kinds = ValueKey.Kind.allCases.filter { $0 != .null }
      throw decoder.noMember(of: kinds.map(\.rawValue), in: keys.map(\.stringValue))
    }
    try self.init(kind, in: members, forKey: keys[0], of: decoder)
  }

  /// Decodes a value of the kind that its key names.
  package init(
    _ kind: ValueKey.Kind, in members: KeyedDecodingContainer<ValueKey>, forKey key: ValueKey,
    of decoder: any Decoder
  ) throws {
    switch kind {
    case .null: self = .null
    case .bool: self = .bool(try members.decode(Bool.self, forKey: key))
    case .int: self = .int(try members.decode(Int64.self, forKey: key))
    case .double: self = .double(try Self.double(in: members, forKey: key))
    case .decimal: self = .decimal(try Self.decimal(in: members, forKey: key))
    case .string: self = .string(try members.decode(String.self, forKey: key))
    case .date: self = .date(try Self.date(in: members, forKey: key))
    case .data: self = .data(try members.decode(Data.self, forKey: key))
    case .uuid: self = .uuid(try members.decode(UUID.self, forKey: key))
    case .url: self = .url(try members.decode(URL.self, forKey: key))
    case .zonedDate: self = .zonedDate(try members.decode(ZonedDate.self, forKey: key))
    case .calendarDate: self = .calendarDate(try members.decode(CalendarDate.self, forKey: key))
    case .list:
      self = .list(try decoder.nested { try members.decode([AttributeValue].self, forKey: key) })
    case .composite:
      self = .composite(
        try decoder.nested { try members.decode([String: AttributeValue].self, forKey: key) })
    case .json:
      let text = try members.decode(String.self, forKey: key)
      guard let value = JSONValueParser.value(of: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: members,
          debugDescription: "\(text.quotedForMessage) must be a JSON text, but is not.")
      }
      self = .json(value)
    case .object: self = .object(try members.decode(ManagedObjectID.self, forKey: key))
    case .objects: self = .objects(try members.decode([ManagedObjectID].self, forKey: key))
    }
  }

  /// Decodes a date from a number of seconds. A text is accepted too, because it is easier to write by hand.
  private static func date(
    in members: KeyedDecodingContainer<ValueKey>, forKey key: ValueKey
  ) throws -> Date {
    if let seconds = try? members.decode(Double.self, forKey: key) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let text = try members.decode(String.self, forKey: key)
    guard let date = DateText.parse(text)?.date else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: members,
        debugDescription:
          "\(text.quotedForMessage) must be a date such as \"2026-11-21T08:30:00Z\", but is not.")
    }
    return date
  }

  private static func double(
    in members: KeyedDecodingContainer<ValueKey>, forKey key: ValueKey
  ) throws -> Double {
    if let number = try? members.decode(Double.self, forKey: key) { return number }
    let text = try members.decode(String.self, forKey: key)
    guard let number = Double(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: members, debugDescription: "\(text) must be a number, but is not.")
    }
    return number
  }

  private static func decimal(
    in members: KeyedDecodingContainer<ValueKey>, forKey key: ValueKey
  ) throws -> Decimal {
    let text = try members.decode(String.self, forKey: key)
    guard let number = Decimal(string: text), number.description == text else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: members,
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
    var members = encoder.container(keyedBy: ValueKey.self)
    try encode(to: &members, forKey: ValueKey(kind))
  }

  /// Encodes the value under a key that names its kind.
  package func encode(
    to members: inout KeyedEncodingContainer<ValueKey>, forKey key: ValueKey
  ) throws {
    switch self {
    case .null: try members.encodeNil(forKey: key)
    case .bool(let value): try members.encode(value, forKey: key)
    case .int(let value): try members.encode(value, forKey: key)
    case .double(let value):
      if value.isFinite {
        try members.encode(value, forKey: key)
      } else {
        try members.encode(value.description, forKey: key)
      }
    case .decimal(let value): try members.encode(value.description, forKey: key)
    case .string(let value): try members.encode(value, forKey: key)
    case .date(let value):
      try members.encode(value.timeIntervalSinceReferenceDate, forKey: key)
    case .data(let value): try members.encode(value, forKey: key)
    case .uuid(let value): try members.encode(value, forKey: key)
    case .url(let value): try members.encode(value, forKey: key)
    case .zonedDate(let value): try members.encode(value, forKey: key)
    case .calendarDate(let value): try members.encode(value, forKey: key)
    case .list(let values): try members.encode(values, forKey: key)
    case .composite(let value): try members.encode(value, forKey: key)
    case .json(let value): try members.encode(value.description, forKey: key)
    case .object(let value): try members.encode(value, forKey: key)
    case .objects(let value): try members.encode(value, forKey: key)
    }
  }
}
