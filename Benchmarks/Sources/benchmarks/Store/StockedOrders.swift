import Armature

/// A store with orders; each has an invoice and five lines.
struct StockedOrders {
  let container: PersistentContainer

  init(_ count: Int, in store: any PersistentStore = InMemoryStore()) throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Orders") {
        Entity("Order") {
          Attribute("number", Int.self).default(0)
          Relationship("invoice", to: "Invoice", inverse: "order")
          Relationship("lines", to: "Line", .toMany, inverse: "order")
        }
        Entity("Invoice") {
          Attribute("total", Int.self).default(0)
          Relationship("order", to: "Order", inverse: "invoice")
        }
        Entity("Line") {
          Attribute("pieces", Int.self).default(0)
          Relationship("order", to: "Order", inverse: "lines")
        }
      }, store: store)
    let context = container.makeContext()
    for number in 0..<count {
      let order = try context.insert("Order")
      order.number = number
      let invoice = try context.insert("Invoice")
      invoice.total = number
      invoice.order = order
      for pieces in 1...5 {
        let line = try context.insert("Line")
        line.pieces = pieces
        line.order = order
      }
    }
    try context.save()
  }

  /// Returns all orders, with faults filled in batches.
  static func orders(
    in context: ManagedObjectContext, faultsAtOnce batchSize: Int
  ) throws -> [ManagedObject] {
    let orders = try context.fetch("Order")
    // The last request determines the batch size.
    var none = FetchRequest("Order", limit: 0)
    none.batchSize = batchSize
    sink(try context.fetch(none))
    return orders
  }

  static func total(_ order: ManagedObject) -> Int {
    let invoice: ManagedObject? = order.invoice
    let total: Int? = invoice?.total
    return total ?? 0
  }

  static func pieces(_ order: ManagedObject) -> Int {
    let lines: [ManagedObject] = order.lines ?? []
    return lines.reduce(0) { sum, line in
      let pieces: Int = line.pieces ?? 0
      return sum &+ pieces
    }
  }
}
