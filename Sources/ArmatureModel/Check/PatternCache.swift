/// The compiled patterns of a model. Each pattern is compiled once, even if several rules use it.
final class PatternCache {
  private var results: [String: Result<TextPattern, TextPattern.SyntaxError>] = [:]

  /// Returns the error in a pattern, or `nil` for a valid pattern.
  func error(in source: String) -> TextPattern.SyntaxError? {
    if case .failure(let error) = result(of: source) { error } else { nil }
  }

  /// Returns whether a text matches a pattern. Returns `true` if the pattern is invalid.
  func matches(_ text: String, _ source: String) -> Bool {
    if case .success(let pattern) = result(of: source) { pattern.matches(text) } else { true }
  }

  private func result(of source: String) -> Result<TextPattern, TextPattern.SyntaxError> {
    if let result = results[source] { return result }
    let result = Result { () throws(TextPattern.SyntaxError) in try TextPattern(source) }
    results[source] = result
    return result
  }
}
