import Armature
import Foundation

/// Requests over one entity.
func queryBenchmarks(_ sizes: Sizes) -> [Benchmark] {
  [fetchBenchmark(sizes), sortBenchmark(sizes), indexBenchmark(sizes)]
    + [foldedSortBenchmark(sizes)] + accessBenchmarks(sizes) + [pendingBenchmark(sizes)]
    + evaluationBenchmarks(sizes)
    + liveResultsBenchmarks(sizes)
}

/// Fetching with a condition among 1,000,000 objects against `filter` over a plain class.
func fetchBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let rows = [
    Row(
      "int", { $0.pages > 500 }, { $0.pages > 500 }, #Predicate<PlainEntry> { $0.pages > 500 }, 1.2),
    Row(
      "three", { $0.pages > 500 && $0.year < 1950 && $0.year > 1920 },
      { $0.pages > 500 && $0.year < 1950 && $0.year > 1920 },
      #Predicate<PlainEntry> { $0.pages > 500 && $0.year < 1950 && $0.year > 1920 }, 1.2),
    Row(
      "text-equal", { $0.code == "code 777" }, { $0.code == "code 777" },
      #Predicate<PlainEntry> { $0.code == "code 777" }, 1.2),
    Row(
      "prefix", { $0.code.hasPrefix("code 77") }, { $0.code.hasPrefix("code 77") },
      #Predicate<PlainEntry> { $0.code.starts(with: "code 77") }, 1.2),
    Row(
      "contains", { $0.title.contains("777") }, { $0.title.contains("777") },
      #Predicate<PlainEntry> { $0.title.contains("777") }, 0.3),
    Row(
      "to-one", { $0.writer.name == "Writer 77" }, { $0.writer?.name == "Writer 77" },
      #Predicate<PlainEntry> { $0.writer?.name == "Writer 77" }, 1.2),
  ]
  return Benchmark(
    name: "query/fetch", repetitions: 5,
    comparisons: rows.flatMap { row in
      [
        Comparison.limit("\(row.name)/fetch", "\(row.name)/filter", atMost: row.most),
        Comparison(
          subject: "\(row.name)/fetch", baseline: .peer("\(row.name)/#Predicate"),
          goal: .timesFaster(atLeast: 10)),
      ]
    }
  ) {
    let catalogue = Shared { Catalogue(count) }
    return rows.flatMap { row in
      [
        .timed("\(row.name)/fetch", operations: count) {
          expect { keep(try catalogue.value.context.fetch(row.request)) }
        },
        .timed("\(row.name)/filter", operations: count) {
          keep(catalogue.value.plain.filter(row.filter))
        },
        .timed("\(row.name)/#Predicate", operations: count) {
          expect { keep(try catalogue.value.plain.filter(row.predicate)) }
        },
      ]
    }
  }
}

/// A condition in three notations.
private struct Row {
  let name: String
  let request: FetchRequest
  let filter: (PlainEntry) -> Bool
  let predicate: Predicate<PlainEntry>
  let most: Double

  init(
    _ name: String, _ condition: (DynamicQuery) -> FetchPredicate,
    _ filter: @escaping (PlainEntry) -> Bool, _ predicate: Predicate<PlainEntry>, _ most: Double
  ) {
    self.name = name
    request = FetchRequest("Work", where: condition)
    self.filter = filter
    self.predicate = predicate
    self.most = most
  }
}

/// Sorting 1,000,000 objects, against `sorted` over a plain class.
func sortBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  let rows:
    [(name: String, orders: [FetchOrder], before: (PlainEntry, PlainEntry) -> Bool, most: Double)] =
      [
        ("int", [.ascending("pages")], { $0.pages < $1.pages }, 0.5),
        ("text", [.ascending("title")], { $0.title < $1.title }, 0.5),
        (
          "int-and-text", [.ascending("year"), .descending("title")],
          { $0.year < $1.year || ($0.year == $1.year && $0.title > $1.title) }, 1
        ),
        (
          "to-one-and-int", [.ascending("writer.name"), .ascending("pages")],
          { left, right in
            let (a, b) = (left.writer?.name ?? "", right.writer?.name ?? "")
            return a < b || (a == b && left.pages < right.pages)
          }, 1
        ),
      ]
  return Benchmark(
    name: "query/sort", repetitions: 3,
    comparisons: rows.map {
      Comparison.limit("\($0.name)/fetch", "\($0.name)/sorted", atMost: $0.most)
    }
  ) {
    let catalogue = Shared { Catalogue(count) }
    return rows.flatMap { row -> [Subject] in
      let request = FetchRequest("Work", orderedBy: row.orders)
      return [
        .timed("\(row.name)/fetch", operations: count) {
          expect { keep(try catalogue.value.context.fetch(request)) }
        },
        .timed("\(row.name)/sorted", operations: count) {
          keep(catalogue.value.plain.sorted(by: row.before))
        },
      ]
    }
  }
}

/// Sorting texts without regard to case against case-sensitive sorting, and against `sorted` by keys folded beforehand.
func foldedSortBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(500_000)
  let byHand = "sorted, folded keys"
  return Benchmark(
    name: "query/sort-ignoring-case", repetitions: 3,
    comparisons: [
      .limit("ascii", "ascii, with case", atMost: 2),
      .limit("ascii", "ascii, \(byHand)", atMost: 2, note: "keys: folded before, not timed"),
      .limit("beyond-ascii", "beyond-ascii, with case", atMost: 2, note: "half of the texts"),
      .limit(
        "beyond-ascii", "beyond-ascii, \(byHand)", atMost: 2,
        note: "keys: folded before, not timed"),
      .limit(
        "case-and-accents", "beyond-ascii, with case", atMost: nil, note: "half of the texts"),
    ]
  ) {
    let model = try ManagedObjectModel("Titles") {
      Entity("Title") {
        Attribute("ascii", String.self).default("")
        Attribute("any", String.self).default("")
      }
    }
    let context = ManagedObjectContext(model: model)
    var random = SplitMix64(seed: 1)
    var keys: (ascii: [(String, Int)], any: [(String, Int)]) = ([], [])
    for number in 0..<count {
      let text = "\(["The", "the", "THE"][random.below(3)]) Story of \(random.below(1_000_000))"
      let other =
        number % 2 == 0
        ? text : "\(["Über", "ÜBER", "über"][random.below(3)]) Größe \(random.below(1_000_000))"
      let object = try context.insert("Title")
      object.ascii = text
      object.any = other
      keys.ascii.append((text.lowercased(), number))
      keys.any.append((other.lowercased(), number))
    }
    try context.save()
    func fetch(_ name: String, _ key: String, _ options: FetchPredicate.Options = []) -> Subject {
      let request = FetchRequest("Title", orderedBy: [.ascending(key, options: options)])
      return .timed(name, operations: count) { expect { keep(try context.fetch(request)) } }
    }
    func sorted(_ name: String, _ keys: [(String, Int)]) -> Subject {
      .timed(name, operations: count) { keep(keys.sorted { $0.0 < $1.0 }) }
    }
    return [
      fetch("ascii", "ascii", .caseInsensitive), fetch("ascii, with case", "ascii"),
      sorted("ascii, \(byHand)", keys.ascii),
      fetch("beyond-ascii", "any", .caseInsensitive), fetch("beyond-ascii, with case", "any"),
      fetch("case-and-accents", "any", [.caseInsensitive, .diacriticInsensitive]),
      sorted("beyond-ascii, \(byHand)", keys.any),
    ]
  }
}

/// Finding one object among 1,000,000 by a key, and a few by a range.
func indexBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "query/index",
    comparisons: [
      Comparison(subject: "unique", baseline: .nothing, goal: .atMost(1000, .nanoseconds)),
      Comparison(subject: "equal", baseline: .nothing, note: "ten objects"),
      Comparison(subject: "range", baseline: .nothing, note: "a hundred objects"),
    ]
  ) {
    let catalogue = Shared { Catalogue(count) }
    func subject(_ name: String, _ condition: (DynamicQuery) -> FetchPredicate) -> Subject {
      let request = FetchRequest("Work", where: condition)
      return .repeated(name) {
        keep(try catalogue.value.context.fetch(request))
      }
    }
    return [
      subject("unique") { $0.isbn == "978-77777" },
      subject("equal") { $0.shelf == 777 },
      subject("range") { $0.shelf >= 777 && $0.shelf < 787 },
    ]
  }
}

/// Makes the optimizer assume that a value is used.
func keep<Value>(_ value: Value) { sink(value) }
