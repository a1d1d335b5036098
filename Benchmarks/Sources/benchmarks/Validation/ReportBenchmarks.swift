private let count = 100_000
private let many = 1_000_000
private let json = "context.json of the same values"

/// Reports with a failure per record: how long they take to print, and how much memory to keep.
func reportBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "report", repetitions: 5,
      comparisons: [
        Comparison(subject: OurReports.lines, baseline: .limit(json), goal: .ratio(atMost: 2)),
        Comparison(subject: OurReports.json, baseline: .limit(json), goal: .ratio(atMost: 5)),
      ]
    ) {
      [OurReports.objects(count, named: json)] + OurReports.printing(count)
    },
    Benchmark(
      name: "report/memory", repetitions: 3,
      comparisons: [
        Comparison(subject: OurReports.lines, baseline: .nothing, goal: .atMost(1024, .bytes)),
        Comparison(subject: OurReports.json, baseline: .nothing, goal: .atMost(1024, .bytes)),
      ]
    ) {
      [memory(OurReports.lines), memory(OurReports.json)]
    },
  ]
}

/// The peak of memory per failure, from making the failures to the last byte of the report.
private func memory(_ format: String) -> Subject {
  .measured(format, .bytes) {
    let peak = try PeakMemory.growth { OurReports.makeAndPrint(many, as: format) }
    return Double(peak) / Double(many)
  }
}
