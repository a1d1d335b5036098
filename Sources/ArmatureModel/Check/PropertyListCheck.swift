/// Checks the properties of a constraint or an index, which stores compare: `Unique(…)` or `Index(…)`.
struct PropertyListCheck {
  private let draft: ModelDraft
  private let entity: Int
  private let word: String
  private let place: DeclarationPlace

  init(_ draft: ModelDraft, _ entity: Int, word: String, at place: DeclarationPlace) {
    self.draft = draft
    self.entity = entity
    self.word = word
    self.place = place
  }

  /// - Returns: True if the list is valid.
  func check(_ names: [String], _ findings: inout ModelFindings) -> Bool {
    if names.isEmpty {
      findings.error(
        .emptyPropertyList, at: place,
        " must name at least one property in \(word)(…), but names none.")
      return false
    }
    if let twice = names.firstDuplicate {
      findings.error(
        .repeatedProperty, at: place,
        " must name each property once in \(word)(…), but names \(twice.quotedForMessage) twice.")
      return false
    }
    var isSound = true
    for name in names {
      guard let found = draft.find(name, in: entity) else {
        isSound = false
        if draft.lineages[entity].isComplete { unknown(name, &findings) }
        continue
      }
      guard let reason = draft[found].reasonNotToCompare else { continue }
      isSound = false
      findings.error(
        .unsupportedProperty, at: place,
        " must name stored values that can be compared in \(word)(…), but"
          + " \(name.quotedForMessage) is \(reason).")
    }
    return isSound
  }

  private func unknown(_ name: String, _ findings: inout ModelFindings) {
    findings.error(
      .unknownProperty, at: place,
      " must name its own properties in \(word)(…), but "
        + (NamelessMember.reason(name).map { "one is of type \($0)" }
          ?? "\(name.quotedForMessage) is not one."
          + draft.propertySuggestion(for: name, in: entity)))
  }
}

extension PropertyDescription {
  /// The reason why stores cannot compare values of the property, or `nil`.
  fileprivate var reasonNotToCompare: String? {
    switch self {
    case .fetched: return "a fetched property"
    case .relationship(let relationship):
      if relationship.isTransient { return "transient" }
      return relationship.isToMany ? "a to-many relationship" : nil
    case .attribute(let attribute):
      if attribute.isTransient { return "transient" }
      switch attribute.type.storage {
      case .composite: return "a composite"
      case .list: return "a list"
      case .data: return "data"
      default: return nil
      }
    }
  }
}
