import Armature
import Foundation

/// Records with texts outside the fast paths: long ones, and non-ASCII ones with escapes.
func textBenchmarks() -> [Benchmark] {
  [
    texts("long-text", count: 5000) { number in
      String(repeating: "A sentence of a long text, number \(number). ", count: 50)
    },
    texts("non-ascii-text", count: 50_000) { number in
      "Ein Büchlein über Ελλάδα, 日本 und 👩‍👩‍👧 \\\"\(number)\\\"\\n\\u00e9 "
    },
  ]
}

private func texts(
  _ name: String, count: Int, _ text: @escaping (Int) -> String
) -> Benchmark {
  Benchmark(
    name: "json/load-\(name)", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "objects", baseline: .peer("JSONDecoder"), goal: .timesFaster(atLeast: 3),
        note: "JSONDecoder: checks no lengths")
    ]
  ) {
    let records = (0..<count).map { "{\"text\":\"\(text($0))\"}" }
    let data = Data("[\(records.joined(separator: ","))]".utf8)
    let source = LoadSource.data(data, as: "Note")
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String.self).length(1...10_000) }
    }
    return [
      .timed("objects", operations: count) {
        let context = ManagedObjectContext(model: model)
        precondition(expect { try context.load(source) }.count == count)
      },
      .timed("JSONDecoder", operations: count) {
        sink(expect { try JSONDecoder().decode([Note].self, from: data) })
      },
    ]
  }
}

private struct Note: Decodable {
  let text: String
}
