import Armature
import ArmatureSQLite

/// Following 20,000 to-one relationships from objects in a SQLite file: faults filled in batches against a query for
/// each.
func faultBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(20_000)
  return Benchmark(
    name: "store/sqlite-faults", repetitions: 3,
    comparisons: [
      Comparison(
        subject: "in-batches", baseline: .peer("one-by-one"), goal: .timesFaster(atLeast: 10),
        note: "batches of 1,000")
    ]
  ) {
    let stock = Shared { try FileOfOrders(count) }
    func subject(_ name: String, _ batchSize: Int) -> Subject {
      .prepared(
        name, operations: count,
        {
          let context = stock.value.orders.container.makeContext()
          return (context, try StockedOrders.orders(in: context, faultsAtOnce: batchSize))
        }
      ) { _, orders in
        precondition(orders.reduce(0) { $0 &+ StockedOrders.total($1) } > 0)
      }
    }
    return [subject("in-batches", 1_000), subject("one-by-one", 1)]
  }
}

private final class FileOfOrders: FileInFolder {
  private(set) var orders: StockedOrders!

  init(_ count: Int) throws {
    try super.init()
    orders = try StockedOrders(count, in: SQLiteStore(path))
  }
}
