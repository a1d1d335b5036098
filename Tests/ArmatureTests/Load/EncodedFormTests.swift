import Armature
import Foundation
import Testing

/// Encoded models and archives of each format, including unknown future ones.
@Suite struct EncodedFormTests {
  private static func fixture(_ name: String) throws -> Data {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Formats/\(name)")
    return try Data(contentsOf: file)
  }

  /// Returns the model of the fixtures.
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Formats") {
      Entity("Item", isAbstract: true) {
        Attribute("code", String.self).identifying().matching("[A-Z]{3}-[0-9]{4}")
        Attribute("price", Decimal.self).default(1).range(0...)
        Attribute("made", Date?.self)
        Attribute("words", [String]?.self)
        Unique("price", "made")
      }
      Entity("Book", parent: "Item", in: "shop") {
        Attribute("title", String.self).length(1...200)
        Attribute("pages", Int16.self).default(1)
        Attribute("upper", String?.self).derived(from: .function(.uppercase, [.keyPath(["title"])]))
        Attribute("isbn", String?.self).renamed(from: "number").key("ISBN")
        Relationship("author", to: "Author", inverse: "books").required()
        Relationship("next", to: "Book", inverse: "former")
        Relationship("former", to: "Book", inverse: "next")
      }
      Entity("Author", in: "shop") {
        Attribute("name", String.self).userInfo(["note": "as on the cover"])
        Attribute("born", CalendarDate?.self)
        Relationship("books", to: "Book", .ordered, inverse: "author", onDelete: .cascade).count(
          0...100)
      }
    }
  }

  @Test func `an encoded model of each form is the model that was encoded`() throws {
    let model = try JSONDecoder().decode(
      ManagedObjectModel.self, from: Self.fixture("model-1.json"))
    #expect(try model.difference(from: Self.model()).changes.isEmpty)
    #expect(try model.fingerprint == Self.model().fingerprint)
  }

  @Test(arguments: ["archive-1-without-format.json", "archive-1.json"])
  func `an archive of each form has the objects that were archived`(name: String) throws {
    let context = try ManagedObjectContext(model: Self.model())
    let archive = try JSONDecoder().decode(
      ObjectArchive.self, from: Self.fixture(name), configuration: context)
    #expect(archive.objects.count == 1 && archive.unresolvedLinks.isEmpty)
    let author = archive.objects[0]
    #expect(author.name == "Zoë" && author.born == CalendarDate(year: 1980, month: 2, day: 29))
    let books = try author.objectIDs(forRelationshipNamed: "books")
      .map { try context.existingObject(with: $0) }
    #expect(books.map { $0.title } == ["Ä", "b\n"])
    #expect(books.map { $0.words } == [["x", "y"], ["x", "y"]])
    #expect(books.allSatisfy { $0.price == Decimal(string: "12.50") })
  }

  @Test func `a newer form is told with both numbers`() throws {
    let model = String(decoding: try Self.fixture("model-1.json"), as: UTF8.self)
    let newer = model.replacing(#""format": 1"#, with: #""format": 7"#)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ManagedObjectModel.self, from: Data(newer.utf8))
    }
    #expect("\(try #require(error))".contains("must be of format 1"))
    let archive = String(decoding: try Self.fixture("archive-1.json"), as: UTF8.self)
    let context = try ManagedObjectContext(model: Self.model())
    for number in [0, 2, 7] {
      let other = archive.replacing(#""format": 1"#, with: "\"format\": \(number)")
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(
          ObjectArchive.self, from: Data(other.utf8), configuration: context)
      }
      let text = "\(try #require(error))"
      #expect(text.contains("must be of format 1") && text.contains("is of format \(number)"))
    }
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `what is encoded now has the form of the newest fixture`() throws {
    let model = try JSONEncoder().encode(Self.model())
    #expect(String(decoding: model, as: UTF8.self).contains(#""format":1"#))
    let context = try ManagedObjectContext(model: Self.model())
    let archive = try JSONEncoder().encode(ObjectArchive([context.insert("Author")]))
    #expect(String(decoding: archive, as: UTF8.self).contains(#""format":1"#))
    #expect(ManagedObjectModel.encodedFormat == 1 && ObjectArchive.encodedFormat == 1)
  }
}
