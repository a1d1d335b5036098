import Armature
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ObjectValidatorTests {
  private func item(
    _ name: String = "Item", @PropertyBuilder _ body: () -> EntityBody
  ) throws -> (context: ManagedObjectContext, object: ManagedObject) {
    let body = body()
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Items") { Entity(name) { body } })
    return (context, try context.insert(name))
  }

  @Test func `all failures are collected, in the order of properties, then of rules`() throws {
    let (context, item) = try item {
      Attribute("name", String.self)
      Attribute("code", String?.self).length(2...2).matching("[0-9]+")
      Attribute("size", Int?.self).range(1...).range(...9).oneOf([2, 4])
      Rule("the size is the code") { $0.size == 0 }
      Rule("never") { _ in .constant(false) }
      Relationship("next", to: "Item").required()
    }
    defer { context.reset() }
    item.code = "abc"
    item.size = 12
    #expect(
      item.validate().map(\.message) == [
        "Item.name must have a value, but has none.",
        "Item.code must have 2 characters, but has 3.",
        "Item.code must match the pattern \"[0-9]+\", but is \"abc\".",
        "Item.size must be at most 9, but is 12.",
        "Item.size must be one of 2, 4, but is 12.",
        "Item.next must have a value, but has none.",
        "Item#1*: the rule \"the size is the code\" must hold, but does not (size 12).",
        "Item#1*: the rule \"never\" must hold, but does not.",
      ])
    let first = item.validate()
    #expect(first == item.validate() && first.coreDataCode == 1560 && first.errors.count == 8)
  }

  @Test(arguments: [(0, "no value"), (1, "Item#2*"), (3, "3")])
  func `a rule over several objects tells how many there are`(count: Int, found: String) throws {
    let (context, item) = try item {
      Relationship("parts", to: "Item", .ordered, inverse: "whole")
      Relationship("whole", to: "Item", inverse: "parts")
      Rule("two parts") { $0.parts.count == 2 || $0.whole != nil }
    }
    defer { context.reset() }
    item.parts = try (0..<count).map { _ in try context.insert("Item") }
    let name = count > 1 ? "parts.@count" : "parts"
    #expect(item.validate().first?.message.contains("(\(name) \(found)") == true)
  }

  @Test func `a failure tells object, place, value, severity and where the rule stands`() throws {
    let line = #line + 3
    let (context, item) = try item {
      Attribute("title", String.self).identifying()
      Attribute("pages", Int.self).range(1..., severity: .warning)
    }
    defer { context.reset() }
    item.title = "Dune"
    item.pages = 0
    let failure = try #require(item.validate().first)
    #expect(failure.entity == "Item" && failure.keyPath == ["pages"] && failure.value == 0)
    #expect(failure.objectID == item.objectID && failure.label == "Dune")
    #expect(failure.severity == .warning && failure.code == "range.tooSmall")
    #expect(failure.ruleSite?.line == line && failure.coreDataCode == 1620)
    #expect(failure.description == "Item \"Dune\": Item.pages must be at least 1, but is 0.")
    #expect(item.validate().isValid && !item.isValid)
  }

  @Test func `a rule never runs on absent required data`() throws {
    let (context, item) = try item {
      Attribute("first", Int.self)
      Attribute("second", Int?.self)
      Rule("first is positive") { $0.first > 0 }
      Rule("second is positive") { $0["second"] > 0 }
      Rule("both agree", on: "first", "second", check: { $0["first"] == $0["second"] })
      Rule("all is there", check: { _ in false })
    }
    defer { context.reset() }
    #expect(
      item.validate().map(\.message) == [
        "Item.first must have a value, but has none.",
        "Item#1*: the rule \"second is positive\" must hold, but does not (second no value).",
      ])
    item["first"] = 1
    item["second"] = 2
    #expect(
      item.validate().map(\.message) == [
        "Item#1*: the rule \"both agree\" must hold, but does not (first 1, second 2).",
        "Item#1*: the rule \"all is there\" must hold, but does not.",
      ])
  }

  @Test func `a rule applies only where its condition holds`() throws {
    let (context, item) = try item {
      Attribute("kind", String.self).default("book")
      Attribute("pages", Int?.self) {
        ValidationRule(.required, when: DynamicQuery()["kind"] == "book")
        ValidationRule(
          .range(minimum: 10, maximum: nil, excludesMaximum: false),
          when: DynamicQuery()["kind"] == "novel")
        ValidationRule(.required, severity: .warning, when: DynamicQuery()["kind"] == "poem")
      }
      Rule("a saga is long", when: { $0.kind == "saga" }) { $0.pages > 1000 }
    }
    defer { context.reset() }
    func check(_ kind: String, _ pages: Int?, _ messages: [String]) {
      item.kind = kind
      item.pages = pages
      #expect(item.validate().map(\.message) == messages, "\(kind) of \(pages ?? -1)")
      #expect(item.isValid == messages.isEmpty)
    }
    check("book", nil, ["Item.pages must have a value, but has none."])
    check("book", 1, [])
    check("leaflet", nil, [])
    check("novel", nil, [])
    check("novel", 9, ["Item.pages must be at least 10, but is 9."])
    check("novel", 10, [])
    check("leaflet", 9, [])
    check("saga", 10, ["Item#1*: the rule \"a saga is long\" must hold, but does not (pages 10)."])
    check("saga", 1001, [])
    check("poem", nil, ["Item.pages must have a value, but has none."])
    #expect(item.validate().warnings.count == 1 && item.validate().isValid)
  }

  @Test func `rules over related objects see them, and nothing where there are none`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Library") {
        Entity("Author") {
          Attribute("name", String?.self)
          Attribute("died", Int?.self)
          Relationship("books", to: "Book", .ordered, inverse: "author")
          Rule("has a long book") { $0.books.any { $0.pages > 100 } }
          Rule("wrote in life", when: { $0.died != nil }) { author in
            author.books.all { $0.year <= author.died }
          }
          Rule("no book is empty") { $0.books.none { $0.pages == 0 } }
          Rule("has at most three books", severity: .warning) { $0.books.count <= 3 }
        }
        Entity("Book") {
          Attribute("pages", Int.self).default(200)
          Attribute("year", Int.self).default(1900)
          Relationship("author", to: "Author")
          Rule("is not called like its author") { $0.author.name != "Untitled" }
        }
      })
    let author = try context.insert("Author")
    func broken() -> [String] {
      author.validate().compactMap { failure in
        if case .rule(.predicate(let name, _), _, _, _) = failure.kind { name } else { nil }
      }
    }
    #expect(broken() == ["has a long book"])
    let books = try (0..<4).map { _ in try context.insert("Book") }
    author.books = Array(books[..<3])
    #expect(broken() == [])
    books[1].pages = 0
    author.died = 1850
    #expect(broken() == ["wrote in life", "no book is empty"])
    author.died = 1900
    author.books = books
    #expect(broken() == ["no book is empty", "has at most three books"])
    #expect(books[0].isValid)
    author.name = "Untitled"
    #expect(!books[0].isValid && books.allSatisfy { !$0.isValid })
    try context.delete(author)
    #expect(books[0].isValid)
  }

  @Test func `elements of composites have rules of their own`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    sample.address = EveryType.Address(street: "Main", city: "Bonn")
    #expect(sample.isValid)
    sample.address = EveryType.Address(
      street: "", city: "X", position: EveryType.Position(91, .nan))
    #expect(
      sample.validate().map(\.message) == [
        "Sample.address.street must have 1 to 50 characters, but has 0.",
        "Sample.address.city must have at least 2 characters, but has 1.",
        "Sample.address.position.latitude must be from -90 to 90, but is 91.",
        "Sample.address.position.longitude must be from -180 to 180, but is nan.",
      ])
    #expect(!sample.isValid)
  }

  @Test func `a rule may have its own message`() throws {
    let (context, item) = try item {
      Attribute("code", String?.self).matching(
        "[0-9]+", message: "{place} wants digits, not {value}")
      Rule("odd", message: "Something is odd.") { _ in .constant(false) }
    }
    defer { context.reset() }
    item.code = "x"
    #expect(
      item.validate().map(\.message) == ["Item.code wants digits, not \"x\"", "Something is odd."])
  }

  @Test(arguments: [false, true], [false, true])
  func `the closure of a rule runs once in a validation`(holds: Bool, othersHold: Bool) throws {
    let count = Mutex(0)
    let (context, item) = try item {
      Attribute("code", String?.self).length(1...3)
      Rule(
        "counted",
        check: { _ in
          count.withLock { $0 += 1 }
          return holds
        })
    }
    defer { context.reset() }
    item.code = othersHold ? "x" : "too long"
    #expect(item.validate().count == (holds ? 0 : 1) + (othersHold ? 0 : 1))
    #expect(count.withLock { $0 } == 1)
    #expect(item.isValid == (holds && othersHold))
    #expect(count.withLock { $0 } == 2)
    count.withLock { $0 = 0 }
    #expect(context.validate().count == (holds ? 0 : 1) + (othersHold ? 0 : 1))
    #expect(count.withLock { $0 } == 1)
  }
}
