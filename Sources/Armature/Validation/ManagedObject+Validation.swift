public import ArmatureModel

/// Validation on request. Invalid states are allowed in between; only a save rejects them.
extension ManagedObject {
  /// Validates the object against all rules of its entity, including uniqueness, and returns every failure.
  ///
  /// If you have deleted the object, the report contains the reasons that prevent the deletion, such as a delete rule.
  /// An object that was removed from its context cannot be validated, so its report contains only a failure that says
  /// so. The result is the same if a rule needs other objects and the context no longer exists.
  ///
  /// - Complexity: O(1) in the number of objects, if the object is valid and its entity has no uniqueness rules.
  public final func validate() -> ValidationReport {
    if let invalidatedFailure { return ValidationReport([invalidatedFailure]) }
    guard let graph else { return ValidationReport(ObjectValidator(self).failures()) }
    return validate([self], graph)
  }

  /// The failure of an object that has lost its context, and with it all related objects.
  private var invalidatedFailure: ValidationFailure? {
    let isLeftAlone =
      hasDroppedValues || !shape.links.isEmpty || shape.hasUniqueIndexes
    guard row.state.contains(.invalidated), isLeftAlone else { return nil }
    return ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label,
      .invalidated(withContext: row.state.contains(.contextDeallocated)))
  }

  /// Validates the object and all objects that its relationships lead to, and returns every failure.
  ///
  /// - Complexity: O(*n*) in the number of reached objects and links.
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
    // The closure of a rule may release the context.
    guard let context = graph.context else { return validator.report(on: objects) }
    return withExtendedLifetime(context) {
      context.withDerivedValues { validator.report(on: objects) }
    }
  }

  /// A Boolean value that indicates whether the object satisfies the rules that concern only this object.
  ///
  /// The value is `false` if any of these rules fails, even if the failure is only a warning. Uniqueness is not
  /// checked, because it concerns other objects as well.
  ///
  /// - Complexity: O(1). This is the fastest check, and takes about 12 ns for each rule.
  public final var isValid: Bool {
    if row.state.contains(.invalidated), invalidatedFailure != nil { return false }
    if shape.concernsDerivations { return keepsRulesWhenDerived }
    if hasRuleClosures { return ObjectValidator(self).failures().isEmpty }
    return keepsRules || lacksOthersOnly
  }

  /// True if rules have closures over the object. The validator, which runs each closure once, then runs immediately.
  @inline(__always) final var hasRuleClosures: Bool {
    shape.runtime._withUnsafeGuaranteedRef { runtime in
      runtime.uncountedProgram._withUnsafeGuaranteedRef { $0.hasClosures }
    }
  }

  /// True if the rules hold with the derived values that a save would compute.
  @inline(never) private final var keepsRulesWhenDerived: Bool {
    guard let context = graph?.context else { return keepsRules || lacksOthersOnly }
    return context.withDerivedValues { ValidationReport(ObjectValidator(self).failures()) }.isEmpty
  }

  /// True if all conditions about this object alone hold. `ObjectValidator` finds the failures of the others.
  @inline(__always) final var keepsRules: Bool {
    shape.runtime._withUnsafeGuaranteedRef { runtime in
      runtime.uncountedProgram._withUnsafeGuaranteedRef { $0.isValid(self) }
    }
  }

  /// True if only conditions fail that read missing values of related objects. These are not failures of this object.
  ///
  /// Out of line: inlined, it made validation a fifth slower.
  @inline(never) private final var lacksOthersOnly: Bool {
    !runtime.program.isLocal && ObjectValidator(self).failures().isEmpty
  }

  /// Validates a value for an attribute without setting it, and returns the value in the type of the attribute.
  ///
  /// Use this method to check the input of a form before you set it. A value of another type is converted if nothing is
  /// lost by the conversion. If a custom class overrides ``validate(_:forKey:)``, this method calls the override as
  /// well.
  ///
  /// You can validate only attributes in this way. To validate a relationship, set it and call ``validate()``.
  ///
  /// Core Data: `validateValue(_:forKey:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the key is unknown, or ``ValidationReport`` if the value is invalid.
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
            keyPath: finding.path.keyPath(from: key),
            completing(
              finding.kind, finding.rule, finding.path.keyPath(from: key), finding.value),
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
