import Foundation

private let few = 20_000
private let many = 400_000

/// The memory for newline-delimited input, per additional line.
func lineBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "json/lines-memory", repetitions: 3,
      comparisons: [
        Comparison(subject: OurJSON.objects, baseline: .nothing, goal: .atMost(1, .bytes))
      ]
    ) {
      [
        .measured(OurJSON.objects, .bytes) {
          let small = try peak(of: few)
          let large = try peak(of: many)
          return Double(max(0, large - small)) / Double(many - few)
        }
      ]
    }
  ]
}

private func peak(of count: Int) throws -> Int {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(count).json")
  try Data(BookDocument.lines(count)).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try PeakMemory.growth { try OurJSON.readLines(file.path, count) }
}
