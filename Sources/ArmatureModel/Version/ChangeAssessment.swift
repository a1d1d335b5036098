/// An assessment of the effect that a change has on stored objects. It is based on both models.
///
/// The kind of a change states the necessary work. This assessment compares the content of objects before and after the
/// work.
struct ChangeAssessment {
  let comparison: ModelComparison
  private var old: ManagedObjectModel { comparison.old }
  private var new: ManagedObjectModel { comparison.new }

  /// The relationships that could lead to objects of an entity with another parent; empty if no parent changed.
  private let links: [Link]

  typealias Assessment = (compatibility: ModelDifference.Compatibility, reason: String)

  /// A relationship with its old and new destinations.
  private struct Link {
    let place: String
    let formerDestination: String
    let destination: String
  }

  init(_ comparison: ModelComparison) {
    self.comparison = comparison
    let movesEntities = comparison.changes.contains { change in
      if case .parentChanged = change.fact { true } else { false }
    }
    links = movesEntities ? Self.links(of: comparison) : []
  }

  /// Returns the change with the compatibility and the reason that follow from both models.
  func assessed(_ change: ModelDifference.Change) -> ModelDifference.Change {
    guard let assessment = assessment(of: change) else { return change }
    var change = change
    (change.compatibility, change.reason) = assessment
    return change
  }

  /// Returns an assessment based on both models. Returns `nil` if the models add nothing to the change itself.
  private func assessment(of change: ModelDifference.Change) -> Assessment? {
    switch change.fact {
    case .entityRemoved: entityRemoved(change.entity)
    case .parentChanged: parentChanged(change)
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
    if entity.isAbstract { return (.lightweight, "It has no objects of its own.") }
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
      .needsMapping,
      "Each of its own objects must become one of \(heirs.joined(separator: " or "))."
    )
  }

  private func parentChanged(_ change: ModelDifference.Change) -> Assessment? {
    guard let former = comparison.oldEntity(of: change.entity),
      let link = links.first(where: { link in
        old.entity(former.name, isKindOf: link.formerDestination)
          && !new.entity(change.entity, isKindOf: link.destination)
      })
    else { return nil }
    return (.mayLose, "\(change.reason) A link of \(link.place) to one of them does not fit.")
  }

  /// Returns the stored relationships that both models have, in the order of the new model.
  private static func links(of comparison: ModelComparison) -> [Link] {
    comparison.new.entities.flatMap { entity -> [Link] in
      guard let former = comparison.oldEntity(of: entity.name) else { return [] }
      let names = comparison.properties[entity.name]?.newNames ?? [:]
      return names.sorted { $0.key < $1.key }.compactMap { oldName, name in
        guard let before = former.property(named: oldName)?.asRelationship, !before.isTransient,
          let after = entity.property(named: name)?.asRelationship, !after.isTransient
        else { return nil }
        return Link(
          place: ModelDifference.place(entity.name, name), formerDestination: before.destination,
          destination: after.destination)
      }
    }
  }

  // MARK: Attributes

  private func attributeRemoved(_ change: ModelDifference.Change) -> Assessment? {
    guard let attribute = removedProperty(of: change)?.asAttribute else {
      return (.mayLose, change.reason)
    }
    if attribute.isTransient { return (.lightweight, "It was not stored.") }
    if attribute.derivation != nil { return (.lightweight, "Its values were computed.") }
    return (.mayLose, change.reason)
  }

  private func typeChanged(
    _ from: AttributeType, _ to: AttributeType, _ change: ModelDifference.Change
  ) -> Assessment? {
    if isComputed(change) { return (.lightweight, "Its values are computed again.") }
    guard from.conversion(to: to) == .partial else { return nil }
    if to.storage == .string, to.cases == nil {
      return from.hasExactText
        ? (.lightweight, "Each value becomes its text, as JSON has it.")
        : (.mayLose, "Each value becomes its text, which may say less than the value.")
    }
    return (
      .mayLose,
      "Each value is checked; a value without an equal in \(to.swiftName) is an obstacle."
    )
  }

  private func casesRemoved(_ change: ModelDifference.Change) -> Assessment {
    isComputed(change)
      ? (.lightweight, "Its values are computed again.")
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
    return (.lightweight, "Its links are the other side of those of \(place).")
  }

  private func relationshipRemoved(_ change: ModelDifference.Change) -> Assessment? {
    guard let relationship = removedProperty(of: change)?.asRelationship else { return nil }
    if relationship.isTransient { return (.lightweight, "It was not stored.") }
    if let inverse = relationship.inverse,
      let entity = comparison.entities.newNames[relationship.destination],
      let name = comparison.properties[entity]?.newNames[inverse],
      let other = new[entity]?.property(named: name)?.asRelationship, !other.isTransient
    {
      let place = ModelDifference.place(entity, name)
      return relationship.arity == .ordered
        ? (.mayLose, "Its links stay as those of \(place), and their order is dropped.")
        : (.lightweight, "Its links stay as those of \(place).")
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
    return (mayLose ? .mayLose : .lightweight, reason)
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
    return (.lightweight, "The other side follows from the links.")
  }
}

extension ChangeAssessment {
  // MARK: Declarations

  /// Returns the changed property in the new model. For an element of a composite, this is the whole attribute.
  func newProperty(of change: ModelDifference.Change) -> PropertyDescription? {
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
}
