/// Suggestions for misspelled names in a model.
///
/// A model may have a thousand entities, each with a misspelled parent. All searches in a model together therefore
/// compare at most a million pairs of names. Issues after that have no suggestions.
final class NameSuggestions {
  private let names: [String]
  private lazy var entities = names.map(NearMissSearch.Candidate.init)
  private var comparisonsLeft = 1_000_000

  init(entities names: [String]) { self.names = names }

  /// Returns the end of a message about an unknown entity: a suggestion as a question, or nothing.
  func entity(for name: String) -> String {
    guard take(names.count), let search = NearMissSearch(name) else { return "" }
    return Self.question(search.closest(of: entities))
  }

  /// Returns the end of a message about another unknown name.
  func name(for name: String, among count: Int, _ names: () -> [String]) -> String {
    take(count) ? suggestion(for: name, in: names()) : ""
  }

  private func take(_ comparisons: Int) -> Bool {
    guard comparisons <= comparisonsLeft else { return false }
    comparisonsLeft -= comparisons
    return true
  }

  fileprivate static func question(_ name: String?) -> String {
    name.map { " Did you mean \($0.quotedForMessage)?" } ?? ""
  }
}

/// Returns the end of a message about an unknown name: a suggestion as a question, or nothing.
func suggestion(for name: String, in names: some Sequence<String>) -> String {
  NameSuggestions.question(nearMiss(name, in: names))
}
