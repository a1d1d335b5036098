import BenchmarkHeap

/// Subjects that do the same work, and what to say about them.
struct Benchmark {
  /// The group and the operation, such as `attribute/get-int`.
  let name: String

  /// The number of timed rounds; each subject runs once per round, and once before as warm-up.
  var repetitions = 11

  /// The input per operation, for goals in MB/s; 0 where that makes no sense.
  var bytesPerOperation = 0.0

  /// The setting of the heap under which the figures count.
  var heap = HeapMode.standard

  /// The figures to report, in the order of the table.
  let comparisons: [Comparison]

  /// Makes the subjects; called only if a figure is wanted, since the set-up can be large.
  let subjects: () throws -> [Subject]

  func figureName(_ comparison: Comparison) -> String { "\(name)/\(comparison.subject)" }
}

/// Something that yields one number per round.
struct Subject {
  let name: String
  let unit: Unit

  /// - Throws: ``Skipped`` if this machine or this build cannot measure it.
  let sample: () throws -> Double

  /// A subject in nanoseconds per operation.
  static func timed(_ name: String, operations: Int, _ body: @escaping () -> Void) -> Subject {
    Subject(name: name, unit: .nanoseconds) {
      nanoseconds(body) / Double(operations)
    }
  }

  /// A subject whose state is made anew for each round; only the body is timed.
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

  /// A subject that repeats its body until the time can be told from that of reading the clock.
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

  /// A subject that measures itself.
  static func measured(
    _ name: String, _ unit: Unit, _ sample: @escaping () throws -> Double
  ) -> Subject {
    Subject(name: name, unit: unit, sample: sample)
  }
}

/// One line of the table: a subject, what it is compared with, and the goal.
struct Comparison {
  let subject: String
  let baseline: Baseline
  var goal: Goal?
  /// What one side leaves out or does more of, in a word or two.
  var note: String?
}

/// What a subject is held against.
enum Baseline {
  /// Code without the library that does the same work: how much slower are we?
  case limit(String)
  /// Another way to do the job: how many times faster are we?
  case peer(String)
  /// A peer that `peers.py` measures in a process of its own, round by round.
  case python(String)
  case nothing

  var name: String? {
    switch self {
    case .limit(let name), .peer(let name), .python(let name): name
    case .nothing: nil
    }
  }
}

/// What a figure has to reach.
enum Goal {
  /// Ours divided by the limit.
  case ratio(atMost: Double)
  /// The peer divided by ours.
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

/// What a number counts.
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
