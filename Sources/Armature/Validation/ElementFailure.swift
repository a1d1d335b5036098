import ArmatureModel

/// What is wrong with an element of a composite.
struct ElementFailure {
  let path: [String]
  let kind: ValidationFailure.Kind
  let rule: ValidationRule
  let value: AttributeValue
}
