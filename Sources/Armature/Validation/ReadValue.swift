import ArmatureModel

/// A value that was read, or the kind of failure with the value found instead.
enum ReadValue {
  case value(AttributeValue)
  case failure(ValidationFailure.Kind, AttributeValue)
}
