/// The library's side of creation: an entity with the ten attributes and defaults of `PlainItem`.
enum OurCreation {
  static let object = "object"
  static let customClass = "custom-class"

  /// Objects outside any context: made, kept in an array, dropped together.
  static func create(_ count: Int) -> [Subject] {
    []
  }

  /// Objects inserted into a new context (identity map, registration), dropped with it.
  static func insert(_ count: Int) -> [Subject] {
    []
  }

  /// `Subject.measured(object, .bytes) { try heapPerObject { … } }`.
  static func memory() -> [Subject] {
    []
  }
}
