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
      case .json: return "a JSON value"
      case .data: return "data"
      default: return nil
      }
    }
  }
}

/// Checks the properties of indexes.
enum IndexCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    for index in draft.declarations[entity].indexes {
      let place = place.at(index.site)
      let names = index.elements.map(\.property)
      if index.elements.contains(where: { $0.kind == .fullText }) && index.isOfOneKind {
        FullTextCheck.check(index, entity, at: place, in: draft, &findings)
        continue
      }
      let isSound = PropertyListCheck(draft, entity, word: "Index", at: place)
        .check(names, &findings)
      if !index.isOfOneKind {
        findings.error(
          .mixedIndex, at: place,
          " must have indexes of one kind each, but one over \(names.inMessage) mixes several"
            + " kinds of elements. Declare an index for each kind.")
      } else if isSound {
        checkRectangles(index, entity, at: place, in: draft, &findings)
      }
      if let predicate = index.predicate {
        ConditionCheck(draft, subject: "\(place), index over \(names.inMessage)")
          .check(predicate, about: entity, at: place, &findings)
      }
    }
  }

  private static func checkRectangles(
    _ index: IndexDescription, _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    for element in index.elements where element.kind == .rTree {
      guard let found = draft.find(element.property, in: entity) else { continue }
      let type = draft[found].asAttribute?.type
      if let type, type.isNumeric { continue }
      findings.error(
        .unsupportedProperty, at: place,
        " must have R-tree indexes over numbers, but \(element.property.quotedForMessage) is"
          + " \(type?.inMessage ?? "a relationship"). Use .binary.")
    }
  }
}

extension IndexDescription {
  fileprivate var isOfOneKind: Bool { Set(elements.map(\.kind)).count <= 1 }
}

/// Checks the uniqueness constraints of an entity.
enum UniquenessCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let own = draft.declarations[entity].uniquenessConstraints
    checkIdentities(entity, own, at: place, in: draft, &findings)
    if own.isEmpty { return }
    let inherited = draft.entities[entity].uniquenessConstraints.dropLast(own.count)
    var seen = Set(inherited.map { Set($0.properties) })
    for constraint in own {
      let place = place.at(constraint.site)
      let list = PropertyListCheck(draft, entity, word: "Unique", at: place)
      guard list.check(constraint.properties, &findings) else { continue }
      if !seen.insert(Set(constraint.properties)).inserted {
        findings.warning(
          .duplicateUniqueness, at: place,
          " declares twice that \(constraint.properties.inMessage) is unique. Remove one.")
      }
      checkDefault(of: constraint, entity, at: place, in: draft, &findings)
    }
  }

  /// Checks that identifying attributes are unique, since objects are found by the constraint.
  private static func checkIdentities(
    _ entity: Int, _ own: [UniquenessConstraint], at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard draft.traits[entity].contains(.identities) else { return }
    let unique = Set(own.lazy.filter { $0.properties.count == 1 }.flatMap(\.properties))
    for property in draft.declarations[entity].ownProperties {
      guard case .attribute(let attribute) = property, attribute.isIdentifying,
        !unique.contains(attribute.name)
      else { continue }
      findings.error(
        .identityWithoutUniqueness, at: place.property(property),
        " identifies objects and must be unique by itself, but \(place.entity.inMessage) has no uniqueness"
          + " constraint of it alone. Add one, as identifying() does.")
    }
  }

  private static func checkDefault(
    of constraint: UniquenessConstraint, _ entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard constraint.properties.count == 1, let name = constraint.properties.first,
      let found = draft.find(name, in: entity), case .attribute(let attribute) = draft[found],
      case .constant(let value)? = attribute.defaultValue, !value.isNull
    else { return }
    findings.warning(
      .uniqueDefault, at: place.property(.attribute(attribute)).at(place.site),
      " is unique, but new objects share the default \(value). Remove it, or use a closure.")
  }
}
