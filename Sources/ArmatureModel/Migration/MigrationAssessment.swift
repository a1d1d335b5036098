/// An assessment of the effect that a change has on stored objects. It is based on both models.
///
/// A difference between models states the necessary work. This assessment compares the content of objects before and
/// after the work.
struct MigrationAssessment {
  private let comparison: ModelComparison
  private var old: ManagedObjectModel { comparison.old }
  private var new: ManagedObjectModel { comparison.new }

  typealias Assessment = (effect: MigrationPlan.Effect, reason: String)

  init(_ comparison: ModelComparison) { self.comparison = comparison }

  func step(_ change: ModelDifference.Change) -> MigrationPlan.Step {
    let usual = (effect: MigrationPlan.Effect(change.compatibility), reason: change.reason)
    let (effect, reason) = assessment(of: change) ?? usual
    return MigrationPlan.Step(
      entity: change.entity, property: change.property, fact: change.fact, effect: effect,
      reason: reason, site: site(of: change))
  }

  /// Returns an assessment based on both models. Returns `nil` if the models add nothing to the change itself.
  private func assessment(of change: ModelDifference.Change) -> Assessment? {
    switch change.fact {
    case .entityRemoved: entityRemoved(change.entity)
    case .becameAbstract: becameAbstract(change.entity)
    case .attributeRemoved: attributeRemoved(change)
    case .relationshipAdded(isOptional: true): relationshipAdded(change)
    case .relationshipRemoved: relationshipRemoved(change)
    case .becameTransient: (.mayLose, change.reason)
    case .becameDerived: (.mayLose, "Values that were set are replaced by computed ones.")
    case .typeChanged(let from, let to): typeChanged(from, to, change)
    case .casesChanged(_, let removed) where !removed.isEmpty: casesRemoved(change)
    case .destinationChanged(let from, let to, isWider: false): destinationChanged(from, to)
    case .arityChanged(let from, let to): arityChanged(from, to, change)
    case .inverseChanged(_, let inverse?): inverseChanged(inverse, change)
    default: nil
    }
  }

  // MARK: Entities

  private func entityRemoved(_ name: String) -> Assessment? {
    guard let entity = old[name] else { return nil }
    if entity.isAbstract { return (.lossless, "It has no objects of its own.") }
    var parent = entity.parent.flatMap { old[$0] }
    while let ancestor = parent {
      if let heir = comparison.entities.newNames[ancestor.name].flatMap({ new[$0] }),
        !heir.isAbstract
      {
        return (
          .mayLose, "Its objects are dropped, unless they become objects of \(heir.name.inMessage)."
        )
      }
      parent = ancestor.parent.flatMap { old[$0] }
    }
    return (.mayLose, "Its objects are dropped.")
  }

  private func becameAbstract(_ name: String) -> Assessment? {
    let heirs = new.entities.filter { !$0.isAbstract && new.entity($0.name, isKindOf: name) }
      .map(\.name.inMessage)
    return (
      .needsValue, "Each of its own objects must become one of \(heirs.joined(separator: " or "))."
    )
  }

  // MARK: Attributes

  private func attributeRemoved(_ change: ModelDifference.Change) -> Assessment? {
    guard let attribute = removedProperty(of: change)?.asAttribute else {
      return (.mayLose, change.reason)
    }
    if attribute.isTransient { return (.lossless, "It was not stored.") }
    if attribute.derivation != nil { return (.lossless, "Its values were computed.") }
    return (.mayLose, change.reason)
  }

  private func typeChanged(
    _ from: AttributeType, _ to: AttributeType, _ change: ModelDifference.Change
  ) -> Assessment? {
    if isComputed(change) { return (.lossless, "Its values are computed again.") }
    guard from.conversion(to: to) == .partial else { return nil }
    if to.storage == .string, to.cases == nil {
      return from.hasExactText
        ? (.lossless, "Each value becomes its text, as JSON has it.")
        : (.mayLose, "Each value becomes its text, which may say less than the value.")
    }
    return (
      .mayLose,
      "Each value is checked; a value without an equal in \(to.swiftName) is an obstacle."
    )
  }

  private func casesRemoved(_ change: ModelDifference.Change) -> Assessment {
    isComputed(change)
      ? (.lossless, "Its values are computed again.")
      : (.mayLose, "Each value is checked; a value that is no longer a case is an obstacle.")
  }

  private func isComputed(_ change: ModelDifference.Change) -> Bool {
    newProperty(of: change)?.asAttribute?.derivation != nil
  }

  // MARK: Relationships

  private func relationshipAdded(_ change: ModelDifference.Change) -> Assessment? {
    guard let relationship = newProperty(of: change)?.asRelationship, !relationship.isTransient,
      let inverse = relationship.inverse,
      comparison.hadProperty(inverse, ofEntity: relationship.destination)
    else { return nil }
    let place = ModelDifference.place(relationship.destination, inverse)
    return (.lossless, "Its links are the other side of those of \(place).")
  }

