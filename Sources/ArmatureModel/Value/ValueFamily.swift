/// Values of one family can be compared with each other.
enum ValueFamily: Hashable, Sendable {
  case number, text, truth, date, day, data, uuid, url, list, composite
  /// An object of the entity of a name; `nil` where that is not known.
  case object(String?)
  case objects
  /// The constant `nil`.
  case absent
  /// The value of a variable, or of something that has been reported already.
  case unknown
}
