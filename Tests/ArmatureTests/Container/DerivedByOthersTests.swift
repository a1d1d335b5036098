import Testing

@testable import Armature

/// Derived values computed by several contexts from their own reads: the saved value always matches the saved rows.
@Suite struct DerivedByOthersTests {
  private let container: PersistentContainer
  private let (mine, theirs): (ManagedObjectContext, ManagedObjectContext)

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Orders") {
      Entity("Order") {
        Attribute("number", Int.self).identifying()
        Attribute("note", String?.self)
        Attribute("total", Int.self).derived(
          from: .aggregate(.sum, of: .keyPath(["lines", "amount"])))
        Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
        Attribute("buyer", String?.self).derived(from: .keyPath(["customer", "name"]))
        Relationship("lines", to: "Line", .toMany, inverse: "order", onDelete: .cascade)
        Relationship("customer", to: "Customer", inverse: "orders")
      }
      Entity("Line") {
        Attribute("pieces", Int.self).default(1)
        Attribute("amount", Int.self).derived(
          from: .arithmetic(.keyPath(["pieces"]), .multiply, .keyPath(["product", "price"])))
        Relationship("order", to: "Order", inverse: "lines")
        Relationship("product", to: "Product", inverse: "lines").required()
      }
      Entity("Product") {
        Attribute("price", Int.self).default(1)
        Relationship("lines", to: "Line", .toMany, inverse: "product")
      }
      Entity("Customer") {
        Attribute("name", String?.self)
        Attribute("spent", Int.self).derived(
          from: .aggregate(.sum, of: .keyPath(["orders", "total"])))
        Relationship("orders", to: "Order", .toMany, inverse: "customer")
      }
    }
  }

  /// Both contexts know a customer, two orders with two lines each, and two products with the price 1.
  init() throws {
    container = try PersistentContainer(model: Self.model())
    (mine, theirs) = (container.makeContext(), container.makeContext())
    let products = try (0..<2).map { _ in try theirs.insert("Product") }
    let customer = try theirs.insert("Customer")
    customer.name = "Ada"
    for number in 0..<2 {
      let order = try theirs.insert("Order")
      order.number = number
      order.customer = customer
      for product in products {
        let line = try theirs.insert("Line")
        line.product = product
        line.order = order
      }
    }
    try theirs.save()
    for entity in ["Customer", "Product", "Line", "Order"] {
      for object in try mine.fetch(entity) { _ = object.properties }
    }
  }

  private func order(_ number: Int, in context: ManagedObjectContext) throws -> ManagedObject {
    try #require(context.objects(of: "Order").first { $0["number"] == .int(Int64(number)) })
  }

  private func object(_ entity: String, _ position: Int, _ context: ManagedObjectContext)
    -> ManagedObject
  { context.objects(of: entity).sorted { $0.objectID.key < $1.objectID.key }[position] }

  /// Returns the derived values that do not match the saved rows.
  private func wrongValues() throws -> [String] {
    let context = container.makeContext()
    var wrong: [String] = []
    func number(_ object: ManagedObject?, _ name: String) -> Int64 {
      if case .int(let number)? = object?[name] { number } else { 0 }
    }
    func expect(_ object: ManagedObject, _ name: String, _ value: AttributeValue) {
      if object[name] ?? .null != value {
        wrong.append("\(object.objectID).\(name) is \(object[name] ?? .null), not \(value)")
      }
    }
    for line in try context.fetch("Line") {
      expect(line, "amount", .int(number(line, "pieces") * number(line.one("product"), "price")))
    }
    for order in try context.fetch("Order") {
      let lines = order.many("lines")
      expect(order, "size", .int(Int64(lines.count)))
      expect(order, "total", .int(lines.reduce(0) { $0 + number($1, "amount") }))
      expect(order, "buyer", order.one("customer")?["name"] ?? .null)
    }
    for customer in try context.fetch("Customer") {
      let orders = customer.many("orders")
      expect(customer, "spent", .int(orders.reduce(0) { $0 + number($1, "total") }))
    }
    return wrong
  }

  private static let policies = [
    MergePolicy.storeTrumps, .objectTrumps, .overwrite, .rollback, .resolve { $0.mine },
    .resolve { $0.theirs },
  ]

  @Test(arguments: policies)
  func `what both add is summed up whatever the policy`(_ policy: MergePolicy) throws {
    mine.mergePolicy = policy
    for context in [theirs, mine] {
      let line = try context.insert("Line")
      line.pieces = 10
      line.product = object("Product", 0, context)
      line.order = try order(0, in: context)
    }
    try theirs.save()
    try mine.save()
    #expect(try wrongValues() == [])
    #expect(try order(0, in: mine)["total"] == 22)
  }

  @Test(arguments: policies)
  func `what others have changed of other members counts`(_ policy: MergePolicy) throws {
    mine.mergePolicy = policy
    object("Line", 1, theirs).pieces = 10
    object("Product", 1, theirs).price = 3
    try theirs.save()
    object("Line", 0, mine).pieces = 100
    try mine.save()
    #expect(try wrongValues() == [])
    #expect(try order(0, in: mine)["total"] == 130)
  }

  @Test func `a derived value that both have computed is no conflict`() throws {
    object("Line", 1, theirs).pieces = 10
    try theirs.save()
    object("Line", 0, mine).pieces = 100
    try mine.save()
    #expect(try wrongValues() == [])
  }

  @Test(arguments: [false, true])
  func `an object that is newer than its members is not computed of these`(_ drops: Bool) throws {
    object("Line", 1, theirs).pieces = 10
    try theirs.save()
    let order = try order(0, in: mine)
    for object in [order, object("Customer", 0, mine)] {
      try mine.refresh(object, mergeChanges: !drops)
    }
    object("Line", 0, mine).pieces = 100
    try mine.save()
    #expect(order["total"] == 110)
    #expect(try wrongValues() == [])
  }

  @Test func `what is linked to is read again`() throws {
    let other = try theirs.insert("Customer")
    other.name = "Bob"
    try theirs.save()
    let known = try mine.existingObject(with: other.objectID)
    #expect(known["name"] == "Bob")
    other.name = "Eve"
    try theirs.save()
    let order = try order(0, in: mine)
    order.customer = known
    try mine.save()
    #expect(order["buyer"] == "Eve")
    #expect(try wrongValues() == [])
    let new = try mine.insert("Order")
    new.number = 9
    other.name = "Zoe"
    new.customer = known
    try theirs.refresh(other)
    try theirs.save()
    try mine.save()
    #expect(new["buyer"] == "Zoe")
    #expect(try wrongValues() == [])
  }

  @Test(arguments: policies)
  func `what others have added is computed of what has changed here`(_ policy: MergePolicy) throws {
    mine.mergePolicy = policy
    #expect(object("Product", 0, mine).memberCount(of: "lines") == 2)
    let line = try theirs.insert("Line")
    line.pieces = 10
    line.product = object("Product", 0, theirs)
    line.order = try order(0, in: theirs)
    try theirs.save()
    object("Product", 0, mine).price = 3
    try mine.save()
    #expect(try wrongValues() == [])
    #expect(try container.makeContext().existingObject(with: line.objectID)["amount"] == 30)
  }

  @Test(arguments: policies)
  func `so is what others have moved there`(_ policy: MergePolicy) throws {
    mine.mergePolicy = policy
    let line = object("Line", 1, theirs)
    line.product = object("Product", 0, theirs)
    try theirs.save()
    object("Product", 0, mine).price = 3
    try mine.save()
    #expect(try wrongValues() == [])
    #expect(try container.makeContext().existingObject(with: line.objectID)["amount"] == 3)
  }

  @Test func `what others have linked to what is deleted here is computed without it`() throws {
    #expect(object("Customer", 0, mine).memberCount(of: "orders") == 2)
    let order = try theirs.insert("Order")
    order.number = 5
    order.customer = object("Customer", 0, theirs)
    try theirs.save()
    #expect(order["buyer"] == "Ada")
    try mine.delete(object("Customer", 0, mine))
    try mine.save()
    #expect(try wrongValues() == [])
    #expect(try container.makeContext().existingObject(with: order.objectID)["buyer"] == nil)
  }

  @Test func `a refused deletion takes over values that others have derived meanwhile`() throws {
    let line = try theirs.insert("Line")
    line.product = object("Product", 0, theirs)
    line.order = try order(0, in: theirs)
    try order(1, in: theirs).note = "theirs"
    try theirs.save()
    let (deleted, changed) = (try order(0, in: mine), try order(1, in: mine))
    try mine.delete(deleted)
    changed.note = "mine"
    #expect(throws: MergeConflicts.self) { try mine.save() }
    mine.rollback()
    deleted.note = "kept"
    try mine.save()
    #expect(deleted["size"] == 3 && deleted["total"] == 3)
    #expect(try wrongValues() == [])
  }

  @Test func `so is what leads there by a relationship without an inverse`() throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Copies") {
        Entity("Source") { Attribute("n", Int.self).default(1) }
        Entity("Copy") {
          Attribute("n", Int.self).derived(from: .keyPath(["source", "n"]))
          Relationship("source", to: "Source")
        }
      })
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    let source = try mine.insert("Source")
    try mine.save()
    let copy = try theirs.insert("Copy")
    try copy.setValue(theirs.same(source), forKey: "source")
    try theirs.save()
    source.n = 2
    try mine.save()
    #expect(try container.makeContext().existingObject(with: copy.objectID)["n"] == 2)
  }
}
