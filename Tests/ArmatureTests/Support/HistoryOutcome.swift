/// What came of a history of random steps.
struct HistoryOutcome {
  /// The steps, in words, up to the one after which something was wrong.
  var lines: [String] = []
  /// What was wrong; empty if all was well.
  var problems: [String] = []
  /// What took place, and how often.
  var counts: [String: Int] = [:]

  init(lines: [String], problems: [String], counts: [String: Int]) {
    self.lines = lines
    self.problems = problems
    self.counts = counts
  }

  /// Takes so many steps, or less if something is wrong after one of them.
  init(steps: Int, _ step: (_ isLast: Bool) throws -> (line: String, problems: [String])) {
    for number in 1...steps where problems.isEmpty {
      do {
        let (line, found) = try step(number == steps)
        lines.append(line)
        problems = found
      } catch {
        problems = ["a step throws \(error)"]
      }
    }
  }
}
