/// Checks that the JSON keys of entities, and of the properties of each entity, are unique.
enum KeyCheck {
  /// Returns the first entity of each key.
  static func entityKeys(in draft: ModelDraft) -> [String: Int] {
    Dictionary(
      draft.declarations.enumerated().map { ($1.key ?? $1.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  static func checkEntity(
    _ position: Int, _ keys: [String: Int], at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let entity = draft.declarations[position]
    if entity.key == "" { empty(at: place, &findings) }
    // Two entities with the same name also share their key, but only the name is reported.
    guard draft.isFirst(position), let first = keys[entity.key ?? entity.name], first != position,
      draft.declarations[first].name != entity.name
    else { return }
    shared(
      entity.key ?? entity.name, draft.declarations[first].name.inMessage, at: place, &findings)
  }

  /// Returns the first property of each key, or `nil` if all keys are names, which are unique.
  static func propertyKeys(of entity: Int, in draft: ModelDraft) -> [String: String]? {
    guard draft.has(.keys, entity) else { return nil }
    var keys: [String: String] = [:]
    for property in draft.entities[entity].properties {
      if case .fetched = property { continue }
      if keys[property.key] == nil { keys[property.key] = property.name }
    }
    return keys
  }

  static func check(
    _ property: PropertyDescription, _ keys: [String: String]?, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard let keys else { return }
    if property.key.isEmpty { return empty(at: place, &findings) }
    if case .fetched = property { return }
    guard let first = keys[property.key], first != property.name else { return }
    shared(property.key, "\(place.entity.inMessage).\(first.inMessage)", at: place, &findings)
  }

  private static func empty(at place: DeclarationPlace, _ findings: inout ModelFindings) {
    findings.error(
      .invalidKey, at: place,
      " must have a JSON key with at least one character, but has an empty one.")
  }

  private static func shared(
    _ key: String, _ other: String, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    findings.error(
      .duplicateKey, at: place,
      " must have a JSON key of its own, but shares \(key.quotedForMessage) with \(other)."
        + " Change one of the keys.")
  }
}
