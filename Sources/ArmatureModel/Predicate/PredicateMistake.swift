/// A mistake in the text of a condition, at a place counted in bytes.
///
/// A class: what a function may throw takes room in the stack at each call, of which there are many
/// within each other.
final class PredicateMistake: Error {
  let offset: Int
  /// What must be, and what is instead.
  let reason: String
  let remedy: String?

  init(_ offset: Int, _ reason: String, remedy: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
  }

  static func tooDeep(_ offset: Int) -> PredicateMistake {
    PredicateMistake(
      offset,
      "There must be at most \(Nesting.depthLimit) parts within each other, but this is deeper."
    )
  }
}
