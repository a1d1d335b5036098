import ArmatureModel

/// The identification of the object in reports.
extension ManagedObject {
  /// The ID for a failure; `nil` for an object without a context.
  final var knownID: ManagedObjectID? { row.handle.isNone ? nil : objectID }

  /// The values of the identifying attributes, which identify the object to a person.
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

  /// The failure of an object that a rule or a hook has changed during validation.
  final var changedDuringValidation: ValidationFailure {
    ValidationFailure(
      entity: runtime.entity.name, objectID: objectID, label: label, .changedDuringValidation)
  }

  /// Returns a value that a rule reads, with its label if it is an object.
  final func failureDetail(_ name: String, _ value: AttributeValue) -> ValidationFailure.Detail {
    guard case .object(let id) = value else { return ValidationFailure.Detail(name, value) }
    return ValidationFailure.Detail(
      name, value, label: graph?.object(for: id)?.label)
  }
}
