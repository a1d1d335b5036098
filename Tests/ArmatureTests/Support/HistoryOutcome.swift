/// The result of a history of random steps.
struct HistoryOutcome {
  /// The descriptions of the steps, up to the first one that caused a problem.
  var lines: [String] = []
  /// The problems; empty on success.
  var problems: [String] = []
  /// The number of times that each event occurred.
  var counts: [String: Int] = [:]

  init(lines: [String], problems: [String], counts: [String: Int]) {
    self.lines = lines
    self.problems = problems
    self.counts = counts
  }

  /// Takes a number of steps and stops at the first problem.
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
