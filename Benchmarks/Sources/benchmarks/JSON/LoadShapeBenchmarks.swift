private let small = "small"

/// JSON in by the shape of the records: what many nested ones, and many attributes, cost each.
func loadShapeBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "json/load-nested", repetitions: 5,
      comparisons: [
        // Some of it is the machine's: the links of 80,000 objects are not in its caches.
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
