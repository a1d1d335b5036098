import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Order: EntityType {
  static let schema = Order()
  let lines = ToMany<OrderLine>(inverse: \.order)
  let total = Attribute<Decimal>().derived(
    from: DynamicQuery().lines.sum("price").fetchExpression)
  let count = Attribute<Int>().derived(from: .aggregate(.count, of: .keyPath(["lines"])))
}

private struct OrderLine: EntityType {
  static let schema = OrderLine()
  let price = Attribute<Decimal>()
  let order = ToOne<Order>()
}

private struct Bill: EntityType {
  static let schema = Bill()
  let lines = ToMany<BillLine>(inverse: \.bill)
  let double = Attribute<Decimal>().derived(
    from: (DynamicQuery().total * 2).fetchExpression)
  let total = Attribute<Decimal>().derived(from: DynamicQuery().lines.sum("amount").fetchExpression)
}

private struct BillLine: EntityType {
  static let schema = BillLine()
  let price = Attribute<Decimal>()
  let pieces = Attribute<Int>()
  let amount = Attribute<Decimal>().derived(
    from: (DynamicQuery().price * DynamicQuery().pieces).fetchExpression)
  let bill = ToOne<Bill>()
}

/// Required derived attributes that no save has computed yet.
@Suite struct DerivedReadingTests {
  private final class Crate: ManagedObject {
    @Property("count") var count: Int
    @Property("label") var label: String
  }

  @Test func `a typed view computes what is derived before the first save`() throws {
    let model = try ManagedObjectModel("Orders") {
      Order.self
      OrderLine.self
    }
    let context = ManagedObjectContext(model: model)
    let order = try context.insert(Order.self)
    #expect(order.total == 0 && order.count == 0)
    for price in [5, 7] as [Decimal] {
      _ = try context.insert(OrderLine.self) {
        $0.price = price
        $0.order = order
      }
    }
    // Computed each time: a read keeps nothing.
    #expect(order.total == 12 && order.count == 2)
    try context.save()
    #expect(order.total == 12 && order.count == 2)
  }

  @Test func `what is derived from derived values is computed of them`() throws {
    let model = try ManagedObjectModel("Bills") {
      Bill.self
      BillLine.self
    }
    let context = ManagedObjectContext(model: model)
    let bill = try context.insert(Bill.self)
    let lines = try [2, 3].map { pieces in
      try context.insert(BillLine.self) {
        $0.price = 10
        $0.pieces = pieces
        $0.bill = bill
      }
    }
    #expect(bill.double == 100 && bill.total == 50 && lines[1].amount == 30)
    // A read leaves nothing behind: the values come with the save.
    #expect(bill.managedObject["total"] == nil && lines[0].managedObject["amount"] == nil)
    try context.save()
    #expect(bill.double == 100 && bill.total == 50)
  }

  @Test func `an accessor of a class computes what is derived before the first save`() throws {
    let model = try ManagedObjectModel("Crates") {
      Entity("Crate", class: Crate.self) {
        Attribute("name", String.self).default("a")
        Attribute("label", String.self).derived(from: .function(.uppercase, [.keyPath(["name"])]))
        Attribute("count", Int.self).derived(from: .aggregate(.count, of: .keyPath(["parts"])))
        Relationship("parts", to: "Part", .toMany, inverse: "crate")
      }
      Entity("Part") { Relationship("crate", to: "Crate", inverse: "parts") }
    }
    let context = ManagedObjectContext(model: model)
    let crate = try context.insert(Crate.self)
    #expect(crate.label == "A" && crate.count == 0)
    try context.insert("Part").setValue(crate, forKey: "crate")
    #expect(crate.count == 1)
    #expect(context.insertedObjects.count == 2)
  }
}
