import ArmatureModel

extension AttributeType {
  /// The type that a source names: what values are kept as, since it declares no types of their own.
  var inSource: AttributeType {
    if case .list(let element) = storage { .list(element.inSource) } else { storage }
  }
}
