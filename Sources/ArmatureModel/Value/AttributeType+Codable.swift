/// A simple type is encoded as a word such as `string` or `int64`. A type with parts is encoded as an object with one
/// member.
extension AttributeType {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case enumeration, list, composite, transformable
  }

  private struct Enumeration: Codable {
    let name: String
    let raw: AttributeType
    let cases: [AttributeValue]?

    enum CodingKeys: String, CodingKey, CaseIterable { case name, raw, cases }
  }

  private struct Transformable: Codable {
    let name: String
    let stored: AttributeType

    enum CodingKeys: String, CodingKey, CaseIterable { case name, stored }
  }

  private static let words: KeyValuePairs<String, AttributeType> = [
    "int16": .int16, "int32": .int32, "int64": .int64, "decimal": .decimal, "double": .double,
    "float": .float, "string": .string, "bool": .bool, "date": .date, "data": .data, "uuid": .uuid,
    "url": .url, "zonedDate": .zonedDate,
    "calendarDate": .calendarDate, "json": .json,
  ]

  /// The types without parts.
  package static let simpleTypes = words.map(\.value)

  /// The word of the type, or of the underlying type. It is `nil` for a list or a composite.
  package var word: String? { Self.words.first { $0.value == storage }?.key }

  /// Creates a simple type from its name in Armature, in Swift or in another notation. The case of letters is ignored.
  package init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    let word = Self.foreignWords[name] ?? name
    guard
      let type = Self.words.first(where: {
        $0.key.lowercased() == word || $0.value.swiftName.lowercased() == word
      })
    else { return nil }
    self = type.value
  }

  /// Type names in other notations.
  private static let foreignWords = [
    "int": "int64", "integer": "int64", "long": "int64", "number": "double", "text": "string",
    "boolean": "bool", "datetime": "date", "timestamp": "date", "bytes": "data", "binary": "data",
    "guid": "uuid", "uri": "url",
  ]

  /// Decodes an attribute type.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      guard let type = Self.words.first(where: { $0.key == word })?.value else {
        let foreign = Self.foreignWords[word.lowercased()]
        throw decoder.corrupted(
          "\(word.quotedForMessage) is not a type of attributes."
            + (foreign.map { " Did you mean \($0.quotedForMessage)?" }
              ?? remedy(for: word, in: Self.words.map(\.key))))
      }
      self = type
      return
    }
    self = try decoder.nested { try AttributeType(partsFrom: decoder) }
  }

  private init(partsFrom decoder: any Decoder) throws {
    let (container, key) = try decoder.member(CodingKeys.self)
    switch key {
    case .list: self = .list(try container.decode(AttributeType.self, forKey: key))
    case .composite:
      self = .composite(try container.decode([AttributeDescription].self, forKey: key))
    case .enumeration:
      let parts: Enumeration = try container.parts(key, Enumeration.CodingKeys.self)
      self = .enumeration(name: parts.name, raw: parts.raw, cases: parts.cases)
    case .transformable:
      let parts: Transformable = try container.parts(key, Transformable.CodingKeys.self)
      self = .transformable(name: parts.name, stored: parts.stored)
    }
  }

  /// Encodes a simple type as a word, and any other type as its parts.
  public func encode(to encoder: any Encoder) throws {
    if let word = Self.words.first(where: { $0.value == self })?.key {
      var container = encoder.singleValueContainer()
      return try container.encode(word)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .composite(let elements): try container.encode(elements, forKey: .composite)
    case .enumeration(let name, let raw, let cases):
      try container.encode(Enumeration(name: name, raw: raw, cases: cases), forKey: .enumeration)
    case .transformable(let name, let stored):
      try container.encode(Transformable(name: name, stored: stored), forKey: .transformable)
    case .list(let element): try container.encode(element, forKey: .list)
    case .int16, .int32, .int64, .decimal, .double, .float, .string, .bool, .date, .data, .uuid,
      .url, .zonedDate, .calendarDate, .json:
      break  // They have words.
    }
  }
}
