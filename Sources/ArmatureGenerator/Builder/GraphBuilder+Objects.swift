import Armature

/// Objects and their values.
extension GraphBuilder {
  /// Inserts an object of an entity, or of one that inherits from it if it is abstract.
  func insert(_ name: String) throws -> ManagedObject {
    var name = name
    if plans.model[name]?.isAbstract == true {
      name = random.element(of: plans.model.concreteEntities(under: name)) ?? name
    }
    let plan = plans.plan(of: name)
    // Values first: the index need not look at the object until it has all of them.
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
    // A refused value leaves the attribute as it is; validation reports that.
    try? object.setValue(value.isNull ? nil : value, forKey: attribute.name)
  }

  /// A value for an attribute that differs from those of other objects if it has to.
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
      // Random values are used up: countable values are tried in order, from the place that the last call
      // has reached, and once more from the start for values that have become free since.
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
