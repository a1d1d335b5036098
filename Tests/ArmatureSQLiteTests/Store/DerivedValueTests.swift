import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

/// Stored derived values that differ from the computed ones are found and corrected.
@Suite(.needsSQLite) struct DerivedValueTests {
  /// Orders have lines, some of them rated. Customers have orders, and tags lead to orders without an inverse.
  private static func model(limit: Int = 1_000) throws -> ManagedObjectModel {
    try ManagedObjectModel("Orders") {
      Entity("Tag") {
        Attribute("sum", Int?.self).derived(from: Self.expression("first.size + first.total"))
        Relationship("first", to: "Order")
      }
      Entity("Customer") {
        Attribute("name", String?.self)
        Attribute("spent", Int.self).derived(from: Self.expression("orders.@sum.total"))
          .range(...limit)
        Attribute("seen", Date?.self).derived(from: Self.expression("now()"))
        Attribute("seenAgain", Date?.self).derived(from: Self.expression("seen"))
        Relationship("orders", to: "Order", .toMany, inverse: "customer")
      }
      Entity("Order") {
        Attribute("made", Date?.self)
        Attribute("due", Date?.self).derived(from: Self.expression("made + 0.1"))
        Attribute("scratch", Int?.self).transient()
        Attribute("scratched", Int?.self).derived(from: Self.expression("scratch"))
        Attribute("total", Int.self).derived(from: Self.expression("lines.@sum.amount"))
        Attribute("size", Int.self).derived(from: Self.expression("lines.@count"))
        Attribute("largest", Int?.self).derived(from: Self.expression("lines.@max.amount"))
        Attribute("buyer", String?.self).derived(from: Self.expression("customer.name"))
        Relationship("lines", to: "Line", .toMany, inverse: "order")
        Relationship("customer", to: "Customer", inverse: "orders")
      }
      Entity("Line") {
        Attribute("amount", Int.self).default(1)
        Relationship("order", to: "Order", inverse: "lines")
      }
      Entity("Rated", parent: "Line") {
        Attribute("stars", Int.self).default(1)
        Attribute("weight", Int.self).derived(from: Self.expression("stars * amount"))
      }
    }
  }

  private static func expression(_ text: String) -> FetchExpression {
    // The arguments of a test are values and cannot throw; the texts here are all valid.
    do { return try FetchExpression(format: text) } catch { fatalError("\(error)") }
  }

  /// Returns a store with one customer, whose tagged order has a plain and a rated line.
  private static func stocked(
    _ kind: StoreKind, keepsHistory: Bool = false
  ) throws -> AnyStore {
    let store = try AnyStore(kind, model(), keepsHistory: keepsHistory)
    let context = store.container.makeContext()
    let tag = try context.insert("Tag")
    let (customer, order) = (try context.insert("Customer"), try context.insert("Order"))
    (customer.name, order.customer, tag.first) = ("Ada", customer, order)
    order.made = Date(timeIntervalSinceReferenceDate: 800_000_000.123_456)
    for entity in ["Line", "Rated"] { try context.insert(entity).order = order }
    try context.save()
    return store
  }

  /// Writes values to a row directly, bypassing contexts; by default to the first row of the entity.
  private static func write(
    _ values: [String: AttributeValue], _ entity: String, _ container: PersistentContainer,
    at id: ManagedObjectID? = nil
  ) throws {
    let rows = try container.store.rows(FetchRequest(entity), of: container.model)
    let row = try #require(rows.first { id == nil || $0.id == id })
    let properties = try #require(container.model[row.id.entityName]).persistentProperties
    let changes = values.map { name, value in
      StoreChange.Value(property: properties.firstIndex { $0.name == name } ?? 0, value: value)
    }
    try container.store.commit(
      StoreTransaction([StoreChange(row.id, .update, version: row.version, values: changes)]))
  }

  private static func lines(_ report: ValidationReport) -> [String] {
    report.map { failure in
      guard case .wrongDerivedValue(let right) = failure.kind else { return "\(failure)" }
      return "\(failure.entity).\(failure.keyPath[0]): \(failure.value), not \(right)"
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `values that saves have computed are right`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    #expect(try container.verify().isEmpty)
    #expect(try container.repairDerivedValues().isEmpty)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      ("Order", "size", 7, ["Order.size: 7, not 2"]),
      ("Order", "largest", .null, ["Order.largest: no value, not 1"]),
      ("Order", "buyer", "Bob", ["Order.buyer: \"Bob\", not \"Ada\""]),
      ("Rated", "weight", 5, ["Rated.weight: 5, not 1"]),
      ("Customer", "spent", 3, ["Customer.spent: 3, not 2"]),
      ("Tag", "sum", .null, ["Tag.sum: no value, not 4"]),
      (
        "Line", "amount", 5,
        [
          "Tag.sum: 4, not 8", "Customer.spent: 2, not 6", "Order.total: 2, not 6",
          "Order.largest: 1, not 5",
        ]
      ),
      ("Customer", "name", "Eve", ["Order.buyer: \"Ada\", not \"Eve\""]),
      (
        "Order", "customer", .null,
        ["Customer.spent: 2, not 0", "Order.buyer: \"Ada\", not no value"]
      ),
    ] as [(String, String, AttributeValue, [String])])
  func `a value that is not what others come to is found and put right`(
    kind: StoreKind, change: (String, String, AttributeValue, [String])
  ) throws {
    let store = try Self.stocked(kind)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    try Self.write([change.1: change.2], change.0, container)
    let wrong = change.3
    for includesRules in [true, false] {
      #expect(Self.lines(try container.verify(includingRules: includesRules)) == wrong)
    }
    #expect(try container.verify().allSatisfy { $0.code == "value.derived" })
    #expect(Self.lines(try container.repairDerivedValues()) == wrong)
    #expect(try container.verify().isEmpty)
    #expect(try container.repairDerivedValues().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `what follows from the clock or from transient values is left out`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    try Self.write(["seen": .null, "seenAgain": .date(.distantPast)], "Customer", container)
    try Self.write(["scratched": 3], "Order", container)
    #expect(try container.verify().isEmpty)
    #expect(try container.repairDerivedValues().isEmpty)
  }

