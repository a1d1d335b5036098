import ArmatureModel

extension AttributeType {
  /// The type that generated source uses. This is the storage type, because the source does not declare types of its
  /// own.
  var inSource: AttributeType {
    if case .list(let element) = storage { .list(element.inSource) } else { storage }
  }
}
