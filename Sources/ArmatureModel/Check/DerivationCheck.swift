/// Checks the expressions of derived attributes.
enum DerivationCheck {
  static func check(
    _ attribute: AttributeDescription, of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard let derivation = attribute.derivation else { return }
    let condition = ConditionCheck(draft, subject: "\(place), derivation")
    guard condition.check(derivation, about: entity, at: place, &findings) else { return }
    let result = condition.kind(of: derivation, about: entity)
    guard !result.isUncertain, result.family != PredicateKind(attribute.type).family else { return }
    findings.error(
      .derivationType, at: place,
      " must be derived from \(attribute.type.inMessage), but \(derivation) is \(result.phrase).")
  }

  /// Finds derived attributes that depend on themselves. Each cycle is reported once.
  static func checkCycles(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard draft.traits[entity].contains(.derivations) else { return }
    let derived = draft.entities[entity].ownProperties.compactMap { property in
      property.asAttribute.flatMap { attribute in
        attribute.derivation.map { (attribute: attribute, reads: directReads(of: $0)) }
      }
    }
    let reads = Dictionary(
      derived.map { ($0.attribute.name, $0.reads) }, uniquingKeysWith: { first, _ in first })
    var reported: Set<String> = []
    for (attribute, _) in derived where !reported.contains(attribute.name) {
      guard let cycle = cycle(from: attribute.name, reads) else { continue }
      reported.formUnion(cycle)
      findings.error(
        .derivationCycle, at: place.property(.attribute(attribute)),
        " must not be derived from itself, but is: \(cycle.joined(separator: " → ")).")
    }
  }

  /// Returns the properties of the same object that an expression reads.
  private static func directReads(of derivation: FetchExpression) -> [String] {
    derivation.paths.filter { $0.count == 1 }.compactMap(\.first)
  }

  /// Returns a path of names that leads from a name back to the same name. The name is at both ends of the path.
  private static func cycle(from start: String, _ reads: [String: [String]]) -> [String]? {
    var previous: [String: String] = [:]
    var pending = [start]
    while let name = pending.popLast() {
      for next in reads[name] ?? [] {
        if next == start {
          var path = [start]
          var current = name
          while current != start {
            path.append(current)
            current = previous[current] ?? start
          }
          path.append(start)
          return path.reversed()
        }
        if previous[next] == nil, reads[next] != nil {
          previous[next] = name
          pending.append(next)
        }
      }
    }
    return nil
  }
}
