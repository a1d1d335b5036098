/// Decoding of descriptions that may be written by hand. Missing members have default values, and unknown members are
/// errors.
extension Decoder {
  /// Returns the members of a description. Unknown members are errors.
  func members<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Key.allCases.map(\.stringValue)
    let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let key = found.first(where: { !known.contains($0) }) { throw unknown(key, in: known) }
    return try container(keyedBy: keys)
  }

  /// Returns the only member of a description with several alternatives, and its key.
  func member<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type
  ) throws -> (container: KeyedDecodingContainer<Key>, key: Key) {
    let container = try members(keys)
    guard container.allKeys.count == 1 else {
      throw noMember(of: Key.allCases.map(\.stringValue), in: [])
    }
    return (container, container.allKeys[0])
  }

  /// Returns an error about a description that must have exactly one member, with a known key.
  func noMember(of known: [String], in found: [String]) -> DecodingError {
    if let key = found.sorted().first(where: { !known.contains($0) }) {
      return unknown(key, in: known)
    }
    let known = known.map(\.quotedForMessage).joined(separator: ", ")
    return corrupted("This must have one member, which is one of \(known).")
  }

  private func unknown(_ key: String, in known: [String]) -> DecodingError {
    corrupted(
      "\(key.quotedForMessage) is not a part of this description." + remedy(for: key, in: known))
  }

  package func corrupted(_ sentence: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: sentence))
  }
}

/// Returns a suggestion for an unknown word. It is a similar word, or a list of all known words.
func remedy(for word: String, in known: [String]) -> String {
  nearMiss(word, in: known).map { " Did you mean \($0.quotedForMessage)?" }
    ?? " It must be one of \(known.map(\.quotedForMessage).joined(separator: ", "))."
}

/// A key with any name, to read all keys.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
  /// Returns the value of a key, or a default if it is missing.
  func decode<Value: Decodable>(_ key: Key, or value: @autoclosure () -> Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? value()
  }

  /// Returns the value of a key, or `nil` if it is missing.
  func decode<Value: Decodable>(optional key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Returns the word of a key, or a default if it is missing.
  func decode<Word: RawRepresentable & CaseIterable & Decodable>(
    _ key: Key, or value: @autoclosure () -> Word
  ) throws -> Word where Word.RawValue == String {
    let isAbsent = try !contains(key) || decodeNil(forKey: key)
    return isAbsent ? value() : try word(key)
  }

  /// Returns the word of a key.
  func word<Word: RawRepresentable & CaseIterable>(
    _ key: Key
  ) throws -> Word where Word.RawValue == String {
    let text = try decode(String.self, forKey: key)
    guard let word = Word(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(text.quotedForMessage) is not a valid value of"
          + " \(key.stringValue.quotedForMessage)."
          + remedy(for: text, in: Word.allCases.map(\.rawValue)))
    }
    return word
  }
}

extension KeyedDecodingContainer {
  /// Returns the parts of a description under a key. Unknown parts are errors.
  func parts<Parts: Decodable, PartKey: CodingKey & CaseIterable>(
    _ key: Key, _ keys: PartKey.Type
  ) throws -> Parts {
    _ = try superDecoder(forKey: key).members(keys)
    return try decode(Parts.self, forKey: key)
  }

  /// Checks that a description has exactly the members of one of its forms.
  func check(needs needed: [Key], mayHave others: [Key] = []) throws {
    func fail(_ sentence: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: sentence))
    }
    func list(_ keys: [Key]) -> String {
      keys.map(\.stringValue.quotedForMessage).joined(separator: ", ")
    }
    let lacking = needed.filter { !contains($0) }
    guard lacking.isEmpty else {
      throw fail("This must have the members \(list(needed)), but lacks \(list(lacking)).")
    }
    let known = (needed + others).map(\.stringValue)
    let foreign = allKeys.filter { !known.contains($0.stringValue) }
      .sorted { $0.stringValue < $1.stringValue }
    guard foreign.isEmpty else {
      throw fail(
        "This must have no more members than \(list(needed + others)), but has \(list(foreign)).")
    }
  }
}

extension CodingUserInfoKey {
  /// A key that makes an encoder omit the places of declarations, which are not part of the model.
  package static let leavesOutSites = CodingUserInfoKey(rawValue: "armature.leavesOutSites")
}

extension KeyedEncodingContainer {
  /// Encodes a value, unless it is the default value in decoding.
  mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, _ key: Key, unless usual: Value
  ) throws {
    if value != usual { try encode(value, forKey: key) }
  }

  /// Encodes a declaration site, if it is known.
  mutating func encode(_ site: DeclarationSite, _ key: Key, with encoder: any Encoder) throws {
    // All sites compare as equal, so this inspects their members.
    if site.line == 0 && site.file.isEmpty { return }
    if CodingUserInfoKey.leavesOutSites.flatMap({ encoder.userInfo[$0] }) != nil { return }
    try encode(site, forKey: key)
  }
}
