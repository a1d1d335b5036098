/// Runs benchmarks and turns their samples into figures.
struct Runner {
  let python: PythonPeers

  /// Measures the given comparisons of a benchmark.
  func figures(_ benchmark: Benchmark, _ comparisons: [Comparison]) throws -> [Figure] {
    guard benchmark.heap.isActive else {
      do {
        return try benchmark.heap.figuresFromChild(benchmark, comparisons)
      } catch let skipped as Skipped {
        return comparisons.map { comparison in
          Figure(name: benchmark.figureName(comparison), note: "skipped: \(skipped.reason)")
        }
      }
    }
    let names = Set(comparisons.flatMap { [$0.subject, $0.baseline.name].compactMap { $0 } })
    let subjects = try benchmark.subjects().filter { names.contains($0.name) }
    let results = measure(
      subjects + pythonSubjects(comparisons), repetitions: benchmark.repetitions)
    return comparisons.map { figure($0, of: benchmark, results) }
  }

  /// Returns the subjects that `peers.py` measures, each once.
  private func pythonSubjects(_ comparisons: [Comparison]) -> [Subject] {
    let names = comparisons.compactMap { comparison in
      if case .python(let name) = comparison.baseline { name } else { nil }
    }
    return Set(names).sorted().map { name in
      .measured(name, .nanoseconds) { try python.nanoseconds(name) }
    }
  }

  private struct Result {
    let unit: Unit
    var samples: [Double] = []
    var skipped: String?
  }

  /// Interleaves the subjects, so that a slow phase of the machine affects all of them.
  private func measure(_ subjects: [Subject], repetitions: Int) -> [String: Result] {
    var results: [String: Result] = [:]
    for subject in subjects { results[subject.name] = Result(unit: subject.unit) }
    for round in 0...repetitions {
      for subject in subjects where results[subject.name]?.skipped == nil {
        do {
          let sample = try subject.sample()
          // Round 0 warms caches, branch predictors and the heap.
          if round > 0 { results[subject.name]?.samples.append(sample) }
        } catch {
          results[subject.name]?.skipped = (error as? Skipped)?.reason ?? "\(error)"
        }
      }
    }
    return results
  }

  private func figure(
    _ comparison: Comparison, of benchmark: Benchmark, _ results: [String: Result]
  ) -> Figure {
    var figure = Figure(name: benchmark.figureName(comparison))
    figure.peer = comparison.baseline.name
    figure.goal = comparison.goal?.description
    figure.note = comparison.note
    let ours = results[comparison.subject]
    let baseline = reference(comparison.baseline, results, &figure)
    guard let ours, let value = ours.samples.isEmpty ? nil : ours.samples.median else {
      figure.note = "skipped: \(ours?.skipped ?? "not written yet")"
      return figure
    }
    if ours.unit == .nanoseconds {
      figure.oursNanoseconds = value
    } else {
      figure.value = value
      figure.unit = ours.unit
    }
    if let baseline, baseline > 0, value > 0 {
      if case .limit = comparison.baseline {
        figure.ratio = value / baseline
      } else {
        figure.ratio = baseline / value
      }
    }
    compare(&figure, comparison.goal, benchmark, ours: value)
    return figure
  }

  private func reference(
    _ baseline: Baseline, _ results: [String: Result], _ figure: inout Figure
  ) -> Double? {
    guard let name = baseline.name, let result = results[name] else { return nil }
    guard !result.samples.isEmpty else {
      figure.note = result.skipped.map { "skipped: \($0)" }
      return nil
    }
    let value = result.samples.median
    guard result.unit == .nanoseconds else { return value }
    if case .limit = baseline {
      figure.limitNanoseconds = value
    } else {
      figure.peerNanoseconds = value
    }
    if case .python = baseline {
      figure.note = [figure.note, python.version(name)].compactMap { $0 }.joined(separator: "; ")
    }
    return value
  }

  private func compare(
    _ figure: inout Figure, _ goal: Goal?, _ benchmark: Benchmark, ours: Double
  ) {
    switch goal {
    case nil: break
    case .ratio(let most): figure.met = figure.ratio.map { $0 <= most }
    case .timesFaster(let least): figure.met = figure.ratio.map { $0 >= least }
    case .atMost(let most, _): figure.met = ours <= most
    case .atLeast(let least, .megabytesPerSecond):
      let speed = benchmark.bytesPerOperation / ours * 1000
      figure.value = speed
      figure.unit = .megabytesPerSecond
      figure.met = speed >= least
    case .atLeast(let least, _): figure.met = ours >= least
    }
  }
}
