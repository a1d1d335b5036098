import ArmatureModel

/// One computation of derived values. All have the same date, and a derivation from members is compiled once for all
/// objects of an entity.
final class DerivationRun {
  private let date: EvaluationDate
  /// The loops over members by entity and property; `nil` for other derivations.
  private var loops: [Int: MemberLoop?] = [:]

  init(_ graph: ObjectGraph) { date = EvaluationDate(graph) }

  /// Returns the derived value of a property of an object.
  func value(of property: StoredProperty, _ derivation: FetchExpression, _ object: ManagedObject)
    -> AttributeValue
  {
    // Most derivations read many members, and a loop makes no list of them.
    if let loop = loop(property, derivation, object), let value = loop.value(for: object) {
      return value
    }
    return PredicateEvaluator(object: object, date: date).value(of: derivation)
  }

  private func loop(
    _ property: StoredProperty, _ derivation: FetchExpression, _ object: ManagedObject
  ) -> MemberLoop? {
    let key = object.shape.index << 16 | Int(property.place.index)
    if let known = loops[key] { return known }
    let made = MemberLoop(derivation, of: object.runtime.entity.name, object.runtime.tree)
    loops.updateValue(made, forKey: key)
    return made
  }
}
