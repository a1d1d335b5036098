import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct KeyValueCodingTests {
  @Test func `an unknown key throws with the near miss, and without one`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book()
    let near = ManagedObjectError.unknownKey(entity: "Book", key: "titel", suggestion: "title")
    #expect(throws: near) { try book.value(forKey: "titel") }
    #expect(throws: near) { try book.value(forKey: "titel", as: String.self) }
    #expect(throws: near) { try book.setValue("x", forKey: "titel") }
    #expect(throws: near) { try book.primitiveValue(forKey: "titel") }
    #expect(throws: near) { try book.setPrimitiveValue("x", forKey: "titel") }
    #expect(throws: near) { try book.insert(book, into: "titel") }
    #expect(throws: near) { try book.remove(book, from: "titel") }
    let far = ManagedObjectError.unknownKey(entity: "Book", key: "", suggestion: nil)
    #expect(throws: far) { try book.value(forKey: "") }
    #expect(book[""] == nil)
  }

  static let wrongTypes: [(key: String, value: any PropertyConvertible & Sendable, text: String)] =
    [
      ("title", 5, "Book.title must be String, but is set to the integer 5."),
      ("pages", "many", "Book.pages must be Int, but is set to the text \"many\"."),
      ("pages", 1.0, "Book.pages must be Int, but is set to the number 1."),
      ("pages", true, "Book.pages must be Int, but is set to the Boolean value true."),
      (
        "price", 1.5,
        "Book.price must be Decimal, but is set to the number 1.5. Set Decimal(string: \"1.5\"), which "
          + "is exact."
      ),
      ("rating", "5", "Book.rating must be Double, but is set to the text \"5\"."),
      ("author", "Frank", "Book.author must be Author, but is set to the text \"Frank\"."),
      ("tags", 1, "Book.tags must be a set of Tag objects, but is set to the integer 1."),
    ]

  @Test(arguments: wrongTypes.indices)
  func `a value of another type throws and names both types`(_ index: Int) throws {
    let (key, value, text) = Self.wrongTypes[index]
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    let error = #expect(throws: ManagedObjectError.self) { try book.setValue(value, forKey: key) }
    #expect(error?.description == text)
    if let value = value as? any AttributeConvertible, !["author", "tags"].contains(key) {
      let error = #expect(throws: ManagedObjectError.self) {
        try book.setPrimitiveValue(value, forKey: key)
      }
      #expect(error?.description == text)
    }
    // A rejected write changes nothing.
    #expect(!shelf.context.hasChanges && book.changedValues.isEmpty && book.title == "Dune")
  }

  @Test func `objects where values belong, and the reverse, are refused`() throws {
    let shelf = try Bookshelf()
    let (author, book, tag) = (try shelf.author(), try shelf.book(), try shelf.tag())
    func refusal(_ value: (any PropertyConvertible)?, _ key: String) -> String? {
      do {
        try book.setValue(value, forKey: key)
        return nil
      } catch { return "\(error)" }
    }
    #expect(
      refusal(author, "title") == "Book.title must be String, but is set to the object Author#1*.")
    #expect(
      refusal([tag], "author") == "Book.author must be Author, but is set to the objects [Tag#3*].")
    #expect(
      refusal(tag, "tags")
        == "Book.tags must be a set of Tag objects, but is set to the object Tag#3*.")
    #expect(
      refusal(AttributeValue.object(tag.objectID), "tags")
        == "Book.tags must be a set of Tag objects, but is set to the object Tag#3*.")
    #expect(
      refusal(tag, "author") == "Book.author must lead to Author, but is set to an object of Tag.")
    let stranger = ManagedObjectID(
      entityName: "Author", key: 99, storeID: author.objectID.storeID, isTemporary: false)
    #expect(
      refusal(AttributeValue.object(stranger), "author")
        == "Book.author must lead to an object of the context, but it has no Author#99.")
    #expect(book.many("tags") == [] && book.one("author") == nil)
  }

  @Test func `a typed read of another type throws`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune", by: try shelf.author())
    let error = #expect(throws: ManagedObjectError.self) {
      try book.value(forKey: "title", as: Int.self)
    }
    #expect(error?.description == "Book.title must be read as String, but is read as Int.")
    #expect(throws: ManagedObjectError.self) { try book.value(forKey: "author", as: Int.self) }
    #expect(throws: ManagedObjectError.self) {
      try book.value(forKey: "tags", as: ManagedObject.self)
    }
    #expect(try book.value(forKey: "pages", as: Int16.self) == 1)
    #expect(try book.value(forKey: "price", as: Decimal.self) == nil)
  }

  @Test func `a value that the Swift type does not have is refused`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    func refusal(_ value: some PropertyConvertible, _ key: String) -> String? {
      do {
        try sample.setValue(value, forKey: key)
        return nil
      } catch { return "\(error)" }
    }
    #expect(refusal("ebook", "format") == nil)
    #expect(
      refusal("film", "format")
        == "Sample.format must be one of \"paper\", \"ebook\", \"audio\", but is set to \"film\".")
    #expect(refusal(Int16(20), "level") == nil)
    #expect(
      refusal(Int16(3), "level") == "Sample.level must be Level, but is set to the integer 3.")
    #expect(refusal("#ff8000", "colour") == nil)
    #expect(
      refusal("red", "colour") == "Sample.colour must be Colour, but is set to the text \"red\".")
    #expect(
      refusal(Int(Int32.max) + 1, "medium")
        == "Sample.medium must be Int32, but is set to the integer 2147483648.")
    #expect(
      refusal(0.1, "single") == "Sample.single must be Float, but is set to the number 0.1.")
    #expect(refusal(0.5, "single") == nil)
    #expect(refusal(Double.nan, "single") == nil)
    let composite = AttributeValue.composite(["street": "Main", "zip": 12])
    #expect(
      refusal(composite, "address")
        == #"Sample.address must be composite, but is set to the composite {street: "Main", zip: 12}."#
    )
    #expect(sample.format == EveryType.Format.ebook && sample.level == EveryType.Level.high)
    #expect(sample.colour == EveryType.Colour(255, 128, 0) && sample.address == nil)
  }

  @Test func `a primitive value is stored without a trace`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    try book.setPrimitiveValue("Messiah", forKey: "title")
    #expect(book.title == "Messiah")
    #expect(!book.hasChanges && !shelf.context.hasChanges && book.changedValues.isEmpty)
    #expect(throws: ManagedObjectError.self) { try book.setPrimitiveValue(nil, forKey: "author") }
    let error = #expect(throws: ManagedObjectError.self) {
      try book.setPrimitiveValue(nil, forKey: "tags")
    }
    #expect(error == .notAttribute(entity: "Book", property: "tags"))
  }
}
