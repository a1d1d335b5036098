import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelBindingTests {
  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Entity("Book") {
        Attribute("title", String.self).rule("is not shouted") { $0 != $0.uppercased() }
        Attribute("pages", Int.self).default(1)
        Rule(
          "has more pages than letters",
          check: { ($0.pages ?? 0) > ($0["title"]?.description.count ?? 0) })
        Rule("has pages") { $0.pages > 0 }
      }
    }
  }

  private func decoded() throws -> ManagedObjectModel {
    try JSONDecoder().decode(ManagedObjectModel.self, from: JSONEncoder().encode(model()))
  }

  @Test func `a model comes back from JSON equal`() throws {
    #expect(try decoded() == model())
    #expect(try decoded().fingerprint == model().fingerprint)
  }

  @Test func `defaults that are closures are bound again`() throws {
    let original = try ManagedObjectModel("Shelf") {
      Entity("Book") {
        Attribute("code", String.self).default { "original" }
        Attribute("pages", Int.self).default(1)
      }
    }
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(original))
    #expect(decoded.warnings.map(\.code) == [.unboundDefault])
    #expect(try decoded.makeObject("Book")["code"] == nil)
    let bound = try decoded.bindingDefaults(["code": { "bound" }], in: "Book")
    #expect(bound.warnings.isEmpty && bound == original)
    #expect(try bound.makeObject("Book")["code"] == "bound")
    #expect(
      try decoded.bindingDefaults(["code": { 7 }], in: "Book").makeObject("Book").isValid == false)
    #expect(throws: ManagedObjectError.unknownKey(entity: "Book", key: "cod", suggestion: "code")) {
      try decoded.bindingDefaults(["cod": { "x" }], in: "Book")
    }
    #expect(throws: ManagedObjectError.unknownKey(entity: "Book", key: "pages", suggestion: nil)) {
      try decoded.bindingDefaults(["pages": { 2 }], in: "Book")
    }
  }

  @Test func `closures are missing afterwards, and using them says so`() throws {
    let model = try decoded()
    #expect(model.unboundRules == ["Book: has more pages than letters", "Book: is not shouted"])
    let book = try ManagedObjectContext(model: model).insert("Book")
    book.title = "Emma"
    #expect(Set(book.validate().failures.map(\.code)) == ["rule.unbound"])
  }

  @Test func `closures that are bound again check as before`() throws {
    let model = try decoded()
      .binding(["has more pages than letters": { $0.pages == 400 }], in: "Book")
      .bindingValues(["is not shouted": { $0 != "EMMA" }], in: "Book")
    #expect(model.unboundRules.isEmpty)
    let book = try ManagedObjectContext(model: model).insert("Book")
    book.title = "Emma"
    book.pages = 400
    #expect(book.validate().isEmpty)
    book.title = "EMMA"
    #expect(book.validate().failures.map(\.code) == ["rule"])
  }

  @Test func `closures of the elements of composites are bound again`() throws {
    let original = try ManagedObjectModel("Post") {
      Entity("Parcel") {
        Composite("address") {
          Attribute("town", String.self).rule("is a town we serve") { $0 == "Ulm" }
          Composite("spot") {
            Attribute("row", Int.self).rule("is an even row") { $0 % 2 == 0 }
          }
        }
      }
    }
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(original))
    #expect(decoded.unboundRules == ["Parcel: is a town we serve", "Parcel: is an even row"])
    let bound = try decoded.bindingValues(
      ["is a town we serve": { $0 == "Ulm" }, "is an even row": { $0 == 2 }], in: "Parcel")
    #expect(bound.unboundRules.isEmpty && bound == original)
    func failures(town: String, row: Int64) throws -> [String] {
      let parcel = try bound.makeObject("Parcel")
      let spot = AttributeValue.composite(["row": .int(row)])
      try parcel.setValue(
        AttributeValue.composite(["town": .string(town), "spot": spot]), forKey: "address")
      return parcel.validate().map(\.code)
    }
    #expect(try failures(town: "Ulm", row: 2).isEmpty)
    #expect(try failures(town: "Rome", row: 3).count == 2)
    #expect(
      throws: ManagedObjectError.unknownRule(
        entity: "Parcel", name: "is an even rowe", suggestion: "is an even row")
    ) {
      try decoded.bindingValues(["is an even rowe": { _ in true }], in: "Parcel")
    }
  }

  final class Ticket: ManagedObject {
    @Property("price") var price: Int
  }

  private func box() throws -> ManagedObjectModel {
    let model = try ManagedObjectModel("Box") {
      Entity("Ticket", class: Ticket.self) { Attribute("price", Int.self).default(5) }
      Entity("Pass", parent: "Ticket") { Attribute("days", Int.self).default(1) }
    }
    return try JSONDecoder().decode(ManagedObjectModel.self, from: JSONEncoder().encode(model))
  }

  @Test func `a class is missing after decoding, and asking for it says so`() throws {
    let model = try box()
    #expect(model.unboundClasses == ["Ticket: Ticket"])
    #expect(model.warnings.map(\.code) == [.unboundClass])
    let context = ManagedObjectContext(model: model)
    let error = #expect(throws: ManagedObjectError.self) { try context.insert(Ticket.self) }
    #expect(
      error?.description
        == "Ticket has lost its class, because the model was decoded. Bind it again: "
        + "model.binding(Ticket.self, in: \"Ticket\").")
    #expect(type(of: try context.insert("Ticket")) == ManagedObject.self)
  }

  @Test func `a class that is bound again has its objects and those of sub-entities`() throws {
    let model = try box().binding(Ticket.self, in: "Ticket")
    let before = try box()
    #expect(model == before && model.unboundClasses.isEmpty && model.warnings.isEmpty)
    let context = ManagedObjectContext(model: model)
    #expect(try context.insert(Ticket.self).price == 5)
    #expect(try context.insert("Pass") is Ticket)
  }

  @Test func `only the class that was lost can be bound`() throws {
    final class Other: ManagedObject {}
    let error = #expect(throws: ManagedObjectError.self) {
      try box().binding(Other.self, in: "Ticket")
    }
    #expect(
      error?.description == "Ticket must have objects of the class Ticket, but is bound to Other.")
    #expect(throws: ManagedObjectError.unknownEntity(name: "Tiket", suggestion: "Ticket")) {
      try box().binding(Ticket.self, in: "Tiket")
    }
  }

  @Test func `a rule that is not there cannot be bound`() throws {
    #expect(
      throws: ManagedObjectError.unknownRule(
        entity: "Book", name: "is not shoutet", suggestion: "is not shouted")
    ) {
      try decoded().bindingValues(["is not shoutet": { _ in true }], in: "Book")
    }
  }

  /// A text that contains an @ sign.
  struct Mail: TransformableValue {
    let transformed: String
    init?(transformed text: String) {
      guard text.contains("@") else { return nil }
      transformed = text
    }
    static var standIn: Mail? { Mail(transformed: "a@b") }
  }

  final class Person: ManagedObject {
    @Property("mail") var mail: Mail
    override func willSave() { _ = mail.transformed }
  }

  final class Customer: ManagedObject {
    @Property("mail") var mail: Mail
    override func willSave() { _ = mail.transformed }
  }

  @Test func `a class that is bound again refuses the values that its Swift types refuse`() throws {
    let original = try ManagedObjectModel("Shop") {
      Entity("Person", class: Person.self) { Attribute("mail", Mail.self) }
      Entity("Customer", class: Customer.self, parent: "Person") {}
    }
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(original))
    for (entity, model) in [
      ("Person", try decoded.binding(Person.self, in: "Person")),
      ("Customer", try decoded.binding(Customer.self, in: "Customer")),
    ] {
      let context = ManagedObjectContext(model: model)
      let report = #expect(throws: ValidationReport.self) {
        try context.load(.text(#"[{"mail": "x"}]"#, as: entity))
      }
      #expect(report?.map(\.code) == ["type.notRepresentable"])
      try context.insert(entity)
      let unsaved = #expect(throws: ValidationReport.self) { try context.save() }
      #expect(unsaved?.map(\.code) == ["rule.threw", "required"])
    }
  }
}
