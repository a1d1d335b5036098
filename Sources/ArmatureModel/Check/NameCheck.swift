/// Checks that the names of entities and properties are valid and unique.
///
/// Names can contain almost all characters, including quotes and emoji. The exceptions are control characters, which
/// are invisible, and three characters with a special meaning: the dot of key paths, the `@` of aggregates and the `$`
/// of variables. The name `^` is reserved for paths that leave a quantifier.
enum NameCheck {
  static func checkEntity(
    _ position: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let entity = draft.declarations[position]
    if let reason = reason(against: entity.name) {
      findings.error(.invalidName, at: place, " must have a name \(reason).")
    }
    if entity.configurations.contains(where: isBlank) {
      findings.error(
        .invalidName, at: place, " must be in configurations with names, but one has none.")
    }
    guard let first = draft.positions[entity.name], first != position else { return }
    findings.error(
      .duplicateEntity, at: place,
      " must be declared once, but is declared again\(seeAlso(draft.declarations[first].site))."
        + " Rename one, or remove it.")
  }

  /// - Returns: True if the name refers to this property, and not to another property of the same name.
  static func checkProperty(
    _ property: PropertyDescription, _ position: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) -> Bool {
    let name = property.name
    if let reason = reason(against: name) {
      findings.error(.invalidName, at: place, " must have a name \(reason).")
    } else {
      checkReserved(property, at: place, &findings)
    }
    if draft.duplicates.contains(position), let first = draft.tables[position.entity][name] {
      let site = draft.entities[position.entity].ownProperties[first].site
      findings.error(
        .duplicateProperty, at: place,
        " must be declared once, but is declared again\(seeAlso(site)). Rename one, or remove it.")
      return false
    }
    if let parent = draft.lineages[position.entity].parent,
      let inherited = draft.find(name, in: parent)
    {
      let entity = place.entity.inMessage
      let ancestor = draft.declarations[inherited.entity].name.inMessage
      findings.error(
        .redefinedProperty, at: place,
        " must not be declared again, but \(entity) inherits one from \(ancestor)"
          + "\(draft[inherited].site.phrase). Rename one, or remove it.")
      return false
    }
    for other in draft.namesakes[name] ?? [] {
      guard let found = draft.find(other, in: position.entity),
        found.entity != position.entity || found.property < position.property
      else { continue }
      findings.error(
        .ambiguousHash, at: place,
        " must have another name, since objects cannot distinguish it from "
          + "\(draft.name(of: found)): both"
          + " names have the same hash. Rename one.")
    }
    return true
  }

  /// Checks the name of an element of a composite. The names of members of objects may be used there.
  static func checkElement(
    _ name: String, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    guard let reason = reason(against: name) else { return }
    findings.error(.invalidName, at: place, " must have a name \(reason).")
  }

  private static func checkReserved(
    _ property: PropertyDescription, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    guard let hidden = ReservedNames.place(hiding: property) else { return }
    let name = property.name.quotedForMessage
    switch hidden {
    case .objects:
      let other = property.name.prefixed(by: place.entity).quotedForMessage
      findings.error(
        .reservedName, at: place,
        " must have another name, since every object has a member \(name). Call it \(other), and"
          + " read its data with .key(\(name)).")
    case .views:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in typed views, which have a member \(name). Read it there as"
          + " view.managedObject[\(name)], or rename it.")
    case .conditions:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in conditions, whose parts have a member \(name). Write $0[\(name)] there, or"
          + " rename it.")
    case .collections:
      findings.warning(
        .hiddenName, at: place,
        " is hidden in typed conditions after a to-many relationship, whose objects have a "
          + "member \(name). Rename it if conditions use it there.")
    }
  }

  static func isBlank(_ name: String) -> Bool {
    name.allSatisfy(\.isWhitespace)
  }

  private static func reason(against name: String) -> String? {
    // Nearly all names are valid by their bytes alone.
    if name.isWord {
      return name.isEmpty ? "with at least one character, but has an empty one" : nil
    }
    if isBlank(name) { return "with visible characters, but has only blanks" }
    if name == "^" { return "other than \"^\", which leads out of a quantifier in a path" }
    for scalar in name.unicodeScalars {
      switch scalar {
      case ".": return "without a dot, which separates the names in a key path, but has one"
      case "@": return "without \"@\", which starts an aggregate in a key path, but has one"
      case "$": return "without \"$\", which starts a variable in a condition, but has one"
      case "\u{2028}", "\u{2029}": return "on one line, but has a line separator"
      default:
        if scalar.properties.generalCategory == .control {
          return "without control characters, but has one"
        }
      }
    }
    return nil
  }

  private static func seeAlso(_ site: DeclarationSite) -> String {
    let text = site.phrase
    return text.isEmpty ? "" : "; the first is\(text)"
  }
}

extension String {
  /// Returns the name with the entity as a prefix: `bookState` for `state` and `Book`.
  fileprivate func prefixed(by entity: String) -> String {
    entity.prefix(1).lowercased() + entity.dropFirst() + prefix(1).uppercased() + dropFirst()
  }
}
