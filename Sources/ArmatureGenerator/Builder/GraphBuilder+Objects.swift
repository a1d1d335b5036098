import Armature

/// Objects and their values.
extension GraphBuilder {
  /// Inserts an object of an entity, or of a sub-entity if the entity is abstract.
  func insert(_ name: String) throws -> ManagedObject {
    var name = name
    if plans.model[name]?.isAbstract == true {
      name = random.element(of: plans.model.concreteEntities(of: name)) ?? name
    }
    let plan = plans.plan(of: name)
    // Values come first, so that the index reads the object only when it is complete.
    let values = plan.attributes.map { attribute in
      !attribute.isRequired && random.oneIn(5) ? .null : value(for: attribute, plan)
    }
    let object = try context.insert(name)
    for (attribute, value) in zip(plan.attributes, values) {
      set(attribute, of: object, to: value)
    }
    made.append(object)
    own.insert(ObjectIdentifier(object))
    return object
  }

  func set(
    _ attribute: EntityPlan.AttributePlan, of object: ManagedObject, to value: AttributeValue
  ) {
    // A rejected value leaves the attribute unchanged; validation reports that.
    try? object.setValue(value.isNull ? nil : value, forKey: attribute.name)
  }

  /// Returns a value for an attribute. It is unique if a constraint requires that.
  func value(
    for attribute: EntityPlan.AttributePlan, _ plan: EntityPlan, isStrict: Bool = false,
    tries: Int = ValueSampler.tries
  ) -> AttributeValue {
    let sampler = isStrict ? attribute.strict : attribute.usual
    guard let position = attribute.constraint else {
      return sampler.sample(&random, tries: tries)
    }
    let constraint = plan.constraints[position]
    func isNew(_ value: AttributeValue) -> Bool {
      !context.hasObject(of: constraint.entity, with: value, for: attribute.name)
    }
    if !exhausted.contains(constraint) {
      for _ in 0..<min(100, tries) {
        let value = sampler.sample(&random, tries: tries)
        if isNew(value) { return value }
      }
      // If random values collide, countable values are tried in order: from the position of the last call, and once
      // from the start, because values may have become free.
      for start in [memory.cursors[constraint, default: 0], 0] {
        var cursor = start
        while let value = sampler.value(at: cursor) {
          cursor += 1
          memory.cursors[constraint] = cursor
          if isNew(value) { return value }
        }
        if start == 0 { break }
      }
      exhausted.insert(constraint)
    }
    return sampler.sample(&random, tries: tries)
  }
}
