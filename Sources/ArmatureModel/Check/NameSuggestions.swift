/// What misspelt names in a model were probably meant to be.
///
/// Together, the searches of one model compare a million pairs of names: of a thousand entities, each
/// may have a misspelt parent. Beyond that, mistakes are reported without a suggestion.
final class NameSuggestions {
  private let names: [String]
  private lazy var entities = names.map(NearMissSearch.Candidate.init)
  private var comparisonsLeft = 1_000_000

  init(entities names: [String]) { self.names = names }

  /// The end of a message about an unknown entity: the one that was probably meant, as a question.
  func entity(for name: String) -> String {
    guard take(names.count), let search = NearMissSearch(name) else { return "" }
    return Self.question(search.closest(of: entities))
  }

  /// The end of a message about another unknown name.
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

/// The end of a message about an unknown name: the one that was probably meant, as a question.
func suggestion(for name: String, in names: some Sequence<String>) -> String {
  NameSuggestions.question(nearMiss(name, in: names))
}
