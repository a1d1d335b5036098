/// Checks that each name in braces in a rule's message is a property, a path to a property, or a message parameter.
enum MessageCheck {
  static func check(
    _ message: String?, of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let message, draft.lineages[entity].isComplete else { return }
    for name in MessageSegment.names(in: message) where MessageParameter(rawValue: name) == nil {
      let path = name.split(separator: ".").map(String.init)
      if path.count > 1 {
        check(path, of: entity, at: place, in: draft, &findings)
        continue
      }
      if draft.find(name, in: entity) != nil { continue }
      findings.error(
        .unknownPlaceholder, at: place,
        " must have messages with names of properties in braces, but one has"
          + " {\(name)}, which \(place.entity.inMessage) lacks."
          + draft.propertySuggestion(for: name, in: entity))
    }
  }

  private static func check(
    _ path: [String], of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    var check = PredicateCheck(draft.entities[entity]) { draft.entity(named: $0) }
    let end = check.follow(FetchPath(path))
    var problem = end?.several.map { ", but \($0) leads to several objects." }
    switch check.issues.first?.fact {
    case nil: break
    case .unknownProperty(_, let name, let owner, let nearMiss):
      let suggestion = nearMiss.map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      problem = ", but \(owner) has no \(name.quotedForMessage).\(suggestion)"
    case .some: problem = ", which leads to no value."
    }
    guard let problem else { return }
    findings.error(
      .unknownPlaceholder, at: place,
      " must have messages with paths to a value in braces, or names, and one has"
        + " {\(path.joined(separator: "."))}\(problem)")
  }
}
