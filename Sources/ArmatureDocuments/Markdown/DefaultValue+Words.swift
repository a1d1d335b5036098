package import ArmatureModel

extension DefaultValue {
  /// Returns the description of a default for new objects. The closure converts a constant to text.
  package func inWords(_ constant: (AttributeValue) -> String) -> String {
    switch self {
    case .constant(let value): constant(value)
    case .now: "the time of creation"
    case .uuid: "a new identifier"
    case .computed: "computed"
    }
  }
}
