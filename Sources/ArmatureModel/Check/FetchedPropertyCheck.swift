/// Checks what a fetched property finds, and by which condition.
enum FetchedPropertyCheck {
  private static let variables: Set<String> = ["FETCH_SOURCE", "FETCHED_PROPERTY"]

  static func check(
    _ property: FetchedPropertyDescription, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let destination = draft.positions[property.destination] else {
      RelationshipCheck.unknownDestination(property.destination, at: place, in: draft, &findings)
      return
    }
    ConditionCheck(draft, subject: "\(place)", variables: variables)
      .check(property.predicate, about: destination, at: place, &findings)
  }
}
