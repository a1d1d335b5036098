public import ArmatureModel

/// Validation on request. Invalid states are legal in between; saving is what refuses them.
extension ManagedObject {
  /// Everything that is wrong with the object by the rules of its entity, uniqueness included.
  ///
  /// For a deleted object that is what keeps its deletion from being saved. An object that was let go
  /// of has this one failure, and so has one whose context is gone, if its rules need others.
  ///
  /// - Complexity: O(1) for a valid object in the number of objects, unless something is unique.
  public final func validate() -> ValidationReport {
    if let goneFailure { return ValidationReport([goneFailure]) }
    guard let graph else { return ValidationReport(ObjectValidator(self).failures()) }
    return validate([self], graph)
  }

  /// What there is to say of an object that has lost its context, and with it all others.
  private var goneFailure: ValidationFailure? {
    let isLeftAlone =
      hasDroppedValues || !shape.pointee.links.isEmpty || shape.pointee.hasUniqueIndexes
    guard row.state.contains(.gone), isLeftAlone else { return nil }
    return ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label,
      .gone(withContext: row.state.contains(.contextGone)))
  }

  /// Everything that is wrong with the object and all objects that its relationships lead to.
  ///
  /// - Complexity: O(*n*) in the number of objects and links that are reached.
  public final func validateGraph() -> ValidationReport {
    guard let graph else { return validate() }
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var objects = [self]
    var next = 0
    while next < objects.count {
      let object = objects[next]
      next += 1
      for property in object.runtime.links {
        for related in object.related(property.place)
        where seen.insert(ObjectIdentifier(related)).inserted {
          objects.append(related)
        }
      }
    }
    return validate(objects, graph)
  }

  private func validate(_ objects: [ManagedObject], _ graph: ObjectGraph) -> ValidationReport {
    let validator = ObjectGraphValidator(graph)
    // The closure of a rule may let go of the context.
    guard let context = graph.context else { return validator.report(on: objects) }
    return withExtendedLifetime(context) {
      context.withDerivedValues { validator.report(on: objects) }
    }
  }

  /// Whether the rules of the entity about this object alone hold, warnings included.
  ///
  /// - Complexity: O(1); the fast way to ask, about 12 ns per rule.
  public final var isValid: Bool {
    if row.state.contains(.gone), goneFailure != nil { return false }
    if shape.pointee.concernsDerivations { return keepsRulesWhenDerived }
    if hasRuleClosures { return ObjectValidator(self).failures().isEmpty }
    return keepsRules || lacksOthersOnly
  }

  /// Whether rules are closures over the object: the validator runs each once, and is asked at once.
  @inline(__always) final var hasRuleClosures: Bool {
    shape.pointee.runtime._withUnsafeGuaranteedRef { runtime in
      runtime.uncountedProgram._withUnsafeGuaranteedRef { $0.hasClosures }
    }
  }

  /// Whether the rules hold with the derived values that a save would compute.
  @inline(never) private final var keepsRulesWhenDerived: Bool {
    guard let context = graph?.context else { return keepsRules || lacksOthersOnly }
    return context.withDerivedValues { ValidationReport(ObjectValidator(self).failures()) }.isEmpty
  }

  /// Whether all conditions about this object alone hold: what does not is for `ObjectValidator` to tell.
  @inline(__always) final var keepsRules: Bool {
    shape.pointee.runtime._withUnsafeGuaranteedRef { runtime in
      runtime.uncountedProgram._withUnsafeGuaranteedRef { $0.isValid(self) }
    }
  }

  /// Whether only conditions do not hold over what related objects lack, which is no failure here.
  ///
  /// Out of line: inlined, it made validation a fifth slower.
  @inline(never) private final var lacksOthersOnly: Bool {
    !runtime.program.isLocal && ObjectValidator(self).failures().isEmpty
  }

  /// Checks a value for an attribute without setting it, and returns it in the attribute's type.
  ///
  /// A relationship is validated with its object, by ``validate()``: it has another side. A class is
  /// asked, too, by ``validate(_:forKey:)``. Core Data: `validateValue(_:forKey:)`, which
  /// coerces where nothing is lost.
  ///
  /// - Throws: ``ManagedObjectError`` for an unknown key, ``ValidationReport`` for a bad value.
  @discardableResult public final func validateValue(
    _ value: (any PropertyConvertible)?, forKey key: String
  ) throws -> AttributeValue {
    let property = try property(forKey: key)
    let found = value?.propertyValue
    let attribute = try attribute(property)
    guard let value = found == nil ? .null : AttributeValue.from(found)
    else {
      throw ManagedObjectError.wrongType(
        entity: runtime.entity.name, property: key, expected: Self.typeName(property),
        found: found?.phrase ?? "nothing")
    }
    let validated = attribute.validate(value)
    guard validated.findings.isEmpty else {
      throw ValidationReport(
        validated.findings.map { finding in
          ValidationFailure(
            entity: runtime.entity.name, objectID: knownID, label: label,
            keyPath: [key] + finding.path,
            completing(finding.kind, finding.rule, [key] + finding.path, finding.value),
            severity: finding.rule?.severity ?? .error, value: finding.value,
            ruleSite: finding.rule?.site ?? attribute.site, customMessage: finding.rule?.message)
        })
    }
    if runtime.validatedProperties.contains(where: { $0.name == key }) {
      var report = ValidationReport()
      callValueHook(validated.value, property, &report)
      guard report.isValid else { throw report }
    }
    return validated.value
  }
}
