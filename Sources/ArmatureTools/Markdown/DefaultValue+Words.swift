package import ArmatureModel

extension DefaultValue {
  /// What new objects get, in words; a constant as it is shown.
  package func inWords(_ constant: (AttributeValue) -> String) -> String {
    switch self {
    case .constant(let value): constant(value)
    case .now: "the time of creation"
    case .uuid: "a new identifier"
    case .computed: "computed"
    }
  }
}
