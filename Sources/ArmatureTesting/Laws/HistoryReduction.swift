import ArmatureGenerator

/// A search for the shortest part of a history that violates the same law.
struct HistoryReduction {
  private let generator: ObjectGenerator
  private let layouts: [String: GraphState.Layout]
  private var violation: LawViolation

  /// The maximum number of parts that are played.
  private static let limit = 2_000

  init(
    _ generator: ObjectGenerator, _ layouts: [String: GraphState.Layout], _ violation: LawViolation
  ) {
    self.generator = generator
    self.layouts = layouts
    self.violation = violation
  }

  /// Removes steps, half of them at first and single ones at the end, as long as the law is still violated.
  mutating func reduce() -> LawViolation {
    var tries = 0
    var size = max(1, violation.steps.count / 2)
    while true {
      var hasShrunk = false
      var start = violation.steps.count - size
      while start >= 0, tries < Self.limit {
        tries += 1
        var steps = violation.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        if let found = HistoryPlayer(generator, layouts).play(steps), found.law == violation.law {
          violation = found
          hasShrunk = true
        }
        start = min(start, violation.steps.count) - size
      }
      if tries == Self.limit || (size == 1 && !hasShrunk) { return violation }
      size = max(1, size / 2)
    }
  }
}
