import ArmatureModel

/// Finds objects that agree where the model says that no two do.
///
/// A constraint covers the entity that declares it with all its sub-entities. Objects without a
/// value in one of the properties never conflict. Text is compared by its bytes.
struct UniquenessValidator {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  /// The failures of some objects, which are compared with all others of the context.
  ///
  /// - Complexity: O(*n*) in the number of objects of the entities with constraints.
  func failures(among objects: [ManagedObject]) -> [ObjectIdentifier: [ValidationFailure]] {
    var failures: [ObjectIdentifier: [ValidationFailure]] = [:]
    if context.runtime.uniqueEntities.isEmpty { return failures }
    let judged = Set(objects.map(ObjectIdentifier.init))
    for entity in context.runtime.uniqueEntities {
      guard objects.contains(where: { $0.runtime.ancestry.contains(entity.name) }) else { continue }
      let all = context.objects(of: entity.name)
      for constraint in entity.uniquenessConstraints {
        for group in conflicts(in: all, over: constraint.properties) {
          // The first keeps its value; an object that is not judged cannot be blamed.
          let blamed = group.dropFirst().filter { judged.contains(ObjectIdentifier($0)) }
          for object in blamed.isEmpty
            ? group.filter({ judged.contains(ObjectIdentifier($0)) }) : Array(blamed)
          {
            failures[ObjectIdentifier(object), default: []].append(
              // A few of the others will do; all of them, for each, would take quadratic time.
              failure(of: object, constraint, others: group.prefix(4).filter { $0 !== object }))
          }
        }
      }
    }
    return failures
  }

  /// The groups of objects that agree in all of some properties, in the order of the objects.
  private func conflicts(
    in objects: [ManagedObject], over properties: [String]
  ) -> [[ManagedObject]] {
    var places: [[AttributeValue]: Int] = [:]
    var groups: [[ManagedObject]] = []
    var slots: (runtime: EntityRuntime, slots: [RowLayout.Slot])?
    for object in objects {
      if slots?.runtime !== object.runtime {
        slots = (object.runtime, properties.compactMap { object.runtime.slot(named: $0) })
      }
      guard let key = slots?.slots.map({ object.currentValue($0) }), !key.contains(where: \.isNull)
      else { continue }
      if let place = places[key] {
        groups[place].append(object)
      } else {
        places[key] = groups.count
        groups.append([object])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  private func failure(
    of object: ManagedObject, _ constraint: UniquenessConstraint, others: [ManagedObject]
  ) -> ValidationFailure {
    let details = constraint.properties.map { object.failureDetail($0, object[$0] ?? .null) }
    return ValidationFailure(
      entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
      keyPath: constraint.properties.count == 1 ? constraint.properties : [],
      .rule(
        .unique(constraint.properties),
        details: details,
        others: others.prefix(3).map(\.failureObject)),
      value: details.count == 1 ? details[0].value : .null, ruleSite: constraint.site)
  }
}
