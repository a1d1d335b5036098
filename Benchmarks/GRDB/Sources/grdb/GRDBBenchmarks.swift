import Armature
import ArmatureSQLite
import Foundation
import GRDB

/// The command `grdb`: items of ten attributes in a file of SQLite, against `Codable` records of GRDB.
@main
struct GRDBBenchmarks {
  static func main() throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let benchmark = benchmark(isQuick ? 100_000 : 1_000_000)
    print(Figure.tableHeader)
    let runner = Runner(python: PythonPeers())
    for figure in try runner.figures(benchmark, benchmark.comparisons) { print(figure.tableRow) }
  }

  private static func benchmark(_ count: Int) -> Benchmark {
    Benchmark(
      name: "grdb", repetitions: 3,
      comparisons: [("insert", 4.0), ("fetch", 2.5), ("update-a-tenth", 5.0)].map { name, goal in
        Comparison(
          subject: name, baseline: .peer("\(name)-by-GRDB"), goal: .timesFaster(atLeast: goal))
      }
    ) {
      let ours = Shared { try StockedFile(count) }
      let theirs = Shared { try RecordFile(count) }
      return [
        .prepared("insert", operations: count, { try StockedFile(0) }) {
          try StockedFile.fill($0.container.makeContext(), count)
        },
        .prepared("insert-by-GRDB", operations: count, { try RecordFile(0) }) {
          try $0.fill(count)
        },
        .prepared("fetch", operations: count, { ours.value.container.makeContext() }) {
          sink(try $0.fetch("Item"))
        },
        .prepared("fetch-by-GRDB", operations: count, { theirs.value }) { sink(try $0.items()) },
        .prepared(
          "update-a-tenth", operations: count / 10,
          {
            let context = ours.value.container.makeContext()
            return (context, try context.fetch("Item"))
          }
        ) { try StockedFile.changeTenth($0, $1) },
        .prepared(
          "update-a-tenth-by-GRDB", operations: count / 10,
          { (theirs.value, try theirs.value.items()) }
        ) { try $0.changeTenth($1) },
      ]
    }
  }
}
