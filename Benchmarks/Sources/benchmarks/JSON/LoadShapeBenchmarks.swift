private let small = "small"

/// Reading JSON of other shapes: the cost per nested record, and per attribute of wide records.
func loadShapeBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "json/load-nested", repetitions: 5,
      comparisons: [
        // Part of the cost is the machine's: the links of 80,000 objects do not fit into its caches.
        Comparison(
          subject: OurJSON.objects, baseline: .limit(small), goal: .ratio(atMost: 1.5))
      ]
    ) {
      [
        OurLoadShapes.nested(small, children: 8_000),
        OurLoadShapes.nested(OurJSON.objects, children: 80_000),
      ]
    },
    Benchmark(
      name: "json/load-wide", repetitions: 5,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .limit(small), goal: .ratio(atMost: 1.3))
      ]
    ) {
      [
        OurLoadShapes.wide(small, attributes: 10),
        OurLoadShapes.wide(OurJSON.objects, attributes: 500),
      ]
    },
  ]
}
