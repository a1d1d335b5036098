public import Armature

/// The model of products, customers, and orders with their lines.
public let orders: ManagedObjectModel = {
  do {
    return try ManagedObjectModel("Orders") {
      Entity("Customer") {
        Attribute("email", String.self).matching("[^@ ]+@[^@ ]+\\.[a-z]{2,}").length(...60)
          .identifying()
        Attribute("name", String.self).length(1...80)
        Relationship("orders", to: "Order", .toMany, inverse: "customer", onDelete: .deny)
      }
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("cents", Int.self).range(0...1_000_000)
        Relationship("lines", to: "Line", .toMany, inverse: "product", onDelete: .deny)
      }
      Entity("Order", class: Order.self) {
        Attribute("number", Int.self).range(1...).identifying()
        Attribute("status", Order.Status.self).default(.open)
        Attribute("paid", Date?.self)
        Attribute("cents", Int.self).default(0)
        Relationship("customer", to: "Customer", inverse: "orders").required()
        Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
        Rule("what is sent was paid", when: { $0.status == Order.Status.sent.rawValue }) {
          $0.paid != nil
        }
      }
      Entity("Line") {
        Attribute("pieces", Int.self).default(1).range(1...99)
        Relationship("order", to: "Order", inverse: "lines").required()
        Relationship("product", to: "Product", inverse: "lines").required()
        Unique("order", "product")
      }
    }
  } catch {
    // An issue in the declarations above. The message lists all issues with their lines.
    fatalError("\(error)")
  }
}()
