import ArmatureModel

/// The patterns and searches of a predicate, each compiled once.
struct CompiledPatterns {
  private struct Key: Hashable {
    var comparison: FetchPredicate.Comparison
    var options: FetchPredicate.Options
    var source: String
  }

  private var patterns: [Key: TextPattern] = [:]
  private var searches: [Key: SearchQuery] = [:]

  init() {}

  init(_ predicate: FetchPredicate) {
    FetchNode.predicate(predicate).forEach { node, _ in
      guard
        case .predicate(
          .comparison(let left, let comparison, .constant(.string(let source)), let options, _)) =
          node
      else { return }
      let key = Key(comparison: comparison, options: options, source: source)
      switch comparison {
      case .like, .matches: patterns[key] = try? TextPattern(source, comparison, options)
      case .search: searches[key] = SearchQuery(source, options, in: left)
      default: break
      }
    }
  }

  /// Returns whether texts satisfy a search. A query that is not constant is parsed each time.
  func finds(
    _ texts: [AttributeValue], _ source: String, _ options: FetchPredicate.Options,
    in searched: FetchExpression
  ) -> Bool {
    let key = Key(comparison: .search, options: options, source: source)
    return (searches[key] ?? SearchQuery(source, options, in: searched)).holds(for: texts)
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
