import Armature
import Testing

@Suite struct DerivedAttributeTests {
  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Orders") {
        Entity("Order") {
          Attribute("discount", Double.self).default(0)
          Attribute("grand", Double.self).derived(
            from: .arithmetic(.keyPath(["total"]), .subtract, .keyPath(["discount"])))
          Attribute("total", Double.self).derived(
            from: .aggregate(.sum, of: .keyPath(["lines", "amount"])))
          Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
          Relationship("lines", to: "Line", .toMany, inverse: "order", onDelete: .cascade)
        }
        Entity("Line") {
          Attribute("price", Double.self).default(1)
          Attribute("quantity", Int.self).default(1)
          Attribute("amount", Double.self).derived(
            from: .arithmetic(.keyPath(["price"]), .multiply, .keyPath(["quantity"])))
          Relationship("order", to: "Order", inverse: "lines")
        }
      })
  }

  @Test func `derived values are computed at each save, in any order of declaration`() throws {
    let context = try context()
    let order = try context.insert("Order")
    let lines = try (1...3).map { quantity in
      let line = try context.insert("Line")
      line.quantity = quantity
      line.order = order
      return line
    }
    #expect(order["total"] == nil && order.isValid)
    try context.save()
    #expect(order.total == 6.0 && order.grand == 6.0 && order.size == 3 && lines[2].amount == 3.0)
    #expect(!context.hasChanges)

    // The order itself is unchanged, and still current after the save.
    lines[0].price = 11.0
    #expect(order.total == 6.0)
    try context.save()
    #expect(order.total == 16.0 && order.objectState == .unchanged && !context.hasChanges)

    order.discount = 1.0
    try context.delete(lines[0])
    try context.save()
    #expect(order.total == 5.0 && order.grand == 4.0 && order.size == 2)
  }

  @Test func `a derived value that never comes to rest stops the save and stays as it was`() throws
  {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Circle") {
        Entity("Node") {
          Attribute("total", Int.self).derived(
            from: .arithmetic(
              .aggregate(.sum, of: .keyPath(["next", "total"])), .add, .constant(1)))
          Relationship("next", to: "Node", .toMany, inverse: "previous")
          Relationship("previous", to: "Node", .toMany, inverse: "next")
        }
      })
    let node = try context.insert("Node")
    try context.save()
    #expect(node.total == 1)
    try node.insert(node, into: "next")
    #expect(
      throws: ManagedObjectError.unstableDerivation(entity: "Node", property: "total", rounds: 100)
    ) { try context.save() }
    #expect(node.total == 1 && node.isUpdated)
    try node.remove(node, from: "next")
    try context.save()
    #expect(node.total == 1 && !context.hasChanges)
  }

  @Test func `a failed save takes back what it derived`() throws {
    let context = try context()
    let order = try context.insert("Order")
    let line = try context.insert("Line")
    line.order = order
    try context.save()
    let fresh = try context.insert("Line")
    fresh.order = order
    fresh["price"] = nil
    line.price = 5.0
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(line.amount == 1.0 && line.isUpdated && Set(line.changedValues.keys) == ["price"])
    #expect(order.total == 1.0 && Set(order.changedValues.keys) == ["lines"])
    #expect(fresh["amount"] == nil)
    fresh.price = 2.0
    try context.save()
    #expect(order.total == 7.0 && line.amount == 5.0 && !context.hasChanges)
    // Objects that only read others are unchanged again.
    line.price = 6.0
    fresh["price"] = nil
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(order.objectState == .unchanged && order.total == 7.0)
    #expect(Set(context.updatedObjects) == [line, fresh])
  }

  @Test func `setting a derived value does not last, and a roll back restores the saved one`()
    throws
  {
    let context = try context()
    let line = try context.insert("Line")
    try context.save()
    line.amount = 99.0
    try context.save()
    #expect(line.amount == 1.0)
    line.amount = 99.0
    line.price = 5.0
    context.rollback()
    #expect(line.amount == 1.0 && line.price == 1.0)
  }

  @Test func `a value that cannot be computed is absent, which a required attribute must not be`()
    throws
  {
    let context = try context()
    let line = try context.insert("Line")
    line.price = .infinity as Double?
    #expect(line.isValid)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.keyPath) == [["amount"]] && report?.first?.code == "required")
    // The source values are invalid.
    line.price = nil as Double?
    let second = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(second?.map(\.keyPath) == [["price"]])
  }

  @Test func `a sum over a union of relationships follows the members of both`() throws {
    let members = FetchExpression.combination(.keyPath(["front"]), .union, .keyPath(["back"]))
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("House") {
        Entity("House") {
          Attribute("windows", Int.self).derived(
            from: .aggregate(.sum, of: .properties(["windows"], of: members)))
          Relationship("front", to: "Room", .toMany, inverse: "frontOf")
          Relationship("back", to: "Room", .toMany, inverse: "backOf")
        }
        Entity("Room") {
          Attribute("windows", Int.self).default(1)
          Relationship("frontOf", to: "House", inverse: "front")
          Relationship("backOf", to: "House", inverse: "back")
        }
      })
    let house = try context.insert("House")
    let rooms = try (0..<3).map { _ in try context.insert("Room") }
    rooms[0].frontOf = house
    rooms[1].backOf = house
    rooms[2].frontOf = house
    rooms[2].backOf = house
    try context.save()
    #expect(house["windows"] == 3)
    rooms[1].windows = 5
    try context.save()
    #expect(house["windows"] == 7)
  }

  @Test func `a date of change follows every change of its object, and of no other`() throws {
    let clock = FetchExpression.function(.now, [])
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Notes") {
        Entity("Note") {
          Attribute("text", String?.self)
          Attribute("changed", Date?.self).derived(from: clock)
          Relationship("pages", to: "Page", .toMany, inverse: "note")
          Attribute("size", Int.self).derived(
            from: .aggregate(.sum, of: .keyPath(["pages", "size"])))
        }
        Entity("Page") {
          Attribute("size", Int.self).default(1)
          Attribute("color", String?.self)
          Relationship("note", to: "Note", inverse: "pages")
        }
      })
    let note = try context.insert("Note")
    let page = try context.insert("Page")
    page.note = note
    try context.save()
    func changes(_ change: () -> Void) throws -> Bool {
      let before = note["changed"]
      change()
      try context.save()
      return note["changed"] != before
    }
    #expect(try changes { note.text = "new" })
    #expect(try changes { page.size = 2 })
    #expect(try !changes { page.color = "red" })
    #expect(note["size"] == 2)
  }
}
