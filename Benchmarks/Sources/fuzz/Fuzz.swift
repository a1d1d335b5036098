import Foundation

/// The command `fuzz`: runs random cases until one fails and prints it in reduced form.
@main
struct Fuzz {
  static func main() {
    do {
      let options = try FuzzOptions(CommandLine.arguments.dropFirst())
      guard !options.help else { return print(FuzzOptions.usage, terminator: "") }
      if !run(options) { exit(1) }
    } catch {
      let message = (error as? FuzzOptions.UsageError)?.message ?? "\(error)"
      FileHandle.standardError.write(Data("\(message)\n\n\(FuzzOptions.usage)".utf8))
      exit(64)
    }
  }

  /// Runs the cases; returns whether all succeed.
  private static func run(_ options: FuzzOptions) -> Bool {
    CrashNotice.install()
    if let file = options.replayed { return replay(options.mode, file) }
    let clock = ContinuousClock()
    let start = clock.now
    let cases = options.onlyCase.map { $0..<($0 + 1) } ?? 0..<options.count
    var (clean, steps) = (0, 0)
    for number in cases {
      if clean & 0xF == 0, let seconds = options.seconds, clock.now - start > .seconds(seconds) {
        break
      }
      CrashNotice.text("\(options.mode.name): seed \(options.seed), case \(number)")
      var choices = Choices(seed: options.seed, case: number)
      let trace = Trace(isImmediate: options.onlyCase != nil)
      if let problem = problem(options.mode, &choices, trace) {
        print("\(options.mode.name): seed \(options.seed), case \(number) fails: \(problem)")
        tell(smallest(options.mode, choices.taken))
        return false
      }
      clean += 1
      steps += trace.lines.count
    }
    let seconds = Int((clock.now - start) / .seconds(1))
    let count = "\(clean) cases of \(steps) lines"
    print("\(options.mode.name): seed \(options.seed), \(count) clean in \(seconds) s")
    return true
  }

  /// Runs the case with the numbers in a file; returns whether it succeeds.
  private static func replay(_ mode: FuzzMode, _ file: String) -> Bool {
    CrashNotice.text("\(mode.name): \(file)")
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    var choices = Choices(text.split { !$0.isNumber }.compactMap { UInt64($0) })
    let problem = problem(mode, &choices, Trace(isImmediate: true))
    print(problem.map { "It fails: \($0)" } ?? "It is clean.")
    return problem == nil
  }

  private static func problem(
    _ mode: FuzzMode, _ choices: inout Choices, _ trace: Trace
  ) -> String? {
    do {
      return try mode.problem(&choices, trace)
    } catch {
      return "it throws \(error)"
    }
  }

  private struct Failure {
    let choices: [UInt64]
    let problem: String
    let lines: [String]
  }

  private static func failure(_ mode: FuzzMode, _ numbers: [UInt64]) -> Failure? {
    var choices = Choices(numbers)
    let trace = Trace()
    guard let problem = problem(mode, &choices, trace) else { return nil }
    return Failure(choices: choices.taken, problem: problem, lines: trace.lines)
  }

  /// Removes and reduces numbers as long as the case still fails.
  private static func smallest(_ mode: FuzzMode, _ numbers: [UInt64]) -> Failure? {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    var best = failure(mode, numbers)
    let wanted = best.map { kind(of: $0.problem) }
    var hasChanged = true
    func attempt(_ change: (inout [UInt64]) -> Void) {
      guard var candidate = best?.choices, clock.now < end else { return }
      let former = candidate
      change(&candidate)
      while candidate.last == 0 { candidate.removeLast() }
      guard candidate != former, let smaller = failure(mode, candidate),
        kind(of: smaller.problem) == wanted
      else { return }
      let isSmaller =
        smaller.choices.count < former.count
        || (smaller.choices.count == former.count
          && smaller.choices.lexicographicallyPrecedes(former))
      guard isSmaller else { return }
      best = smaller
      hasChanged = true
    }
    while hasChanged, clock.now < end {
      hasChanged = false
      var length = max(1, (best?.choices.count ?? 0) / 2)
      while length >= 1 {
        var start = (best?.choices.count ?? 0) - length
        while start >= 0 {
          attempt { $0.removeSubrange(start..<min(start + length, $0.count)) }
          start -= length
        }
        length /= 2
      }
      for position in (best?.choices ?? []).indices.reversed() {
        attempt { if position < $0.count { $0[position] = 0 } }
        for bits in [24, 16, 8, 4, 1] as [UInt64] {
          attempt { if position < $0.count { $0[position] >>= bits } }
        }
      }
    }
    return best
  }

  /// Returns the kind of a problem: a reduced case must fail for the same reason.
  private static func kind(of problem: String) -> String {
    problem.split { $0 == " " || $0 == "\n" }.filter { $0.count > 2 }.prefix(9)
      .map { $0.filter { !$0.isNumber } }.joined(separator: " ")
  }

  private static func tell(_ failure: Failure?) {
    guard let failure else { return print("It does not fail again.") }
    print("The smallest case that fails, of \(failure.choices.count) random numbers:")
    for line in failure.lines { print("  \(line)") }
    print("  \(failure.problem)")
    print("Its numbers: \(failure.choices.map(String.init).joined(separator: " "))")
  }
}
