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
