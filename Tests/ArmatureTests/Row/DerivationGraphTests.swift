import TestSupport
import Testing

@testable import Armature

@Suite struct DerivationGraphTests {
  /// Returns a context with totals over one, two and three relationships, and over one without an inverse.
  private func context() throws -> ManagedObjectContext {
    func total(_ path: String...) -> FetchExpression {
      .aggregate(.sum, of: .keyPath(FetchPath(path)))
    }
    return ManagedObjectContext(
      model: try ManagedObjectModel("Totals") {
        Entity("Region") {
          Attribute("total", Int.self).derived(
            from: total("customers", "orders", "lines", "amount"))
          Relationship("customers", to: "Customer", .toMany, inverse: "region")
        }
        Entity("Customer") {
          Attribute("total", Int.self).derived(from: total("orders", "lines", "amount"))
          Relationship("region", to: "Region", inverse: "customers")
          Relationship("orders", to: "Order", .ordered, inverse: "customer", onDelete: .cascade)
        }
        Entity("Order") {
          Attribute("total", Int.self).derived(from: total("lines", "amount"))
          Relationship("customer", to: "Customer", inverse: "orders")
          Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
        }
        Entity("Line") {
          Attribute("amount", Int.self).default(1)
          Relationship("order", to: "Order", inverse: "lines")
        }
        Entity("Report") {
          Attribute("total", Int.self).derived(from: total("orders", "lines", "amount"))
          Relationship("orders", to: "Order", .toMany)
        }
      })
  }

  private func expected(_ object: ManagedObject) -> Int64 {
    switch object.entity.name {
    case "Region": object.many("customers").map(expected).reduce(0, +)
    case "Customer", "Report": object.many("orders").map(expected).reduce(0, +)
    case "Order": object.many("lines").map(expected).reduce(0, +)
    default: object.amount ?? 0
    }
  }

  @Test(arguments: 0..<12)
  func `totals follow members that change, move, come and go`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let context = try context()
    for name in ["Region", "Customer", "Order", "Line", "Report"] {
      for _ in 0..<4 { try context.insert(name) }
    }
    func any(_ name: String) -> ManagedObject? {
      context.objects(of: name).randomElement(using: &random)
    }
    for step in 0..<150 {
      for _ in 0..<(1 + random.below(3)) {
        switch random.below(12) {
        case 0: try context.insert(random.pick(["Region", "Customer", "Order", "Line", "Report"]))
        case 1: if let line = any("Line") { try context.delete(line) }
        case 2:
          if random.oneIn(3), let order = any("Order") { try context.delete(order) }
          if random.oneIn(9), let customer = any("Customer") { try context.delete(customer) }
        case 3, 4: any("Line")?.amount = random.below(100)
        case 5, 6: any("Line")?.order = random.oneIn(4) ? nil : any("Order")
        case 7: any("Order")?.customer = random.oneIn(4) ? nil : any("Customer")
        case 8: any("Customer")?.region = random.oneIn(4) ? nil : any("Region")
        case 9:
          if let order = any("Order"), let line = any("Line") {
            try order.insert(line, into: "lines", at: 0)
          }
        case 10:
          if let report = any("Report"), let order = any("Order") {
            try report.insert(order, into: "orders")
          }
        default: if random.oneIn(4) { context.rollback() }
        }
      }
      // A report can lead to a deleted order.
      for report in context.objects(of: "Report") {
        try report.setValue(report.many("orders"), forKey: "orders")
      }
      try context.save()
      for name in ["Region", "Customer", "Order", "Report"] {
        for object in context.objects(of: name)
        where object["total"] != .int(expected(object)) {
          Issue.record(
            "seed \(seed), step \(step): \(object) should have \(expected(object))")
          return
        }
      }
      #expect(!context.hasChanges)
    }
  }

  @Test func `only what derives from a change is looked at, where there is a way back`() throws {
    let context = try context()
    let orders = try (0..<20).map { _ in try context.insert("Order") }
    let line = try context.insert("Line")
    line.order = orders[3]
    let derivations = try #require(context.runtime.derivations)
    #expect(derivations.inversePaths.readers(of: line) == [orders[3]])
    let customer = try context.insert("Customer")
    orders[3].customer = customer
    #expect(Set(derivations.inversePaths.readers(of: line)) == [orders[3], customer])
    // Reports have no inverse, so all of them are checked.
    let reports = [try context.insert("Report"), try context.insert("Report")]
    #expect(
      Set(derivations.inversePaths.readers(of: line)) == Set([orders[3], customer] + reports))
    #expect(derivations.inversePaths.readers(of: reports[0]).isEmpty)
  }
}
