import Armature

/// Conditions with traversal, aggregates, groups and distinct values among 1,000,000 objects against loops over a plain
/// class.
func evaluationBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  [conditionBenchmark(sizes), rowBenchmark(sizes)]
}

/// A condition against the loop that is its limit; the figure is per object or member.
private func conditionBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let works: [(name: String, request: FetchRequest, holds: (PlainEntry) -> Bool)] = [
    (
      "two-properties", FetchRequest("Work") { $0.pages > $0.year },
      { $0.pages > $0.year }
    ),
    (
      "arithmetic", FetchRequest("Work") { $0.pages * 2 > $0.year + 50 },
      { $0.pages * 2 > $0.year + 50 }
    ),
    (
      "cheap-first",
      FetchRequest("Work") { $0.writer.works.count > 1_000 && $0.pages > 990 },
      { $0.pages > 990 && ($0.writer?.works.count ?? 0) > 1_000 }
    ),
  ]
  let writers: [(name: String, request: FetchRequest, holds: (PlainName) -> Bool)] = [
    (
      "any", FetchRequest("Writer") { $0.works.any { $0.pages > 2_000 } },
      { $0.works.contains { $0.pages > 2_000 } }
    ),
    (
      "all", FetchRequest("Writer") { $0.works.all { $0.pages < 2_000 } },
      { $0.works.allSatisfy { $0.pages < 2_000 } }
    ),
    (
      "subquery",
      FetchRequest("Writer") { $0.works.filter { $0.pages > 990 && $0.year > 1950 }.count > 90 },
      { $0.works.count { $0.pages > 990 && $0.year > 1950 } > 90 }
    ),
    (
      "sum", FetchRequest("Writer") { $0.works.sum("pages") > 1_000_000 },
      { $0.works.reduce(0) { $0 + $1.pages } > 1_000_000 }
    ),
    (
      "correlated",
      FetchRequest("Work") { $0.pages > $0.writer.works.max("pages") },
      { _ in false }
    ),
  ]
  return Benchmark(
    name: "query/evaluate", repetitions: 3,
    comparisons: works.map { Comparison.limit("\($0.name)/fetch", "\($0.name)/loop", atMost: 3) }
      + writers.dropLast().map {
        Comparison.limit("\($0.name)/fetch", "\($0.name)/loop", atMost: 3)
      } + [
        Comparison(
          subject: "correlated/fetch", baseline: .nothing, goal: .atMost(100, .nanoseconds),
          note: "the inner value is the same for 100 objects")
      ]
  ) {
    let catalogue = Shared { Catalogue(count) }
    func fetch(_ name: String, _ request: FetchRequest) -> Subject {
      .timed("\(name)/fetch", operations: count) {
        expect { keep(try catalogue.value.context.fetch(request)) }
      }
    }
    return works.flatMap { row in
      [
        fetch(row.name, row.request),
        .timed("\(row.name)/loop", operations: count) {
          keep(catalogue.value.plain.filter(row.holds))
        },
      ]
    }
      + writers.flatMap { row in
        [
          fetch(row.name, row.request),
          .timed("\(row.name)/loop", operations: count) {
            keep(catalogue.value.writers.filter(row.holds))
          },
        ]
      }
  }
}

/// Aggregates over all objects, groups, and distinct values.
private func rowBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let rows: [(name: String, request: FetchRowRequest, loop: ([PlainEntry]) -> Void, most: Double)] =
    [
      (
        "sum", FetchRowRequest("Work", [.sum("pages", as: "sum")]),
        { keep($0.reduce(0) { $0 + $1.pages }) }, 2
      ),
      (
        "average-min-max",
        FetchRowRequest(
          "Work",
          [
            .average("pages", as: "mean"), .minimum("pages", as: "least"),
            .maximum("pages", as: "most"),
          ]),
        { entries in
          var (sum, least, most) = (0, Int.max, Int.min)
          for entry in entries {
            sum += entry.pages
            least = min(least, entry.pages)
            most = max(most, entry.pages)
          }
          keep((sum, least, most))
        }, 2
      ),
      (
        "group", FetchRowRequest("Work", [.property("year"), .sum("pages", as: "sum")]),
        { entries in
          var groups: [Int: Int] = [:]
          for entry in entries { groups[entry.year, default: 0] += entry.pages }
          keep(groups)
        }, 3
      ),
      (
        "distinct", FetchRowRequest("Work", [.property("year")], distinct: true),
        { entries in
          var years: Set<Int> = []
          for entry in entries { years.insert(entry.year) }
          keep(years)
        }, 3
      ),
    ]
  return Benchmark(
    name: "query/rows", repetitions: 3,
    comparisons: rows.map {
      Comparison.limit("\($0.name)/fetch", "\($0.name)/loop", atMost: $0.most)
    }
  ) {
    let catalogue = Shared { Catalogue(count) }
    return rows.flatMap { row -> [Subject] in
      [
        .timed("\(row.name)/fetch", operations: count) {
          expect { keep(try catalogue.value.context.fetch(row.request)) }
        },
        .timed("\(row.name)/loop", operations: count) { row.loop(catalogue.value.plain) },
      ]
    }
  }
}
