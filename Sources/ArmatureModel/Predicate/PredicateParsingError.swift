/// A syntax error in the text of a predicate, at a byte offset.
///
/// This is a class because each call reserves stack space for the errors that it may throw, and the parser is deeply
/// recursive.
final class PredicateParsingError: Error {
  let offset: Int
  /// The expected text and the actual text.
  let reason: String
  let remedy: String?

  init(_ offset: Int, _ reason: String, remedy: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
  }

  static func tooDeep(_ offset: Int) -> PredicateParsingError {
    PredicateParsingError(
      offset,
      "Expected at most \(Nesting.depthLimit) nested parts, but this is deeper."
    )
  }
}
