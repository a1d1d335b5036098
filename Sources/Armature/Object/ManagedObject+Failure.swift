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
      for: identifying.map { hasDroppedValues ? row.droppedValue($0.place) : attribute($0.place) })
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

  /// A value that a rule reads, with its label if it is an object.
  final func failureDetail(_ name: String, _ value: AttributeValue) -> ValidationFailure.Detail {
    guard case .object(let id) = value else { return ValidationFailure.Detail(name, value) }
    return ValidationFailure.Detail(
      name, value, label: graph?.object(for: id)?.label)
  }
}
