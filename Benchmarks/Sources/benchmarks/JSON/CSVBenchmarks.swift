import Armature
import Foundation

private let count = BookDocument.recordCount
private let json = "JSON of the same records"

/// Reading CSV: the records of the JSON document as 100,000 rows of 136 bytes.
///
/// A table has no keys, and four sevenths of the bytes for the same values. Its goal of 300 MB/s corresponds to 1.32
/// times the records at 400 MB/s of JSON in the same run.
func csvBenchmarks() -> [Benchmark] {
  let table = Shared { BookDocument.csv(count) }
  let document = Shared { BookDocument.json(count) }
  return [
    Benchmark(
      name: "csv/load", repetitions: 5, bytesPerOperation: BookDocument.bytesPerRow,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .nothing, goal: .atLeast(300, .megabytesPerSecond)),
        Comparison(
          subject: OurJSON.objects, baseline: .peer(json), goal: .timesFaster(atLeast: 1.32),
          note: "0.75 of its MB/s"),
        Comparison(
          subject: OurJSON.objects, baseline: .python("csv.reader"),
          goal: .timesFaster(atLeast: 3), note: "csv: all values stay text"),
      ]
    ) {
      OurJSON.load(table.value, count, layout: .csv())
        + OurJSON.load(document.value, count, name: json)
    },
    Benchmark(
      name: "csv/load-and-validate", repetitions: 5, bytesPerOperation: BookDocument.bytesPerRow,
      comparisons: [
        Comparison(subject: OurJSON.objects, baseline: .nothing),
        Comparison(
          subject: OurJSON.objects, baseline: .python("csv.DictReader, pydantic"),
          goal: .timesFaster(atLeast: 10), note: "pydantic: no rule over two attributes"),
      ]
    ) { OurJSON.loadAndValidate(table.value, count, layout: .csv()) },
    writingBenchmark(),
  ]
}

/// Writing CSV: records without links, and publications with the names of their authors and tags.
///
/// Half of the publications have non-ASCII texts; every third title contains a comma.
private func writingBenchmark() -> Benchmark {
  Benchmark(
    name: "csv/save", repetitions: 5,
    comparisons: [
      .limit("records", "records, JSON", atMost: 1.5),
      .limit("publications", "publications, JSON", atMost: 1.5),
    ]
  ) {
    let records = ManagedObjectContext(model: OurValidation.model)
    _ = try records.load(.data(Data(BookDocument.json(count)), as: "Book"))
    let shelf = PublicationShelf(count / 5)
    for (number, object) in shelf.objects.enumerated() where number % 3 == 0 {
      let title: String = object.title ?? ""
      object.title = "\(title), \"signed\""
    }
    func subject(_ name: String, _ count: Int, _ write: @escaping () throws -> Data) -> Subject {
      .timed(name, operations: count) { sink(expect(write)) }
    }
    return [
      subject("records", count) { try records.csv(of: "Book") },
      subject("records, JSON", count) { try records.json(of: "Book", layout: .compact) },
      subject("publications", count / 5) { try shelf.context.csv(of: "Publication") },
      subject("publications, JSON", count / 5) {
        try shelf.context.json(of: "Publication", layout: .compact)
      },
    ]
  }
}
