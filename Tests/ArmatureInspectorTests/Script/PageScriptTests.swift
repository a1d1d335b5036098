import Armature
import ArmatureModel
import Testing

@testable import ArmatureInspector

/// The functions of the script that need no browser.
@Suite(.enabled(if: PageProgram.node != nil, "Node.js is not installed."))
struct PageScriptTests {
  private static func program() throws -> PageProgram {
    let model = try ManagedObjectModel("Shop") {
      Entity("Party", isAbstract: true) { Attribute("name", String.self) }
      Entity("Customer", parent: "Party") {
        Relationship("orders", to: "Order", .toMany, inverse: "customer")
      }
      Entity("Order") {
        Attribute("number", Int.self).identifying()
        Relationship("customer", to: "Customer", inverse: "orders")
        Relationship("next", to: "Order")
      }
    }
    let context = ManagedObjectContext(model: model)
    let customer = try context.insert("Customer")
    customer.name = "Anna\u{202E}"
    for number in 1...4 {
      let order = try context.insert("Order")
      order.number = number
      order.customer = customer
    }
    return try PageProgram(InspectorPage(model, objectsOf: context))
  }

  @Test(arguments: [
    // Names of any kind have an address, which is read back.
    (#"entityAddress("a.b/c", "d")"#, "#a%2Eb%2Fc.d"),
    (#"viewAddress("objects", "Order", 3)"#, "#/objects/Order/3"),
    (#"(location.hash = entityAddress("a.b/c", "ü"), route().rest.join(" "))"#, "a.b/c ü"),
    (
      #"(location.hash = viewAddress("objects", "a/b"), route().view + route().rest)"#, "objectsa/b"
    ),
    (##"(location.hash = "#%E0%A4%A", route().rest[0])"##, "%E0%A4%A"),
    // Characters that change the direction of text are shown.
    (#"visible("a\u202Eb")"#, "a\\u{202E}b"),
    (#"count(1, "entity", "entities")"#, "1 entity"), (#"count(1200, "row")"#, "1,200 rows"),
    // An object is named by its name, or by its entity and number.
    ("labelOf(0)", "Anna\\u{202E}"), ("labelOf(1)", "Order 1"),
    ("objectAddress(2)", "#/objects/Order/2"),
    (
      #"textOf(tables.get("Customer").columns.find((column) => column.name === "orders"), 0)"#,
      "Order 1, Order 2, Order 3 and 1 more"
    ),
    (
      #"allProperties(entities.get("Customer")).map(({ property }) => property.name).join(" ")"#,
      "name orders"
    ),
    (
      #"pointers(entities.get("Customer")).map(({ property }) => property.name).join(" ")"#,
      "customer"
    ),
    (
      #"entityTree().map(({ entity, depth }) => entity.name + depth).join(" ")"#,
      "Party0 Customer1 Order0"
    ),
    (#"referrers(0).map(({ name }) => name).join(" ")"#, ""),
    // The beginning of a name ranks before the beginning of a part, other places, and single letters.
    (
      #"["ord", "num", "rder", "orn", "x"].map((text) => rank("Order.number", text)).join(" ")"#,
      "0 1 2 3 -1"
    ),
    (#"(targets = searchTargets(), found("num")[0].address)"#, "#Order.number"),
    // A search text is a condition if it begins with a property and a comparison.
    (
      #"["number > 1", "NOT number == 2", "number one", "Anna", "size > 1"]"#
        + #".map((text) => asksFor(text, tables.get("Order"))).join(" ")"#,
      "true true false false false"
    ),
    (
      #"tokensOf("a.b >= -1.5 AND 'it\\'s'").map(({ value }) => value).join("|")"#,
      #"a.b|>=|-1.5|AND|'it\'s'"#
    ),
    (#"unquoted("'a\\u0041\\n\\'b'")"#, "aA\n'b"),
  ])
  func `a function of the script returns a text`(expression: String, expected: String) throws {
    #expect(try Self.program().value(of: expression) == expected)
  }
}
