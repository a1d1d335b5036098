import Armature
import Foundation

/// The library's side of nested documents: parts, a discriminator, and a map.
enum OurDocuments {
  static let model = expect {
    try ManagedObjectModel("Orders") {
      Entity("Order") {
        Attribute("number", Int.self)
        Attribute("placed", Date.self)
        Relationship("customer", to: "Customer").owned().required()
        Relationship("payment", to: "Payment").owned().required()
        Relationship("lines", to: "Line", .toMany).owned().required()
        Attribute("counts", [String: Int].self)
      }
      Entity("Customer") {
        Attribute("name", String.self).length(1...100)
        Attribute("email", String.self).matching(BookRules.emailPattern)
        Relationship("address", to: "Address").owned().required()
      }
      Entity("Address") {
        Attribute("street", String.self).length(1...80)
        Attribute("city", String.self).matching("[A-Z].*|Ō.*")
        Attribute("country", String.self).oneOf(["DE", "FR", "JP", "BR"])
      }
      Entity("Line") {
        Attribute("product", String.self).length(1...100)
        Attribute("quantity", Int.self).range(1...1000)
        Attribute("price", Decimal.self).range(0...)
        Attribute("tags", [String].self)
      }
      Entity("Payment", isAbstract: true) {}.discriminator("type")
      Entity("Card", parent: "Payment") { Attribute("digits", String.self).length(4...4) }
        .discriminator(value: "card")
      Entity("Transfer", parent: "Payment") { Attribute("account", String.self).length(10...34) }
        .discriminator(value: "transfer")
    }
  }

  /// Loads and validates the orders; the report must be empty.
  static func loadAndValidate(_ document: [UInt8], _ count: Int) -> [Subject] {
    let source = LoadSource.data(Data(document), as: "Order")
    return [
      .timed(OurJSON.objects, operations: count) {
        let context = ManagedObjectContext(model: model)
        let result = expect { try context.load(source) }
        precondition(result.counts["Order"] == count && result.report.isEmpty)
      }
    ]
  }
}