  @Test(arguments: StoreKind.withHistory)
  func `a repair is an ordinary save, which others hear of`(kind: StoreKind) throws {
    let store = try Self.stocked(kind, keepsHistory: true)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    let context = container.makeContext()
    context.mergesChangesAutomatically = true
    let order = try #require(try context.fetch("Order").first)
    #expect(order["size"] == 2)
    try Self.write(["size": 7, "buyer": .null], "Order", container)
    try context.refresh(order)
    #expect(order["size"] == 7)
    let before = try container.history().count
    #expect(try container.repairDerivedValues().count == 2)
    _ = try context.fetch("Order")
    #expect(order["size"] == 2 && order["buyer"] == "Ada")
    let saves = try container.history()
    #expect(saves.count == before + 1)
    #expect(saves.last?.changes.first?.updatedProperties.isSuperset(of: ["size", "buyer"]) == true)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object that breaks a rule keeps others from nothing`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    let context = container.makeContext()
    for _ in 0..<3 { try context.insert("Customer") }
    try context.save()
    for customer in try context.fetch("Customer") {
      try Self.write(["spent": 9], "Customer", container, at: customer.objectID)
    }
    let strict = try PersistentContainer(
      model: Self.model(limit: 1), store: container.store)
    #expect(try strict.verify(includingRules: false).count == 4)
    #expect(Self.lines(try strict.repairDerivedValues()).count == 3)
    #expect(
      Self.lines(try strict.verify(includingRules: false)) == ["Customer.spent: 9, not 2"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a rule over a path that no longer holds is found`(kind: StoreKind) throws {
    let model = try ManagedObjectModel("Limits") {
      Entity("Owner") {
        Attribute("limit", Int.self)
        Relationship("parts", to: "Part", .toMany, inverse: "owner")
      }
      Entity("Part") {
        Attribute("n", Int.self)
        Relationship("owner", to: "Owner", inverse: "parts")
        Rule("keeps the limit") { $0.n <= $0.owner.limit }
      }
    }
    let store = try AnyStore(kind, model)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    let context = container.makeContext()
    let (owner, part) = (try context.insert("Owner"), try context.insert("Part"))
    (owner.limit, part.n, part.owner) = (6, 5, owner)
    try context.save()
    #expect(try container.verify().isEmpty)
    try Self.write(["limit": 2], "Owner", container)
    let report = try container.verify()
    #expect(report.count == 1 && report.first?.objectID == part.objectID, "\(report)")
    #expect(try container.verify(includingRules: false).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `chains across many batches come to the right end`(kind: StoreKind) throws {
    let model = try ManagedObjectModel("Tree") {
      Entity("Node") {
        Attribute("own", Int.self).default(1)
        Attribute("total", Int.self).derived(from: Self.expression("own + children.@sum.total"))
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .toMany, inverse: "parent")
      }
    }
    let store = try AnyStore(kind, model)
    defer { withExtendedLifetime(store) {} }
    let container = store.container
    let context = container.makeContext()
    // Ten trees, parents first, each a chain across several batches.
    var last: [ManagedObject?] = Array(repeating: nil, count: 10)
    for number in 0..<3_000 {
      let node = try context.insert("Node")
      if number % 300 < 10 {
        node.parent = last[number % 300]
        last[number % 300] = node
      }
    }
    try context.save()
    #expect(try container.verify().isEmpty)
    let leaf = try #require(last[4]).objectID
    try Self.write(["own": 41], "Node", container, at: leaf)
    let wrong = try container.verify()
    #expect(wrong.count == 10)
    #expect(
      wrong.allSatisfy { failure in
        guard case .wrongDerivedValue(.int(let right)) = failure.kind,
          case .int(let stored) = failure.value
        else { return false }
        return right == stored + 40
      })
    #expect(try container.repairDerivedValues() == wrong)
    #expect(try container.verify().isEmpty)
  }
}
