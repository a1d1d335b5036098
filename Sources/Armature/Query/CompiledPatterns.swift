import ArmatureModel

/// The patterns of a predicate, each compiled once.
struct CompiledPatterns {
  private struct Key: Hashable {
    var comparison: FetchPredicate.Comparison
    var options: FetchPredicate.Options
    var source: String
  }

  private var patterns: [Key: TextPattern] = [:]

  init() {}

  init(_ predicate: FetchPredicate) {
    FetchNode.predicate(predicate).forEach { node, _ in
      guard
        case .predicate(
          .comparison(_, let comparison, .constant(.string(let source)), let options, _)) = node,
        comparison == .like || comparison == .matches
      else { return }
      let key = Key(comparison: comparison, options: options, source: source)
      patterns[key] = try? TextPattern(source, comparison, options)
    }
  }

  /// Returns whether a string matches a pattern. A pattern that is not constant is compiled each time.
  func matches(
    _ text: String, _ comparison: FetchPredicate.Comparison, _ source: String,
    _ options: FetchPredicate.Options
  ) -> Bool {
    let key = Key(comparison: comparison, options: options, source: source)
    guard let pattern = patterns[key] ?? (try? TextPattern(source, comparison, options)) else {
      return false
    }
    return pattern.matches(TextPattern.prepare(text, comparison, options))
  }
}
