/// Checks that what the message of a rule has in braces is a property, or a parameter of messages.
enum MessageCheck {
  static func check(
    _ rule: ValidationRule, of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let message = rule.message, draft.lineages[entity].isComplete else { return }
    for name in MessageSegment.names(in: message)
    where MessageParameter(rawValue: name) == nil && draft.find(name, in: entity) == nil {
      findings.error(
        .unknownPlaceholder, at: place,
        " must have messages with names of properties in braces, but one has"
          + " {\(name)}, which \(place.entity.inMessage) lacks."
          + draft.propertySuggestion(for: name, in: entity))
    }
  }
}
