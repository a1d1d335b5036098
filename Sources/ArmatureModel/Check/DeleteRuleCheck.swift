/// Finds delete rules that leave objects in an undesirable state.
enum DeleteRuleCheck {
  static func check(
    _ relationship: RelationshipDescription, _ position: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard let inverseName = relationship.inverse,
      let destination = draft.positions[relationship.destination],
      let found = draft.find(inverseName, in: destination),
      case .relationship(let inverse) = draft[found]
    else { return }
    switch relationship.deleteRule {
    case .noAction:
      findings.warning(
        .danglingDeleteRule, at: place,
        " does nothing on deletion, so \(draft.name(of: found)) would lead to deleted objects."
          + " Use .nullify, .cascade or .deny.")
    case .nullify:
      if !inverse.isOptional && !inverse.isToMany {
        findings.warning(
          .nullifiedRequired, at: place,
          " nullifies \(draft.name(of: found)) on deletion, which is required, so its objects"
            + " become invalid. Use .cascade or .deny, or make it optional.")
      }
    case .cascade:
      checkCascade(relationship, position, inverse, found, at: place, in: draft, &findings)
    case .deny: break
    }
  }

  private static func checkCascade(
    _ relationship: RelationshipDescription, _ position: ModelDraft.PropertyPosition,
    _ inverse: RelationshipDescription, _ found: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    if inverse.deleteRule == .cascade {
      // Report it only once, at the first side.
      guard (position.entity, position.property) <= (found.entity, found.property) else { return }
      let other = found == position ? "is its own inverse" : "so does \(draft.name(of: found))"
      findings.warning(
        .cascadeBothWays, at: place,
        " cascades, and \(other): deleting one object deletes all that are linked."
          + " Let one side nullify.")
    } else if inverse.isToMany {
      findings.warning(
        .sharedCascade, at: place,
        " cascades to objects that others share through \(draft.name(of: found))."
          + " Use .nullify or .deny.")
    }
  }
}
