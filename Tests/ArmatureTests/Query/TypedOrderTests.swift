import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Orders and derivations that name properties by key paths.
@Suite struct TypedOrderTests {
  struct Bill: EntityType {
    static let schema = Bill()
    let number = Attribute<Int>()
    let lines = ToMany<Line>(inverse: \.bill)
    let total = Attribute<Decimal>().derived(in: Bill.self) { $0.lines.sum(\.amount) }.range(0...)
    let gross = Attribute<Decimal>().derived(in: Bill.self) { $0.total * 2 }
    let greatest = Attribute<Decimal?>().derived(in: Bill.self) { $0.lines.max(\.price) }
  }

  struct Line: EntityType {
    static let schema = Line()
    let price = Attribute<Decimal>()
    let pieces = Attribute<Int>().default(1)
    let amount = Attribute<Decimal>().derived(in: Line.self) { $0.price * $0.pieces }
    let bill = ToOne<Bill>()
  }

  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Bills") {
        Bill.self
        Line.self
      })
    let context = container.makeContext()
    for (number, prices) in [[5, 7], [9], []].enumerated() {
      let bill = try context.insert(Bill.self) { $0.number = number }
      for price in prices {
        _ = try context.insert(Line.self) {
          $0.price = Decimal(price)
          $0.pieces = 2
          $0.bill = bill
        }
      }
    }
    try context.save()
  }

  @Test func `a derivation by key paths is that of the names`() throws {
    let bills = try container.makeContext().fetch(Bill.self, orderedBy: \.number)
    #expect(bills.map(\.total) == [24, 18, 0] && bills.map(\.gross) == [48, 36, 0])
    #expect(bills.map(\.greatest) == [7, 9, nil])
    let total = container.model["Bill"]?.attributes.first { $0.name == "total" }
    #expect(total?.derivation == DynamicQuery().lines.sum("amount").fetchExpression)
    // Rules behind it are kept.
    #expect(total?.rules.count == 1)
  }

  @Test func `orders by key paths, one or several`() throws {
    let context = container.makeContext()
    #expect(
      try context.fetch(Bill.self, orderedBy: .descending(\.total)).map(\.number) == [0, 1, 2])
    #expect(
      try context.fetch(Bill.self, orderedBy: .ascending(\.total)).map(\.number) == [2, 1, 0])
    #expect(
      try context.fetch(Bill.self, orderedBy: .ascending(\.lines.count), .descending(\.number))
        .map(\.number) == [2, 1, 0])
    let lines = try context.fetch(
      Line.self, orderedBy: .descending(\.bill.number), .ascending(\.price), limit: 2
    ) { $0.price > 4 }
    #expect(lines.map(\.price) == [9, 5])
    let request = FetchRequest(Bill.self, orderedBy: .descending(\.number), limit: 1)
    #expect(try context.fetch(request).first?["number"] == 2)
    let list = try FetchedResults(request, as: Bill.self, in: context)
    #expect(list.objects.map(\.number) == [2])
  }
}
