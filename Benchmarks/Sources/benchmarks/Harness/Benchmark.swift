import BenchmarkHeap

/// Subjects that do the same work and their comparisons.
struct Benchmark {
  /// The group and the operation, such as `attribute/get-int`.
  let name: String

  /// The number of timed rounds. Each subject runs once per round, and once before as warm-up.
  var repetitions = 11

  /// The input per operation, for goals in MB/s; 0 if it does not apply.
  var bytesPerOperation = 0.0

  /// The heap mode for the figures.
  var heap = HeapMode.standard

  /// The figures to report, in the order of the table.
  let comparisons: [Comparison]

  /// Creates the subjects; called only if a figure is selected, because the setup can be expensive.
  let subjects: () throws -> [Subject]

  func figureName(_ comparison: Comparison) -> String { "\(name)/\(comparison.subject)" }
}

/// A subject that yields one number per round.
struct Subject {
  let name: String
  let unit: Unit

  /// - Throws: ``Skipped`` if this machine or this build cannot measure it.
  let sample: () throws -> Double

  /// Creates a subject in nanoseconds per operation.
  static func timed(_ name: String, operations: Int, _ body: @escaping () -> Void) -> Subject {
    Subject(name: name, unit: .nanoseconds) {
      nanoseconds(body) / Double(operations)
    }
  }

  /// Creates a subject with new state in each round; only the body is timed.
  static func prepared<State>(
    _ name: String, operations: Int, _ prepare: @escaping () throws -> State,
    _ body: @escaping (State) throws -> Void, finish: @escaping (State) -> Void = { _ in }
  ) -> Subject {
    Subject(name: name, unit: .nanoseconds) {
      let state = try prepare()
      benchmark_heap_settle()
      let time = try nanoseconds { try body(state) }
      finish(state)
      return time / Double(operations)
    }
  }

  /// Creates a subject that repeats its body until the clock's own time is negligible.
  static func repeated(
    _ name: String, operations: Int = 1, _ body: @escaping () throws -> Void
  ) -> Subject {
    Subject(name: name, unit: .nanoseconds) {
      var count = 1
      while true {
        let time = try nanoseconds { for _ in 0..<count { try body() } }
        if time >= 300_000 { return time / Double(count * operations) }
        count *= 4
      }
    }
  }

  /// Creates a subject that measures itself.
  static func measured(
    _ name: String, _ unit: Unit, _ sample: @escaping () throws -> Double
  ) -> Subject {
    Subject(name: name, unit: unit, sample: sample)
  }
}

/// A line of the table: a subject, its baseline, and the goal.
struct Comparison {
  let subject: String
  let baseline: Baseline
  var goal: Goal?
  /// A short remark about a difference between the sides.
  var note: String?
}

/// The baseline of a comparison.
enum Baseline {
  /// Code without the library that does the same work; the figure is the library's slowdown.
  case limit(String)
  /// Another library for the same job; the figure is the speedup over it.
  case peer(String)
  /// A peer that `peers.py` measures in another process, round by round.
  case python(String)
  case nothing

  var name: String? {
    switch self {
    case .limit(let name), .peer(let name), .python(let name): name
    case .nothing: nil
    }
  }
}

/// The goal for a figure.
enum Goal {
  /// The maximum of the library's time divided by the limit's.
  case ratio(atMost: Double)
  /// The minimum of the peer's time divided by the library's.
  case timesFaster(atLeast: Double)
  case atMost(Double, Unit)
  case atLeast(Double, Unit)

  var description: String {
    switch self {
    case .ratio(let most): "≤ \(most.short)"
    case .timesFaster(let least): "≥ \(least.short)"
    case .atMost(let most, let unit): "≤ \(most.short) \(unit.rawValue)"
    case .atLeast(let least, let unit): "≥ \(least.short) \(unit.rawValue)"
    }
  }
}

/// The unit of a number.
enum Unit: String, Codable {
  case nanoseconds = "ns"
  case milliseconds = "ms"
  case bytes = "bytes"
  case megabytesPerSecond = "MB/s"
  case percent = "%"
  case crossings
  case roundTrips = "round trips"
  case rounds
}

/// The reason why a subject has no figure.
struct Skipped: Error {
  let reason: String
}
