/// Checks that a relationship and its inverse agree.
enum InverseCheck {
  static func check(
    _ relationship: RelationshipDescription, _ position: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard let name = relationship.inverse, let problem = draft.inverseIssues[position] else {
      if relationship.inverse == nil, draft.positions[relationship.destination] != nil {
        findings.warning(
          .missingInverse, at: place,
          " has no inverse: objects at the other end do not know of its links."
            + remedy(for: relationship, position, in: draft))
      }
      return
    }
    let destination = relationship.destination.inMessage
    switch problem {
    case .unknown:
      findings.error(
        .unknownInverse, at: place,
        " names the inverse \(name.quotedForMessage), which \(destination) lacks."
          + remedy(for: name, relationship, position, in: draft))
    case .notARelationship(let target):
      findings.error(
        .inverseNotARelationship, at: place,
        " names the inverse \(draft.name(of: target)), which must be a relationship, but is"
          + " \(draft[target].kindInMessage)."
          + remedy(for: name, relationship, position, in: draft))
    case .leadsElsewhere(let target):
      let inverse =
        target == position ? "itself as its inverse" : "the inverse \(draft.name(of: target))"
      let source = place.entity.inMessage
      let end = draft[target].asRelationship?.destination.inMessage ?? ""
      findings.error(
        .inverseLeadsElsewhere, at: place,
        " names \(inverse), which must lead to \(source), but leads to \(end).")
    case .belongsToParent(let target):
      let parent = draft.declarations[target.entity].name.inMessage
      findings.error(
        .inverseLeadsElsewhere, at: place,
        " leads to \(destination), but its inverse \(draft.name(of: target)) leads back from every"
          + " \(parent). Let it lead to \(parent), or declare the inverse in \(destination).")
    case .namesAnother(let target, let inverse):
      findings.error(
        .inverseNotMutual, at: place,
        " names the inverse \(draft.name(of: target)), which must name"
          + " \(relationship.name.quotedForMessage) in turn, but names \(inverse.quotedForMessage)."
      )
    case .taken(let target, let other):
      findings.error(
        .inverseNotMutual, at: place,
        " names the inverse \(draft.name(of: target)), which must have one inverse, but"
          + " \(draft.name(of: other)) names it, too.")
    }
  }

  /// Suggests the only relationship that leads back and has no inverse. If no such relationship exists, suggests a new
  /// one.
  private static func remedy(
    for relationship: RelationshipDescription, _ position: ModelDraft.PropertyPosition,
    in draft: ModelDraft
  ) -> String {
    let source = draft.declarations[position.entity].name
    let back = (draft.entity(named: relationship.destination)?.ownProperties ?? [])
      .compactMap(\.asRelationship).filter {
        $0.destination == source && $0.inverse == nil
          && !(relationship.destination == source && $0.name == relationship.name)
      }
    guard back.count == 1, let only = back.first else {
      return " Declare one in \(relationship.destination.inMessage)."
    }
    return " Did you mean inverse: \(only.name.quotedForMessage)?"
  }

  /// Suggests a relationship with a similar name, or the only one that leads back.
  private static func remedy(
    for name: String, _ relationship: RelationshipDescription,
    _ position: ModelDraft.PropertyPosition, in draft: ModelDraft
  ) -> String {
    guard let destination = draft.entity(named: relationship.destination) else { return "" }
    let relationships = destination.relationships
    let near = draft.suggestions.name(for: name, among: relationships.count) {
      relationships.map(\.name)
    }
    if !near.isEmpty { return near }
    let source = draft.declarations[position.entity].name
    let back = relationships.filter { $0.destination == source && $0.name != relationship.name }
    guard back.count == 1, let only = back.first else { return "" }
    return " Did you mean \(only.name.quotedForMessage)?"
  }
}

extension PropertyDescription {
  /// The kind with an article: `an attribute`.
  var kindInMessage: String {
    switch self {
    case .attribute: "an attribute"
    case .relationship: "a relationship"
    case .fetched: "a fetched property"
    }
  }
}
