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
