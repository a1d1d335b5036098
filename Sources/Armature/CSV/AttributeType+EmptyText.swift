import ArmatureModel

extension AttributeType {
  var isList: Bool { if case .list = self { true } else { false } }

  /// True if an empty string in a cell is a value of the type.
  var hasEmptyText: Bool { isList || self == .string || self == .data }
}
