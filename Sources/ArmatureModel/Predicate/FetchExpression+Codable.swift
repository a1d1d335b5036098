/// An expression is encoded as an object whose keys depend on its case: `{"path": ["author", "name"]}`,
/// `{"constant": …}`.
extension FetchExpression: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case path, constant, list, variable, properties, of, left, operation, right
    case function, arguments, aggregate, subquery, condition = "where"
    case test = "if", then, otherwise = "else", combination, element
  }

  /// Decodes an expression.
  ///
  /// - Throws: `DecodingError` if the data is invalid, or if the expression is nested more than 200 levels deep.
  public init(from decoder: any Decoder) throws {
    self = try decoder.nested { try FetchExpression(partsFrom: decoder) }
  }

  private init(partsFrom decoder: any Decoder) throws {
    let container = try decoder.members(Key.self)
    func decode<Part: Decodable>(_ key: Key) throws -> Part {
      try container.decode(Part.self, forKey: key)
    }
    if container.contains(.path) {
      try container.check(needs: [.path])
      self = .keyPath(try decode(.path))
    } else if container.contains(.list) {
      try container.check(needs: [.list])
      self = .list(try decode(.list))
    } else if container.contains(.variable) {
      try container.check(needs: [.variable])
      self = .variable(try decode(.variable))
    } else if container.contains(.properties) {
      try container.check(needs: [.properties, .of])
      let names: [String] = try decode(.properties)
      guard !names.isEmpty else {
        throw decoder.corrupted("The properties must have names, but there are none.")
      }
      self = .properties(names, of: try decode(.of))
    } else if container.contains(.operation) {
      try container.check(needs: [.left, .operation, .right])
      self = .arithmetic(try decode(.left), try container.word(.operation), try decode(.right))
    } else if container.contains(.function) {
      try container.check(needs: [.function], mayHave: [.arguments])
      let function: Function = try container.word(.function)
      let arguments: [FetchExpression] = try container.decode(.arguments, or: [])
      guard arguments.count == function.argumentCount else {
        throw decoder.corrupted(
          "The function \(function.rawValue) must have \(function.argumentCount) arguments, but has"
            + " \(arguments.count).")
      }
      self = .function(function, arguments)
    } else if container.contains(.aggregate) {
      try container.check(needs: [.aggregate, .of])
      self = .aggregate(try container.word(.aggregate), of: try decode(.of))
    } else if container.contains(.subquery) {
      try container.check(needs: [.subquery, .condition])
      self = .subquery(try decode(.subquery), where: try decode(.condition))
    } else if container.contains(.test) {
      try container.check(needs: [.test, .then, .otherwise])
      self = .conditional(
        try decode(.test), try decode(.then), otherwise: try decode(.otherwise))
    } else if container.contains(.combination) {
      try container.check(needs: [.left, .combination, .right])
      self = .combination(
        try decode(.left), try container.word(.combination), try decode(.right))
    } else if container.contains(.element) {
      try container.check(needs: [.element, .of])
      self = .element(try decode(.element), of: try decode(.of))
    } else {
      try container.check(needs: [.constant])
      // `decode` rejects `null`, which is a valid constant.
      self = .constant(
        try container.decodeNil(forKey: .constant) ? .null : try decode(.constant))
    }
  }

  /// Encodes the expression.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .keyPath(let path): try container.encode(path, forKey: .path)
    case .constant(.null): try container.encodeNil(forKey: .constant)
    case .constant(let value): try container.encode(value, forKey: .constant)
    case .list(let parts): try container.encode(parts, forKey: .list)
    case .variable(let name): try container.encode(name, forKey: .variable)
    case .properties(let names, let base):
      try container.encode(names, forKey: .properties)
      try container.encode(base, forKey: .of)
    case .arithmetic(let left, let operation, let right):
      try container.encode(left, forKey: .left)
      try container.encode(operation, forKey: .operation)
      try container.encode(right, forKey: .right)
    case .function(let function, let arguments):
      try container.encode(function, forKey: .function)
      if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
    case .aggregate(let aggregate, let values):
      try container.encode(aggregate, forKey: .aggregate)
      try container.encode(values, forKey: .of)
    case .subquery(let collection, let condition):
      try container.encode(collection, forKey: .subquery)
      try container.encode(condition, forKey: .condition)
    case .conditional(let condition, let first, let other):
      try container.encode(condition, forKey: .test)
      try container.encode(first, forKey: .then)
      try container.encode(other, forKey: .otherwise)
    case .combination(let left, let combination, let right):
      try container.encode(left, forKey: .left)
      try container.encode(combination, forKey: .combination)
      try container.encode(right, forKey: .right)
    case .element(let position, let base):
      try container.encode(position, forKey: .element)
      try container.encode(base, forKey: .of)
    }
  }
}

/// Encoded as the index, `"first"` or `"last"`.
extension FetchExpression.Position: Codable {
  private enum End: String, Codable { case first, last }

  /// Decodes a position.
  ///
  /// - Throws: `DecodingError` if the data is invalid, or if the index is negative.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let end = try? container.decode(End.self) {
      self = end == .first ? .first : .last
      return
    }
    let index = try container.decode(Int.self)
    guard index >= 0 else {
      throw decoder.corrupted("The index must be at least 0, but is \(index).")
    }
    self = .index(index)
  }

  /// Encodes the position.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .first: try container.encode(End.first)
    case .last: try container.encode(End.last)
    case .index(let index): try container.encode(index)
    }
  }
}
