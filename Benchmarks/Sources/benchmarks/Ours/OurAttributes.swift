/// The library's side of attribute access.
enum OurAttributes {
  static let byName = "by-name"
  static let typedView = "typed-view"
  static let customClass = "custom-class"
  /// By a `String` known at run time only.
  static let byKey = "by-key"

  /// One subject per way that the operation can be done, shaped like `PlainSample.subject(_:)`.
  static func subjects(_ operation: AttributeOperation) -> [Subject] {
    []
  }
}
