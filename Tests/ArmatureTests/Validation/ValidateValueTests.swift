import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Validating a single value on request.
@Suite struct ValidateValueTests {
  private let context: ManagedObjectContext
  private let item: ManagedObject

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Items") {
        Entity("Item") {
          Attribute("name", String.self).length(1...3)
          Attribute("pages", Int.self).default(1).range(1...)
          Attribute("small", Int16?.self)
          Attribute("price", Decimal?.self).range(0..<1000)
          Attribute("rating", Double?.self)
          Attribute("single", Float?.self)
          Attribute("format", EveryType.Format?.self)
          Attribute("total", Int.self).derived(from: .constant(1))
          Relationship("next", to: "Item")
        }
      })
    item = try context.insert("Item")
  }

  private func messages(_ value: (any AttributeConvertible)?, _ key: String) -> [String] {
    do {
      try item.validateValue(value, forKey: key)
      return []
    } catch {
      return (error as? ValidationReport)?.map(\.message) ?? ["\(error)"]
    }
  }

  @Test func `a value is coerced where nothing is lost`() throws {
    #expect(try item.validateValue(3.0, forKey: "pages") == 3)
    #expect(try item.validateValue(Decimal(3), forKey: "small") == 3)
    #expect(try item.validateValue(3, forKey: "rating") == 3.0)
    #expect(try item.validateValue(3, forKey: "price") == .decimal(3))
    #expect(try item.validateValue(0.1, forKey: "price") == .decimal(Decimal(1) / 10))
    #expect(try item.validateValue(0.5, forKey: "single") == 0.5)
    #expect(try item.validateValue("ebook", forKey: "format") == "ebook")
    #expect(try item.validateValue(nil, forKey: "price") == .null)
    #expect(try item.validateValue(nil, forKey: "total") == .null)
    #expect(item["small"] == nil && item.pages == 1 && !item.changedValues.keys.contains("pages"))
  }

  @Test func `a value that would lose something is refused`() {
    #expect(
      messages(3.5, "pages") == ["Item.pages must be of type Int, but is 3.5 of type Double."])
    #expect(
      messages("3", "pages") == ["Item.pages must be of type Int, but is \"3\" of type String."])
    #expect(
      messages(40_000, "small") == ["Item.small must be of type Int16, but is 40000 of type Int."])
    #expect(
      messages(true, "pages") == ["Item.pages must be of type Int, but is true of type Bool."])
    #expect(
      messages("film", "format") == [
        "Item.format must be one of \"paper\", \"ebook\", \"audio\", but is \"film\"."
      ])
  }

  @Test func `a value that breaks rules is refused with all of them`() {
    #expect(messages(nil, "name") == ["Item.name must have a value, but has none."])
    #expect(messages("", "name") == ["Item.name must have 1 to 3 characters, but has 0."])
    #expect(messages(0, "pages") == ["Item.pages must be at least 1, but is 0."])
    #expect(
      messages(1000, "price") == ["Item.price must be at least 0 and less than 1000, but is 1000."])
  }

  @Test func `an unknown key and a relationship throw`() {
    #expect(messages(1, "page") == ["Item has no property \"page\". Did you mean \"pages\"?"])
    let text = """
      Item.next must be an attribute to be stored or validated alone, but is a relationship, which has \
      another side. Call setValue(_:forKey:), and validate() for the object.
      """
    #expect(messages(1, "next") == [text])
    #expect(messages(nil, "next") == [text])
  }
}
