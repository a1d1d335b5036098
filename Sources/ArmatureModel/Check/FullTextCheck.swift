extension ModelDraft {
  /// Returns the full-text index of an entity, and the entity that declares it.
  func fullText(of entity: Int) -> (index: IndexDescription, entity: Int)? {
    var (seen, current): (Set<Int>, Int?) = ([], entity)
    while let entity = current, seen.insert(entity).inserted {
      if let index = declarations[entity].indexes.first(where: \.isFullText) {
        return (index, entity)
      }
      current = lineages[entity].parent
    }
    return nil
  }
}

/// Checks a full-text index: `FullText("title", "author.name")`.
enum FullTextCheck {
  /// With greater weights, relevance would no longer be a number.
  private static let greatestWeight = 1e6

  static func check(
    _ index: IndexDescription, _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let names = index.elements.map(\.property)
    if let twice = names.firstDuplicate {
      findings.error(
        .repeatedProperty, at: place,
        " must name each property once in FullText(…), but names \(twice.quotedForMessage) twice.")
    }
    for element in index.elements {
      if !(element.weight > 0 && element.weight <= greatestWeight) {
        findings.error(
          .invalidWeight, at: place,
          " must have positive weights in FullText(…), but \(element.property.quotedForMessage) has"
            + " \(element.weight). Use 1 for the usual weight, and at most a million.")
      }
      check(element.property, entity, at: place, in: draft, &findings)
    }
    let own = draft.declarations[entity].indexes.filter(\.isFullText)
    let inherited = draft.lineages[entity].parent.flatMap { draft.fullText(of: $0) }
    if own.count > 1 || inherited != nil {
      findings.error(
        .repeatedFullText, at: place,
        " must have one full-text index, but has "
          + (inherited.map {
            "one of \(draft.declarations[$0.entity].name.quotedForMessage) as well"
          }
            ?? "\(own.count)") + ". Name all properties in one FullText(…).")
    }
  }

  /// Follows a path to a text.
  private static func check(
    _ name: String, _ start: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let steps = FetchPath(dotted: name).names
    var entity = start
    for (position, step) in steps.enumerated() {
      guard let found = draft.find(step, in: entity) else {
        if draft.lineages[entity].isComplete {
          findings.error(
            .unknownProperty, at: place,
            " must name properties in FullText(…), but \(draft.declarations[entity].name.quotedForMessage)"
              + " has none named \(step.quotedForMessage)."
              + draft.propertySuggestion(for: step, in: entity))
        }
        return
      }
      let isLast = position == steps.count - 1
      let reason: String?
      switch draft[found] {
      case .attribute(let attribute) where isLast:
        reason = attribute.isTransient ? "transient" : attribute.reasonNotToSearch
      case .relationship(let relationship) where !isLast:
        reason =
          relationship.isTransient
          ? "transient" : relationship.isToMany ? "a to-many relationship" : nil
        if reason == nil {
          guard let next = draft.positions[relationship.destination] else { return }
          entity = next
          continue
        }
      case .attribute: reason = "an attribute, which leads no further"
      case .relationship: reason = "a relationship"
      case .fetched: reason = "a fetched property"
      }
      guard let reason else { return }
      findings.error(
        .unsupportedProperty, at: place,
        " must name stored texts in FullText(…), or paths to them across to-one relationships, but"
          + " \(name.quotedForMessage) is \(reason).")
      return
    }
  }
}

extension AttributeDescription {
  /// The reason why the attribute cannot be searched, or `nil`.
  fileprivate var reasonNotToSearch: String? {
    type.storage == .string ? nil : type.inMessage
  }
}
