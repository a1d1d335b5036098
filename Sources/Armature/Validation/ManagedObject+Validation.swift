public import ArmatureModel

/// Validation on request. Invalid states are legal in between; saving is what refuses them.
extension ManagedObject {
  /// Everything that is wrong with the object by the rules of its entity, uniqueness included.
  ///
  /// - Complexity: O(1) for a valid object in the number of objects, unless something is unique.
  public final func validate() -> ValidationReport {
    guard let owner else { return ValidationReport(ObjectValidator(self).failures()) }
    return ObjectGraphValidator(owner).report(on: [self], for: .inspection)
  }

  /// Everything that is wrong with the object and all objects that its relationships lead to.
  public final func validateGraph() -> ValidationReport {
    guard let owner else { return validate() }
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var objects = [self]
    var next = 0
    while next < objects.count {
      let object = objects[next]
      next += 1
      for slot in object.runtime.layout.relationshipSlots {
        for related in object.related(slot)
        where seen.insert(ObjectIdentifier(related)).inserted {
          objects.append(related)
        }
      }
    }
    return ObjectGraphValidator(owner).report(on: objects, for: .inspection)
  }

  /// Whether the rules of the entity hold that speak of this object alone, warnings included.
  ///
  /// - Complexity: O(1); the fast way to ask, about 12 ns per rule.
  public final var isValid: Bool { runtime.program.isValid(self) }

  /// Checks a value for an attribute without setting it, and returns it in the attribute's type.
  ///
  /// Core Data: `validateValue(_:forKey:)`, which coerces where nothing is lost.
  ///
  /// - Throws: ``ManagedObjectError`` for an unknown key, ``ValidationReport`` for a bad value.
  @discardableResult public final func validateValue(
    _ value: (any AttributeConvertible)?, forKey key: String
  ) throws -> AttributeValue {
    let slot = try slot(forKey: key)
    let value = value?.attributeValue ?? .null
    guard let attribute = slot.property.asAttribute else {
      throw ManagedObjectError.wrongType(
        entity: runtime.entity.name, property: key, expected: Self.typeName(slot),
        found: value.phrase)
    }
    let judged = attribute.judge(value)
    guard judged.findings.isEmpty else {
      throw ValidationReport(
        judged.findings.map { finding in
          ValidationFailure(
            entity: runtime.entity.name, objectID: number == 0 ? nil : objectID, label: label,
            keyPath: [key] + finding.path, finding.kind,
            severity: finding.rule?.severity ?? .error, value: finding.value,
            ruleSite: finding.rule?.site ?? attribute.site, customMessage: finding.rule?.message)
        })
    }
    return judged.value
  }
}

extension ManagedObjectContext {
  /// Everything that is wrong with the objects of the context, saved or not.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func validate() -> ValidationReport {
    // Most objects are valid by rules that look at nothing else: they are only walked over.
    var rest: [ManagedObject] = []
    identityMap.forEach { object in
      if object.row.state.contains(.deleted) { return }
      let runtime = object.runtime
      if runtime.isJudgedAlone && runtime.program.isValid(object) { return }
      rest.append(object)
    }
    return ObjectGraphValidator(self).report(on: rest, for: .inspection)
  }
}
