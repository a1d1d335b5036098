import Armature
import ArmatureTesting
import Orders
import Testing

@Suite(.context(orders)) struct OrderTests {
  /// An order with two lines, for tests of particular figures.
  private let tea: Fixture

  init() throws {
    tea = try Fixture(orders) { fixture in
      let customer = try fixture.insert("Customer", as: "ada")
      customer.email = "ada@example.org"
      customer.name = "Ada"
      let order = try fixture.insert("Order", as: "order")
      order.number = 1
      order.customer = customer
      for (sku, cents, pieces) in [("TEA-0001", 490, 2), ("CUP-0012", 1200, 1)] {
        let product = try fixture.insert("Product", as: sku)
        product.sku = sku
        product.cents = cents
        let line = try fixture.insert("Line")
        line.order = order
        line.product = product
        line.pieces = pieces
      }
    }
  }

  @Test func `a saved order has the total of its lines`() throws {
    let order = try tea.load(into: Test.context)["order"]
    try Test.context.save()
    #expect(order.cents == 2180)
  }

  @Test func `an order that was sent was paid`() throws {
    let order = try tea.load(into: Test.context)["order"]
    order.status = Order.Status.sent
    expectFailures(of: order, [.init("Order", .rule("what is sent was paid"))])
    order.paid = Date(timeIntervalSinceReferenceDate: 0)
    expectValid(order)
  }

  @Test func `a customer with orders stays`() throws {
    let objects = try tea.load(into: Test.context)
    try Test.context.save()
    try Test.context.delete(objects["ada"])
    expectSaveFails(Test.context)
  }

  @Test(arguments: ["", "tea-0001", "TEA-1", "TEA-00001"])
  func `a sku has three capitals and four digits`(sku: String) throws {
    let product = try ObjectGenerator(orders).make("Product", in: Test.context)
    product.sku = sku
    expectFailures(of: product, [.init("Product.sku", .pattern)])
  }

  @Test func `what is exported stays as it is`() throws {
    try tea.load(into: Test.context)
    try Test.context.save()
    expectSnapshot(of: Test.context, named: "tea")
  }
}

@Suite struct OrderModelTests {
  @Test func `every rule does something`() {
    #expect(orders.audit().findings.isEmpty, "\(orders.audit())")
  }

  @Test(.context(orders), arguments: orders.counterexamples())
  func `each rule is told by itself`(example: Counterexample) throws {
    expectFailures(of: try example.make(in: Test.context), [example.expected])
  }

  @Test(.seed()) func `a hundred orders are exported and read back`() throws {
    let context = ManagedObjectContext(model: orders)
    try ObjectGenerator(orders).make("Order", count: 100, in: context)
    try context.save()
    let copy = ManagedObjectContext(model: orders)
    try copy.load(.data(try context.json()))
    expectEqual(copy, context)
  }

  @Test(.seed()) func `the laws hold, hooks included`() {
    checkLaws(orders, histories: 100)
  }
}
