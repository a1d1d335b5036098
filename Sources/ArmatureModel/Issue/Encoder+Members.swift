extension CodingUserInfoKey {
  /// Tells an encoder to leave out where things were declared, which is nothing of the model.
  package static let leavesOutSites = CodingUserInfoKey(rawValue: "armature.leavesOutSites")
}

extension KeyedEncodingContainer {
  /// Encodes a value, unless it is the one that decoding puts in the place of none.
  mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, _ key: Key, unless usual: Value
  ) throws {
    if value != usual { try encode(value, forKey: key) }
  }

  /// Encodes where something was declared, if that is known.
  mutating func encode(_ site: DeclarationSite, _ key: Key, with encoder: any Encoder) throws {
    // Sites are equal whatever they are.
    if site.line == 0 && site.file.isEmpty { return }
    if CodingUserInfoKey.leavesOutSites.flatMap({ encoder.userInfo[$0] }) != nil { return }
    try encode(site, forKey: key)
  }
}
