import ArmatureModel

/// A value that was read, or why there is none, with what stands there instead.
enum ReadValue {
  case value(AttributeValue)
  case failure(ValidationFailure.Kind, AttributeValue)
}
