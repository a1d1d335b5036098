import Armature

/// What else was wrong with each object that broke a rule.
struct FailureCompanions {
  /// For each object, its other failures; a set that contains another set is left out.
  private var sets: [Set<ExpectedFailure>] = []

  /// How many failures may imply a rule together. If more were needed, the search has probably just not
  /// found an object that breaks the rule alone.
  private static let limit = 4

  /// Whether no object broke the rule.
  var isEmpty: Bool { sets.isEmpty }

  /// Notes what an object that broke a rule has broken beside it.
  ///
  /// Warnings count only beside a warning: they do not keep an object from being saved.
  mutating func note(_ report: ValidationReport, of rule: ExpectedFailure) {
    guard let broken = report.first(where: { rule.matches(ExpectedFailure($0)) }) else { return }
    let others = Set(
      report.filter { $0.severity == .error || broken.severity == .warning }
        .map { ExpectedFailure($0) }.filter { !rule.matches($0) })
    if sets.contains(where: others.isSuperset) { return }
    sets.removeAll { $0.isSuperset(of: others) }
    sets.append(others)
  }

  /// The failures that every object had.
  var common: [ExpectedFailure] {
    guard let first = sets.first else { return [] }
    return sorted(sets.reduce(first) { $0.intersection($1) })
  }

  /// A few failures of which every object had at least one; `nil` if there are none.
  var oneOfEach: [ExpectedFailure]? {
    if sets.isEmpty || sets.contains([]) { return nil }
    var found: [ExpectedFailure] = []
    var rest = sets
    while !rest.isEmpty {
      // The failure that most of the objects had; of several, the first by its text.
      let candidates = sorted(rest.reduce(into: []) { $0.formUnion($1) })
      let counts = candidates.map { candidate in rest.count { $0.contains(candidate) } }
      guard found.count < Self.limit, let most = counts.max(),
        let place = counts.firstIndex(of: most)
      else { return nil }
      found.append(candidates[place])
      rest.removeAll { $0.contains(candidates[place]) }
    }
    return sorted(Set(found))
  }

  private func sorted(_ failures: Set<ExpectedFailure>) -> [ExpectedFailure] {
    failures.sorted { "\($0)" < "\($1)" }
  }
}