  private func relationshipRemoved(_ change: ModelDifference.Change) -> Assessment? {
    guard let relationship = removedProperty(of: change)?.asRelationship else { return nil }
    if relationship.isTransient { return (.lossless, "It was not stored.") }
    if let inverse = relationship.inverse,
      let entity = comparison.entities.newNames[relationship.destination],
      let name = comparison.properties[entity]?.newNames[inverse],
      let other = new[entity]?.property(named: name)?.asRelationship, !other.isTransient
    {
      let place = ModelDifference.place(entity, name)
      return relationship.arity == .ordered
        ? (.mayLose, "Its links stay as those of \(place), and their order is dropped.")
        : (.lossless, "Its links stay as those of \(place).")
    }
    return (.mayLose, change.reason)
  }

  private func destinationChanged(_ from: String, _ to: String) -> Assessment? {
    // Links to an entity of another hierarchy, or to a sibling, cannot be mapped.
    guard let former = comparison.entities.newNames[from], new.entity(to, isKindOf: former) else {
      return nil
    }
    return (.mayLose, "A link to an object other than a \(to.inMessage) does not fit.")
  }

  private func arityChanged(
    _ from: RelationshipDescription.Arity, _ to: RelationshipDescription.Arity,
    _ change: ModelDifference.Change
  ) -> Assessment? {
    guard let before = formerProperty(of: change)?.asRelationship,
      let after = newProperty(of: change)?.asRelationship
    else { return nil }
    var reason = change.reason
    let (shape, newShape) = (Self.shape(before, in: old), Self.shape(after, in: new))
    if shape != newShape { reason += " It was \(shape), and is \(newShape)." }
    let mayLose = from != .toOne && to == .toOne || from == .ordered
    return (mayLose ? .mayLose : .lossless, reason)
  }

  /// The multiplicity, such as `many-to-one`. If a side is not declared, it counts as many.
  private static func shape(
    _ relationship: RelationshipDescription, in model: ManagedObjectModel
  ) -> String {
    let inverse = relationship.inverse.flatMap { name in
      model[relationship.destination]?.property(named: name)?.asRelationship
    }
    let isOne = inverse.map { !$0.isToMany } ?? false
    return "\(isOne ? "one" : "many")-to-\(relationship.isToMany ? "many" : "one")"
  }

  private func inverseChanged(
    _ inverse: String, _ change: ModelDifference.Change
  ) -> Assessment? {
    guard let relationship = newProperty(of: change)?.asRelationship,
      let destination = new[relationship.destination],
      let other = destination.property(named: inverse)?.asRelationship
    else { return nil }
    if comparison.hadProperty(inverse, ofEntity: destination.name) {
      return (.mayLose, "Both sides had links of their own, which may contradict each other.")
    }
    if !other.isToMany {
      return (
        .mayLose, "Several objects may lead to the same one, which can lead back to only one."
      )
    }
    return (.lossless, "The other side follows from the links.")
  }
}

extension MigrationAssessment {
  // MARK: Declarations

  /// Returns the changed property in the new model. For an element of a composite, this is the whole attribute.
  private func newProperty(of change: ModelDifference.Change) -> PropertyDescription? {
    Self.property(of: change, in: comparison.new[change.entity])
  }

  /// Returns the removed property of the old model.
  private func removedProperty(of change: ModelDifference.Change) -> PropertyDescription? {
    Self.property(of: change, in: comparison.oldEntity(of: change.entity))
  }

  /// Returns the property of the old model that corresponds to the changed one.
  private func formerProperty(of change: ModelDifference.Change) -> PropertyDescription? {
    let names = comparison.properties[change.entity]?.newNames
    return names?.first { $0.value == change.property }
      .flatMap { comparison.oldEntity(of: change.entity)?.property(named: $0.key) }
  }

  private static func property(
    of change: ModelDifference.Change, in entity: EntityDescription?
  ) -> PropertyDescription? {
    change.property.flatMap { $0.split(separator: ".").first }
      .flatMap { entity?.property(named: String($0)) }
  }

  /// Returns the place of the declaration that caused a change.
  private func site(of change: ModelDifference.Change) -> DeclarationSite {
    let entity = comparison.new[change.entity]
    let own: DeclarationSite? =
      switch change.fact {
      case .ruleAdded(let rule), .ruleChanged(_, let rule): rule.site
      case .uniquenessAdded(let names):
        entity?.uniquenessConstraints.first { $0.properties == names }?.site
      case .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved: entity?.site
      case .entityRemoved: comparison.old[change.entity]?.site
      default: nil
      }
    let sites = [own, newProperty(of: change)?.site, entity?.site].compactMap(\.self)
    return sites.first { $0.line > 0 } ?? .unknown
  }
}
