import ArmatureModel

extension ValidationFailure {
  /// Returns the failure for a number or a date without a JSON and CSV form.
  static func withoutText(
    _ value: AttributeValue, _ type: AttributeType, keyPath: [String], entity: String,
    objectID: ManagedObjectID?, label: String? = nil, severity: ValidationRule.Severity = .error
  ) -> ValidationFailure {
    ValidationFailure(
      entity: entity, objectID: objectID, label: label, keyPath: keyPath, .outOfRange(type),
      severity: severity, value: value,
      customMessage:
        "{place} must be {type} that JSON can write, but is {value}. Change it; a copy of the store keeps it."
    )
  }
}

extension AttributeValue {
  /// True if JSON and CSV have no form for the value, or for a value in it.
  var isWithoutText: Bool {
    switch self {
    case .double(let number): return !number.isFinite
    case .decimal(let number): return number.isNaN
    case .date(let date):
      var json = JSONOutput()
      return !json.date(date)
    case .zonedDate(let zoned): return zoned.text == nil
    case .list(let values): return values.contains(where: \.isWithoutText)
    case .composite(let parts): return parts.values.contains(where: \.isWithoutText)
    default: return false
    }
  }
}
