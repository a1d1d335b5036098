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
