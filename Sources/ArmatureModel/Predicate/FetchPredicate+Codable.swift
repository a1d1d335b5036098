/// A predicate is encoded as an object whose keys depend on its case: `{"and": […]}`,
/// `{"left": …, "is": "<", "right": …}`.
extension FetchPredicate: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case constant, left, comparison = "is", right, options, quantifier, and, or, not
  }

  /// Decodes a predicate.
  ///
  /// - Throws: `DecodingError` if the data is invalid, or if the predicate is nested more than 200 levels deep.
  public init(from decoder: any Decoder) throws {
    self = try decoder.nested { try FetchPredicate(partsFrom: decoder) }
  }

  private init(partsFrom decoder: any Decoder) throws {
    let container = try decoder.members(Key.self)
    func decode<Part: Decodable>(_ key: Key) throws -> Part {
      try container.decode(Part.self, forKey: key)
    }
    if container.contains(.and) {
      try container.check(needs: [.and])
      self = .and(try decode(.and))
    } else if container.contains(.or) {
      try container.check(needs: [.or])
      self = .or(try decode(.or))
    } else if container.contains(.not) {
      try container.check(needs: [.not])
      self = .not(try decode(.not))
    } else if container.contains(.constant) {
      try container.check(needs: [.constant])
      self = .constant(try decode(.constant))
    } else {
      try container.check(
        needs: [.left, .comparison, .right], mayHave: [.options, .quantifier])
      self = .comparison(
        try decode(.left), try container.word(.comparison), try decode(.right),
        options: try container.decode(.options, or: []),
        quantifier: try container.decode(.quantifier, or: .one))
    }
  }

  /// Encodes the predicate.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .constant(let holds): try container.encode(holds, forKey: .constant)
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      try container.encode(left, forKey: .left)
      try container.encode(comparison, forKey: .comparison)
      try container.encode(right, forKey: .right)
      if !options.isEmpty { try container.encode(options, forKey: .options) }
      if quantifier != .one { try container.encode(quantifier, forKey: .quantifier) }
    case .and(let parts): try container.encode(parts, forKey: .and)
    case .or(let parts): try container.encode(parts, forKey: .or)
    case .not(let part): try container.encode(part, forKey: .not)
    }
  }
}

/// Encoded as the letters of the options: `"cd"`.
extension FetchPredicate.Options: Codable {
  /// Decodes options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let letters = try container.decode(String.self)
    self = []
    for letter in letters {
      switch letter {
      case "c": insert(.caseInsensitive)
      case "d": insert(.diacriticInsensitive)
      case "v": insert(.numeric)
      case "p": insert(.partsOfWords)
      default:
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "The options must be of the letters c, d, v and p, but are \(letters).")
      }
    }
  }

  /// Encodes the options.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(letters)
  }
}
