import Armature

/// Access by indexes and links among 10,000 and 1,000,000 objects; the time must not depend on their number.
func accessBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  [accessBenchmark(sizes(10_000)), accessBenchmark(sizes(1_000_000))]
}

private func accessBenchmark(_ count: Int) -> Benchmark {
  let middle = count / 20
  /// A request and its number of results.
  let rows: [(name: String, request: FetchRequest, results: Int)] = [
    (
      "or",
      FetchRequest("Work") { $0.shelf == middle || $0.isbn == "978-7777" || $0.shelf == 3 }, 21
    ),
    ("in", FetchRequest("Work") { $0.shelf.in([3, middle, 9, 77, 500]) }, 50),
    ("compound", FetchRequest("Work") { $0.shelf == middle && $0.pages > 500 }, 5),
    ("path", FetchRequest("Work") { $0.writer.number == 7 }, 100),
    ("order-limit", FetchRequest("Work", orderedBy: [.descending("shelf")], limit: 10), 10),
    (
      "order-offset",
      FetchRequest("Work", orderedBy: [.ascending("shelf")], limit: 10, offset: count / 2), 10
    ),
    (
      "condition-order-limit",
      FetchRequest("Work", orderedBy: [.ascending("shelf")], limit: 10) { $0.year > 1950 }, 20
    ),
    ("offset", FetchRequest("Work", limit: 10, offset: count / 2), 10),
  ]
  return Benchmark(
    name: "query/access-\(count)", repetitions: 5,
    comparisons: rows.map { row in
      Comparison(
        subject: row.name, baseline: .nothing,
        goal: .atMost(2_000 + 1_000 * Double(row.results), .nanoseconds),
        note: "\(row.results) objects")
    } + [
      Comparison(
        subject: "object", baseline: .nothing, goal: .atMost(102_000, .nanoseconds),
        note: "100 objects"),
      Comparison(subject: "count", baseline: .nothing, goal: .atMost(2_000, .nanoseconds)),
    ]
  ) {
    let catalogue = Shared { Catalogue(count) }
    return rows.map { row in
      .repeated(row.name) { keep(try catalogue.value.context.fetch(row.request)) }
    } + [
      .repeated("object") {
        let context = catalogue.value.context
        let writer = try context.fetch("Writer") { $0.number == 7 }[0]
        keep(try context.fetch("Work") { $0.writer == writer })
      },
      .repeated("count") { keep(try catalogue.value.context.count("Work")) },
    ]
  }
}
