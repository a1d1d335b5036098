import ArmatureModel

extension AttributeType {
  /// The type that generated source uses: the storage type, because the source declares no types of its own.
  var inSource: AttributeType {
    if case .list(let element) = storage { .list(element.inSource) } else { storage }
  }
}
