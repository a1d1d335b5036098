/// Checks that renamed entities and properties can be identified in the earlier version.
enum RenamingCheck {
  /// The renaming identifiers in use, with the first name that uses each.
  struct Identifiers {
    /// The current names.
    fileprivate var names: Set<String> = []
    fileprivate var owners: [String: String] = [:]

    fileprivate mutating func add(_ name: String, _ identifier: String?) {
      names.insert(name)
      if let identifier, owners[identifier] == nil { owners[identifier] = name }
    }
  }

  static func entityIdentifiers(in draft: ModelDraft) -> Identifiers? {
    guard draft.declarations.contains(where: { $0.renamingIdentifier != nil }) else { return nil }
    var identifiers = Identifiers()
    for entity in draft.declarations { identifiers.add(entity.name, entity.renamingIdentifier) }
    return identifiers
  }

  static func propertyIdentifiers(of entity: Int, in draft: ModelDraft) -> Identifiers? {
    guard draft.has(.earlierNames, entity) else { return nil }
    var identifiers = Identifiers()
    for property in draft.entities[entity].properties {
      identifiers.add(property.name, property.renamingIdentifier)
    }
    return identifiers
  }

  static func checkEntity(
    _ position: Int, _ identifiers: Identifiers?, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    let entity = draft.declarations[position]
    guard let identifiers, let identifier = entity.renamingIdentifier, draft.isFirst(position)
    else { return }
    check(entity.name, identifier, identifiers, prefix: "", at: place, &findings)
  }

  static func check(
    _ property: PropertyDescription, _ identifiers: Identifiers?, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    guard let identifiers, let identifier = property.renamingIdentifier else { return }
    let prefix = place.entity.inMessage + "."
    check(property.name, identifier, identifiers, prefix: prefix, at: place, &findings)
  }

  private static func check(
    _ name: String, _ identifier: String, _ identifiers: Identifiers, prefix: String,
    at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    if NameCheck.isBlank(identifier) {
      findings.error(
        .invalidName, at: place, " must have an earlier name with visible characters, but has none."
      )
    } else if let owner = identifiers.owners[identifier], owner != name {
      findings.error(
        .duplicateRenaming, at: place,
        " must have an earlier name of its own, but \(prefix)\(owner.inMessage) was called"
          + " \(identifier.quotedForMessage), too.")
    } else if identifier != name, identifiers.names.contains(identifier) {
      findings.warning(
        .renamedFromPresent, at: place,
        " was called \(identifier.quotedForMessage), but \(prefix)\(identifier.inMessage) still "
          + "exists. Its old data goes to \(place).")
    }
  }
}

extension PropertyDescription {
  /// The name in an earlier version of the model.
  var renamingIdentifier: String? {
    switch self {
    case .attribute(let attribute): attribute.renamingIdentifier
    case .relationship(let relationship): relationship.renamingIdentifier
    case .fetched: nil
    }
  }
}
