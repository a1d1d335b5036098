/// Checks the names and predicates of fetch templates.
enum FetchTemplateCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft, _ seen: inout Set<String>,
    _ findings: inout ModelFindings
  ) {
    for template in draft.declarations[entity].fetchTemplates {
      let place = place.at(template.site)
      let name = template.name.quotedForMessage
      if template.name.isEmpty {
        findings.error(
          .invalidName, at: place, " must have fetch templates with names, but one has none.")
      } else if !seen.insert(template.name).inserted {
        findings.error(
          .duplicateFetchTemplate, at: place,
          " must have fetch templates with unique names, but the model has another \(name). "
            + "Rename one of them.")
      }
      ConditionCheck(
        draft, subject: "\(place), fetch template \(name)",
        variables: Set(template.predicate.variables)
      )
      .check(template.predicate, about: entity, at: place, &findings)
    }
  }
}
