import ArmatureModel

/// A failure of a composite's element.
struct ElementFailure {
  let path: [String]
  let kind: ValidationFailure.Kind
  let rule: ValidationRule
  let value: AttributeValue
}
