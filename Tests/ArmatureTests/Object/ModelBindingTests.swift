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

  @Test func `closures are missing afterwards, and using them says so`() throws {
    let model = try decoded()
    #expect(model.unboundRules == ["Book: has more pages than letters", "Book: is not shouted"])
    let book = try ManagedObjectContext(model: model).insert("Book")
    book.title = "Emma"
    #expect(Set(book.validate().failures.map(\.code)) == ["rule.unbound"])
  }

  @Test func `closures that are bound again judge as before`() throws {
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

  @Test func `a rule that is not there cannot be bound`() throws {
    #expect(
      throws: ManagedObjectError.unknownRule(
        entity: "Book", name: "is not shoutet", suggestion: "is not shouted")
    ) {
      try decoded().bindingValues(["is not shoutet": { _ in true }], in: "Book")
    }
  }
}
