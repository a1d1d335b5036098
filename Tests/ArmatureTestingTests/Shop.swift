import Armature
import ArmatureTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a model with a rule of every kind that is data.
func shopModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Shop") {
    Entity("Product") {
      Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
      Attribute("name", String.self).length(1...40)
      Attribute("summary", String?.self).length(0...200)
      Attribute("price", Decimal.self).range(0..<1000)
        .rule("has at most two decimals", check: { $0.exponent >= -2 })
      Attribute("cost", Decimal?.self).range(0...)
      Attribute("weight", Double.self).range(0.1...50)
      Attribute("stock", Int.self).default(0).range(0...)
      Attribute("shelf", Int16?.self).range(1..<20)
      Attribute("colour", String?.self).oneOf(["red", "green", "blue"])
      Attribute("tags", [String].self).length(0...5)
      Attribute("released", CalendarDate.self)
      Attribute("withdrawn", CalendarDate?.self)
      Attribute("photo", Data?.self).length(4...16)
      Attribute("page", URL?.self)
      Attribute("ratio", Float.self).range(0...1)
      Relationship("category", to: "Category", inverse: "products").required()
      Relationship("lines", to: "Line", .toMany, inverse: "product", onDelete: .deny)
      Rule("a product costs no more than its price") { $0.cost == nil || $0.cost <= $0.price }
      Rule("it is withdrawn after its release") {
        $0.withdrawn == nil || $0.withdrawn > $0.released
      }
      Rule("what is heavy is on a low shelf", when: { $0.weight > 25 }) { $0.shelf <= 3 }
    }
    Entity("Category") {
      Attribute("name", String.self).length(3...20).identifying()
      Attribute("rank", Int.self).range(1...500).unique()
      Relationship("parent", to: "Category", inverse: "children")
      Relationship("children", to: "Category", .toMany, inverse: "parent")
      Relationship("products", to: "Product", .toMany, inverse: "category")
      Rule(
        "no category is its own parent",
        check: { category in
          let parent: ManagedObject? = category.parent
          return parent !== category
        })
    }
    Entity("Party", isAbstract: true) {
      Attribute("id", UUID.self).identifying()
      Attribute("name", String.self).length(2...)
      Attribute("address", Address?.self)
      Attribute("email", String?.self).matching("[^@\\s]+@[^@\\s]+\\.[a-z]{2,}").length(...40)
        .unique()
    }
    Entity("Customer", parent: "Party") {
      Attribute("born", Date?.self)
      Relationship("orders", to: "Order", .ordered, inverse: "customer", onDelete: .cascade)
    }
    Entity("Supplier", parent: "Party") {
      Attribute("opens", ZonedDate?.self)
      Relationship("products", to: "Product", .toMany)
    }
    Entity("Order") {
      Attribute("number", Int.self).range(1...).identifying()
      Attribute("state", State.self)
      Attribute("total", Int.self)
      Attribute("net", Int.self).range(0...10_000)
      Attribute("tax", Int.self).range(0...1_000)
      Attribute("paid", Date?.self)
      Relationship("customer", to: "Customer", inverse: "orders").required()
      Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
        .required().count(1...3)
      Rule("the total is net and tax") { $0.total == $0.net + $0.tax }
      Rule("what is sent is paid", when: { $0.state == State.sent.rawValue }) { $0.paid != nil }
    }
    Entity("Line") {
      Attribute("pieces", Int.self).range(1...99)
      Relationship("order", to: "Order", inverse: "lines").required()
      Relationship("product", to: "Product", inverse: "lines").required()
      Unique("order", "product")
      Rule("no more pieces than there are") { $0.pieces <= $0.product.stock + 1 }
    }
  }
}

enum State: String, AttributeConvertible, CaseIterable {
  case open, paid, sent
}

struct Address: CompositeValue, Hashable {
  var street: String
  var zip: String?

  static var elements: [AttributeDescription] {
    Attribute("street", String.self).length(1...30)
    Attribute("zip", String?.self).matching("[0-9]{5}")
  }

  init?(elements: [String: AttributeValue]) {
    guard let street = elements["street"].flatMap(String.init(attributeValue:)) else { return nil }
    self.street = street
    zip = elements["zip"].flatMap(String.init(attributeValue:))
  }

  var elementValues: [String: AttributeValue] {
    ["street": .string(street), "zip": zip.attributeValue]
  }
}
