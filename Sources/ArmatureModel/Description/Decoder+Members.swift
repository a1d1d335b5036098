/// Reading descriptions that may have been written by hand: what is absent has its default, and what is
/// unknown is a mistake.
extension Decoder {
  /// The members of a description, whose keys must all be known.
  func members<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Key.allCases.map(\.stringValue)
    let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    for key in found where !known.contains(key) {
      let suggestion =
        nearMiss(key, in: known).map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      throw corrupted("\(key.quotedForMessage) is not a part of this description.\(suggestion)")
    }
    return try container(keyedBy: keys)
  }

  /// The only member of a description that is one of several things, and its key.
  func member<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type
  ) throws -> (container: KeyedDecodingContainer<Key>, key: Key) {
    let container = try members(keys)
    guard container.allKeys.count == 1 else {
      let known = Key.allCases.map(\.stringValue.quotedForMessage).joined(separator: ", ")
      throw corrupted("This must have one member, which is one of \(known).")
    }
    return (container, container.allKeys[0])
  }

  func corrupted(_ sentence: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: sentence))
  }
}

/// Any key, to see which there are.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
  /// The value of a key, or a default where it is absent.
  func decode<Value: Decodable>(_ key: Key, or value: @autoclosure () -> Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? value()
  }

  /// The value of a key; `nil` where it is absent.
  func decode<Value: Decodable>(optional key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
