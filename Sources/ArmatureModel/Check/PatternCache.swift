/// The patterns of a model, each compiled once however many rules use it.
final class PatternCache {
  private var results: [String: Result<TextPattern, TextPattern.SyntaxError>] = [:]

  /// Why a text is no pattern; `nil` if it is one.
  func error(in source: String) -> TextPattern.SyntaxError? {
    if case .failure(let error) = result(of: source) { error } else { nil }
  }

  /// Whether a text matches a pattern; everything matches what is no pattern.
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
