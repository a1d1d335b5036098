import ArmatureModel

/// How reports name the object.
extension ManagedObject {
  /// The ID for a failure; none for an object that is in no context.
  final var knownID: ManagedObjectID? { row.handle.isNone ? nil : objectID }

  /// What identifies the object to a human: the values of its identifying attributes.
  final var label: String? {
    let identifying = runtime.identifyingProperties
    if identifying.isEmpty { return nil }
    return ValidationFailure.label(
      for: identifying.map { hasFaded ? row.fadedValue($0.place) : attribute($0.place) })
  }

  /// The object, for a failure of another one.
  final var failureObject: ValidationFailure.Object {
    ValidationFailure.Object(entity: runtime.entity.name, id: objectID, label: label)
  }

  /// The failure of an object that a rule or a hook has changed while it was validated.
  final var changedDuringValidation: ValidationFailure {
    ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label, .changedDuringValidation)
  }

  /// The kind of a failure with the values of the properties that the message of its rule names.
  final func completing(
    _ kind: ValidationFailure.Kind, _ rule: ValidationRule?, _ keyPath: [String],
    _ value: AttributeValue
  ) -> ValidationFailure.Kind {
    guard let message = rule?.message,
      case .rule(let requirement, let actual, var details, let others) = kind
    else { return kind }
    for name in MessageSegment.names(in: message)
    where !details.contains(where: { $0.name == name }) {
      let path = name.split(separator: ".").map(String.init)
      if path.count > 1 {
        let found = PredicateEvaluator(object: self).result(of: .keyPath(FetchPath(path)))
        details.append(failureDetail(name, found.first))
        continue
      }
      guard let property = runtime.property(named: name) else { continue }
      // The value may be one that the object is only about to get.
      let isOwn = keyPath == [name] && !value.isNull
      details.append(
        isOwn
          ? ValidationFailure.Detail(name, value) : failureDetail(name, currentValue(property)))
    }
    return .rule(requirement, actual: actual, details: details, others: others)
  }

  /// A value that a rule reads, with its label if it is an object.
  final func failureDetail(_ name: String, _ value: AttributeValue) -> ValidationFailure.Detail {
    guard case .object(let id) = value else { return ValidationFailure.Detail(name, value) }
    return ValidationFailure.Detail(
      name, value, label: graph?.object(for: id)?.label)
  }
}
