import Armature
import BenchmarkHeap

/// Taking snapshots of objects against creating structs from a plain class.
///
/// Both keep all results until the round ends.
func snapshotBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  return Benchmark(
    name: "graph/snapshot", repetitions: 7,
    comparisons: [
      .limit("ten-attributes", "struct", atMost: 3),
      .limit(
        "with-links", "struct-with-links", atMost: 3,
        note: "an ID has the name of its entity beside what the plain one has"),
      Comparison(
        subject: "bytes-beside-values", baseline: .nothing, goal: .atMost(200, .bytes),
        note: "ten attributes; what a struct of them takes is left out"),
      Comparison(subject: "read", baseline: .nothing, note: "a text and an integer"),
    ]
  ) {
    let leaflets = Shared { PublicationShelf(count, isLinked: false) }
    let publications = Shared { PublicationShelf(count) }
    return [
      .timed("ten-attributes", operations: count) {
        keepAll(leaflets.value.objects) { $0.snapshot() }
      },
      .timed("struct", operations: count) { keepAll(leaflets.value.plain) { $0.withoutLinks } },
      .timed("with-links", operations: count) {
        keepAll(publications.value.objects) { $0.snapshot() }
      },
      .timed("struct-with-links", operations: count) {
        keepAll(publications.value.plain) { $0.withLinks }
      },
      .measured("bytes-beside-values", .bytes) {
        try heapOfAll(leaflets.value.objects) { $0.snapshot() }
          - heapOfAll(leaflets.value.plain) { $0.withoutLinks }
      },
      .timed("read", operations: count) {
        let snapshot = leaflets.value.objects[0].snapshot()
        repeatRead(count) {
          let (title, pages): (String?, Int?) = (snapshot.title, snapshot.pages)
          return (pages ?? 0) &+ (title?.utf8.count ?? 0)
        }
      },
    ]
  }
}

/// Creates a value for each element, keeps all values, and releases them together.
@inline(__always)
private func keepAll<Element, Value>(_ elements: [Element], _ make: (Element) -> Value) {
  var values: [Value] = []
  values.reserveCapacity(elements.count)
  for element in elements { values.append(make(element)) }
  sink(values)
}

/// Returns the heap memory per value, including its place in an array.
private func heapOfAll<Element, Value>(
  _ elements: [Element], _ make: (Element) -> Value
) throws -> Double {
  let before = benchmark_heap_in_use()
  guard before > 0 else { throw Skipped(reason: "the use of the heap is not known here") }
  let values = elements.map(make)
  let after = benchmark_heap_in_use()
  sink(values)
  return Double(after - before) / Double(elements.count)
}
