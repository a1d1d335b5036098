import ArmatureModel

/// A failure of a composite's element, or of a part of a JSON value.
struct ElementFailure {
  let path: [String]
  let kind: ValidationFailure.Kind
  let rule: ValidationRule
  let value: AttributeValue

  /// Returns the failure with the path from the value around the element.
  func inside(_ name: String) -> ElementFailure {
    ElementFailure(path: path.keyPath(from: name), kind: kind, rule: rule, value: value)
  }
}
