import Foundation

private let count = BookDocument.recordCount
private let decoder = "JSONDecoder"
private let encoder = "JSONEncoder"

/// Reading and writing JSON: one array of 100,000 records of 239 bytes.
func jsonBenchmarks() -> [Benchmark] {
  let document = Shared { BookDocument.json(count) }
  return [
    Benchmark(
      name: "json/load", repetitions: 5, bytesPerOperation: BookDocument.bytesPerRecord,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .nothing, goal: .atLeast(600, .megabytesPerSecond)),
        Comparison(
          subject: OurJSON.objects, baseline: .peer(decoder), goal: .timesFaster(atLeast: 10)),
        Comparison(
          subject: OurJSON.objects, baseline: .python("orjson.loads"),
          goal: .timesFaster(atLeast: 1.4), note: "orjson: dates stay text"),
      ]
    ) {
      let data = Data(document.value)
      return [.timed(decoder, operations: count) { sink(decode(data)) }]
        + OurJSON.load(document.value, count)
    },
    Benchmark(
      name: "json/load-and-validate", repetitions: 5,
      bytesPerOperation: BookDocument.bytesPerRecord,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .nothing, goal: .atLeast(450, .megabytesPerSecond)),
        Comparison(
          subject: OurJSON.objects, baseline: .python("pydantic validate_json"),
          goal: .timesFaster(atLeast: 6), note: "pydantic: no rule over two attributes"),
        Comparison(
          subject: OurJSON.objects, baseline: .python("msgspec.json.decode"),
          goal: .timesFaster(atLeast: 2.5),
          note: "msgspec: no bounds of dates, no rule over two attributes"),
      ]
    ) {
      OurJSON.loadAndValidate(document.value, count)
    },
    // With a trimmed heap, the output uses new pages each time, unlike the peer's process, which does nothing else.
    // This kernel cost is half of the time, so the goal applies without trimming.
    Benchmark(
      name: "json/save-no-trim", repetitions: 5, heap: .untrimmed,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .python("orjson.dumps"),
          goal: .timesFaster(atLeast: 0.9), note: "orjson: dates are text already")
      ]
    ) {
      OurJSON.save(document.value, count)
    },
    Benchmark(
      name: "json/save", repetitions: 5,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .python("orjson.dumps"),
          note: "orjson: dates are text already"),
        Comparison(
          subject: OurJSON.objects, baseline: .peer(encoder), goal: .timesFaster(atLeast: 10)),
      ]
    ) {
      let records = decode(Data(document.value))
      return [.timed(encoder, operations: count) { sink(encode(records)) }]
        + OurJSON.save(document.value, count)
    },
  ]
}

func decode(_ data: Data) -> [BookRecord] {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return expect { try decoder.decode([BookRecord].self, from: data) }
}

private func encode(_ records: [BookRecord]) -> Data {
  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  return expect { try encoder.encode(records) }
}
