/// Checks the destination, predicate and order of a fetched property.
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
    for order in property.orderedBy {
      check(order, of: destination, at: place, in: draft, &findings)
    }
    if let limit = property.limit, limit < 0 {
      findings.error(
        .invalidCondition, at: place,
        " must have a limit of at least 0, but has \(limit). Leave it out for all objects.")
    }
  }

  /// Checks that a sort order has a single value that can be ordered.
  private static func check(
    _ order: FetchOrder, of destination: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    if order.comparator != nil {
      findings.error(
        .invalidCondition, at: place,
        " must be sorted by orders that can be encoded, but the order by \(order) has a "
          + "comparator, which is"
          + " code. Sort with options, or fetch with that order.")
    }
    let condition = ConditionCheck(draft, subject: "\(place), order by \(order)")
    guard condition.check(order.expression, about: destination, at: place, &findings) else {
      return
    }
    let kind = condition.kind(of: order.expression, about: destination)
    switch kind.family {
    case .object, .objects, .list, .composite, .json:
      findings.error(
        .invalidCondition, at: place,
        " must be sorted by one value with an order, but \(order) is \(kind.phrase).")
    case .number, .text, .truth, .date, .day, .data, .uuid, .url, .absent, .unknown: break
    }
  }
}

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
