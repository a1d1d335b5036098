import Armature

/// Orders with all their related objects: prefetched with the request against faults filled in batches or one by one,
/// and against a request for each entity.
func prefetchBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(20_000)
  return Benchmark(
    name: "store/prefetch", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "to-one", baseline: .peer("to-one-faults"), goal: .timesFaster(atLeast: 1.1),
        note: "both with the request for the orders; 256 faults at once"),
      Comparison(
        subject: "to-one", baseline: .peer("to-one-faults-one-by-one"),
        goal: .timesFaster(atLeast: 1.5)),
      .limit("to-one", "to-one-by-two-requests", atMost: 1.2),
      Comparison(
        subject: "to-many", baseline: .peer("to-many-faults"), goal: .timesFaster(atLeast: 1.1),
        note: "five lines each"),
      Comparison(
        subject: "to-many", baseline: .peer("to-many-faults-one-by-one"),
        goal: .timesFaster(atLeast: 1.5)),
    ]
  ) {
    let stock = Shared { try StockedOrders(count) }
    func subject(
      _ name: String, _ request: FetchRequest, _ follow: @escaping (ManagedObject) -> Int,
      before prepare: FetchRequest? = nil
    ) -> Subject {
      .prepared(name, operations: count, { stock.value.container.makeContext() }) { context in
        if let prepare { sink(try context.fetch(prepare)) }
        var sum = 0
        for order in try context.fetch(request) { sum &+= follow(order) }
        precondition(sum > 0)
      }
    }
    func oneByOne(_ name: String, _ follow: @escaping (ManagedObject) -> Int) -> Subject {
      .prepared(name, operations: count, { stock.value.container.makeContext() }) { context in
        var sum = 0
        for order in try StockedOrders.orders(in: context, faultsAtOnce: 1) {
          sum &+= follow(order)
        }
        precondition(sum > 0)
      }
    }
    let orders = FetchRequest("Order")
    func prefetching(_ name: String) -> FetchRequest {
      var request = orders
      request.prefetching = [name]
      return request
    }
    return [
      subject("to-one", prefetching("invoice"), StockedOrders.total),
      subject("to-one-faults", orders, StockedOrders.total),
      oneByOne("to-one-faults-one-by-one", StockedOrders.total),
      subject(
        "to-one-by-two-requests", orders, StockedOrders.total, before: FetchRequest("Invoice")),
      subject("to-many", prefetching("lines"), StockedOrders.pieces),
      subject("to-many-faults", orders, StockedOrders.pieces),
      oneByOne("to-many-faults-one-by-one", StockedOrders.pieces),
    ]
  }
}
