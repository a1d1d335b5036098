#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue: Codable {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes a value.
  ///
  /// Decoders do not tell the order of members, so they are sorted by key. Of a number, 38 digits are read.
  /// To read a text exactly, use `JSONValue(parsing:)`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.nested {
      if let members = try? decoder.container(keyedBy: MemberKey.self) {
        let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
        return .object(
          JSONObject(
            try keys.map { ($0.stringValue, try members.decode(JSONValue.self, forKey: $0)) }))
      }
      if var elements = try? decoder.unkeyedContainer() {
        var values: [JSONValue] = []
        while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
        return .array(values)
      }
      return try JSONValue(plain: try decoder.singleValueContainer())
    }
  }

  private init(plain container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Decimal.self), let number = JSONNumber(value) {
      self = .number(number)
    } else {
      let value = try container.decode(Double.self)
      self = JSONNumber(value).map(JSONValue.number) ?? .null
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` if a number has more digits than encoders can write.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: MemberKey.self)
      for member in object {
        try members.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .array(let values):
      var elements = encoder.unkeyedContainer()
      for value in values { try elements.encode(value) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let whole = number.int64 {
        try container.encode(whole)
      } else if let decimal = number.decimal {
        try container.encode(decimal)
      } else {
        throw EncodingError.invalidValue(
          number,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription:
              "A number in a model must have at most 38 digits, but \(number.text.quotedForMessage) has more."
          ))
      }
    }
  }
}
