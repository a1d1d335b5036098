private let count = 100_000
private let many = 1_000_000
private let json = "context.json of the same values"

/// Reports with a failure per record: the time to print them, and the memory to keep them.
func reportBenchmarks() -> [Benchmark] {
  [
    // Measured first, on a heap without reusable pages.
    Benchmark(
      name: "report/memory", repetitions: 1,
      comparisons: [
        Comparison(subject: OurReports.json, baseline: .nothing, goal: .atMost(1024, .bytes))
      ]
    ) {
      [memory(OurReports.json)]
    },
    Benchmark(
      name: "report", repetitions: 5,
      comparisons: [
        Comparison(subject: OurReports.lines, baseline: .limit(json), goal: .ratio(atMost: 2)),
        Comparison(subject: OurReports.json, baseline: .limit(json), goal: .ratio(atMost: 5)),
      ]
    ) {
      [OurReports.objects(count, named: json)] + OurReports.printing(count)
    },
  ]
}

/// The peak memory per failure, from creating the failures to the last byte of the report.
///
/// Only the warm-up counts, because later rounds reuse its pages.
private func memory(_ format: String) -> Subject {
  var first: Double?
  return .measured(format, .bytes) {
    let peak = try first ?? Double(PeakMemory.growth { OurReports.makeAndPrint(many, as: format) })
    first = peak
    return peak / Double(many)
  }
}
