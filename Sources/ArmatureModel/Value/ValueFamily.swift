/// A family of values that can be compared with each other.
enum ValueFamily: Hashable, Sendable {
  case number, text, truth, date, day, data, uuid, url, list, composite
  /// An object of the named entity, or of an unknown entity.
  case object(String?)
  case objects
  /// The constant `nil`.
  case absent
  /// The value of a variable, or of an expression with an issue that was already reported.
  case unknown
}
