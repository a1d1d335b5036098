/// The library's side of validation: an entity with the attributes and rules of `BookRules`.
enum OurValidation {
  static let object = "object"
  static let pattern = "match"

  /// Validates `count` valid objects, made beforehand, each by itself.
  static func subjects(_ count: Int) -> [Subject] {
    []
  }

  /// Matches the texts with the pattern, compiled beforehand, by ``matchAll(_:_:)``.
  static func match(_ pattern: String, _ texts: [String]) -> [Subject] {
    []
  }
}
