/// Checks the destination and counts of a relationship.
enum RelationshipCheck {
  static func check(
    _ relationship: RelationshipDescription, of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    if let destination = draft.positions[relationship.destination] {
      // Report it only once for a relationship and its inverse.
      if relationship.inverse == nil || entity <= destination {
        checkConfigurations(
          draft.declarations[entity], draft.declarations[destination], at: place, &findings)
      }
    } else {
      unknownDestination(relationship.destination, at: place, in: draft, &findings)
    }
    checkCounts(relationship, at: place, &findings)
    MessageCheck.check(relationship.countMessage, of: entity, at: place, in: draft, &findings)
    SilencingCheck.check(relationship.silenced, at: place, &findings)
  }

  static func unknownDestination(
    _ name: String, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    findings.error(
      .unknownDestination, at: place,
      " leads to the entity \(name.quotedForMessage), which the model lacks."
        + draft.suggestions.entity(for: name))
  }

  private static func checkCounts(
    _ relationship: RelationshipDescription, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    let (minimum, maximum) = (relationship.minimumCount, relationship.maximumCount)
    if maximum == RelationshipDescription.maximumOfNone {
      findings.error(
        .zeroMaximumCount, at: place,
        " must allow one object at least, but has a maximum count of 0. Remove the bound, or the"
          + " relationship.")
    } else if minimum < 0 || maximum < 0 {
      let count = minimum < 0 ? minimum : maximum
      findings.error(
        .negativeCount, at: place, " must have counts of 0 or more, but has \(count).")
    } else if !relationship.isToMany {
      if minimum > 1 || maximum > 1 {
        findings.error(
          .countOnToOne, at: place,
          " leads to one object and must have no count above 1, but has \(max(minimum, maximum))."
            + " Make it .toMany, or remove the count.")
      }
    } else if maximum > 0, minimum > maximum {
      findings.error(
        .reversedCounts, at: place,
        " must have a minimum count up to its maximum of \(maximum), but has \(minimum).")
    } else if maximum == 1 {
      findings.warning(
        .toManyOfOne, at: place,
        " leads to one object at most. Make it .toOne, which can be read without a loop.")
    }
  }

  private static func checkConfigurations(
    _ source: EntityDescription, _ destination: EntityDescription, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    guard !source.configurations.isEmpty, !destination.configurations.isEmpty,
      Set(source.configurations).isDisjoint(with: destination.configurations)
    else { return }
    findings.warning(
      .acrossConfigurations, at: place,
      " leads to \(destination.name.inMessage), with which \(source.name.inMessage) shares no"
        + " configuration. Stores keep no links to other stores; put both into one.")
  }
}

/// Finds delete rules that leave objects in an undesirable state.
enum DeleteRuleCheck {
  static func check(
    _ relationship: RelationshipDescription, _ position: ModelDraft.PropertyPosition,
    at place: DeclarationPlace, in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard !relationship.isOwned, let inverseName = relationship.inverse,
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
