import Armature

/// The other failures of each object that broke a rule.
struct FailureCompanions {
  /// The other failures of each object, without supersets of other sets.
  private var sets: [Set<ExpectedFailure>] = []

  /// The maximum number of failures that can imply a rule together. Beyond it, the search has probably missed an object
  /// that breaks only the rule.
  private static let limit = 4

  /// Whether no object broke the rule.
  var isEmpty: Bool { sets.isEmpty }

  /// Adds the other failures of an object that broke a rule.
  ///
  /// Warnings count only if the rule is a warning, because they do not prevent saving.
  mutating func note(_ report: ValidationReport, of rule: ExpectedFailure) {
    guard let broken = report.first(where: { rule.matches(ExpectedFailure($0)) }) else { return }
    let others = Set(
      report.filter { $0.severity == .error || broken.severity == .warning }
        .map { ExpectedFailure($0) }.filter { !rule.matches($0) })
    if sets.contains(where: others.isSuperset) { return }
    sets.removeAll { $0.isSuperset(of: others) }
    sets.append(others)
  }

  /// The failures common to all objects.
  var common: [ExpectedFailure] {
    guard let first = sets.first else { return [] }
    return sorted(sets.reduce(first) { $0.intersection($1) })
  }

  /// A few failures such that each object had at least one of them; `nil` if no such set is found.
  var oneOfEach: [ExpectedFailure]? {
    if sets.isEmpty || sets.contains([]) { return nil }
    var found: [ExpectedFailure] = []
    var rest = sets
    while !rest.isEmpty {
      // The most frequent failure; of several, the first by its text.
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
