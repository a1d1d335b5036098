import Foundation

/// The few figures that count in a debug build, since tests run in one.
func debugBenchmarks() -> [Benchmark] {
  #if DEBUG
    let note: String? = nil
  #else
    let note: String? = "this is a release build"
  #endif
  let count = 2000
  return [
    Benchmark(
      name: "debug/get-int", repetitions: 3,
      comparisons: [
        .limit(OurAttributes.byName, PlainSample.subjectName, atMost: 4, note: note),
        .limit(OurAttributes.typedView, PlainSample.subjectName, atMost: nil, note: note),
        .limit(OurAttributes.customClass, PlainSample.subjectName, atMost: nil, note: note),
      ]
    ) {
      [PlainSample.subject(.getInt)] + OurAttributes.subjects(.getInt)
    },
    Benchmark(
      name: "debug/load", repetitions: 3,
      comparisons: [.limit(OurJSON.objects, "JSONDecoder", atMost: 0.7, note: note)]
    ) {
      let document = BookDocument.json(count)
      let data = Data(document)
      return [.timed("JSONDecoder", operations: count) { sink(decode(data)) }]
        + OurJSON.loadAndValidate(document, count)
    },
  ]
}
