import ArmatureModel
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct UniquenessValidatorTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Unique") {
        Entity("Author") {
          Attribute("name", String?.self).unique()
          Relationship("books", to: "Book", .toMany, inverse: "author")
        }
        Entity("Book") {
          Attribute("title", String?.self)
          Attribute("number", Double?.self).unique()
          Attribute("price", Decimal?.self).unique()
          Relationship("author", to: "Author")
          Unique("title", "author")
        }
        Entity("Novel", parent: "Book") { Attribute("plot", String?.self).unique() }
      })
  }

  private func object(
    _ entity: String, _ values: [String: any PropertyConvertible]
  ) throws -> ManagedObject {
    let object = try context.insert(entity)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  @Test func `the first keeps its value and the others are told`() throws {
    let authors = try ["A", "A", "B", "A"].map { try object("Author", ["name": $0]) }
    #expect(
      context.validate().map(\.description) == [
        "Author#2*: Author.name must be unique, but Author#1* has \"A\", too.",
        "Author#4*: Author.name must be unique, but Author#1* has \"A\", too.",
      ])
    #expect(context.validate().allSatisfy { $0.coreDataCode == 133_021 && $0.value == "A" })
    // The first one is reported as well if another one with an unchanged value is not validated with it.
    #expect(authors[0].validate().count == 1 && authors[2].validate().isEmpty)
    #expect(throws: ValidationReport.self) { try context.save() }
    authors[1].name = "C"
    authors[3].name = "D"
    try context.save()
    let late = try object("Author", ["name": "C"])
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.objectID) == [late.objectID])
  }

  @Test func `absent values never conflict`() throws {
    for _ in 0..<3 { _ = try object("Author", [:]) }
    let author = try object("Author", ["name": "A"])
    for _ in 0..<2 { _ = try object("Book", ["title": "T"]) }
    for _ in 0..<2 { _ = try object("Book", ["author": author]) }
    #expect(context.validate().isEmpty)
    try context.save()
  }

  @Test func `a compound conflicts only as a whole, relationships included`() throws {
    let (a, b) = (try object("Author", ["name": "A"]), try object("Author", ["name": "B"]))
    _ = try object("Book", ["title": "T", "author": a])
    let other = try object("Book", ["title": "T", "author": b])
    _ = try object("Book", ["title": "U", "author": a])
    #expect(context.validate().isEmpty)
    other.author = a
    #expect(
      context.validate().map(\.message) == [
        "Book#4* must be unique in title, author, but Book#3* has \"T\", Author#1*, too."
      ])
  }

  @Test func `a sub-entity shares what its parent declares, and not the reverse`() throws {
    let author = try object("Author", ["name": "A"])
    _ = try object("Novel", ["title": "T", "author": author, "plot": "p"])
    let book = try object("Book", ["title": "T", "author": author])
    let novel = try object("Novel", ["plot": "p"])
    #expect(context.validate().map(\.objectID) == [book.objectID, novel.objectID])
    #expect(novel.validate().map(\.keyPath) == [["plot"]])
  }

  @Test func `text conflicts by its bytes, numbers by their size`() throws {
    for name in ["é", "e\u{301}", "E\u{301}", "ß", "ss", "a", "a ", "A", "", "\u{0}"] {
      _ = try object("Author", ["name": name])
    }
    #expect(context.validate().isEmpty)
    for number in [0.0, 1.0, .infinity, .nan] { _ = try object("Book", ["number": number]) }
    #expect(context.validate().isEmpty)
    for (key, value) in [
      ("number", -0.0), ("number", Double.nan), ("number", Double.infinity),
    ] { _ = try object("Book", [key: value]) }
    #expect(context.validate().count == 3)
    context.reset()
    for text in ["1.10", "1.1", "1.100", "1.11"] {
      _ = try object("Book", ["price": try #require(Decimal(string: text))])
    }
    #expect(context.validate().count == 2)
  }

  @Test func `values may be swapped, and taken over from a deleted object`() throws {
    let (a, b) = (try object("Author", ["name": "A"]), try object("Author", ["name": "B"]))
    try context.save()
    (a.name, b.name) = (b.name, a.name)
    try context.save()
    #expect(a.name == "B" && b.name == "A")
    try context.delete(a)
    _ = try object("Author", ["name": "B"])
    try context.save()
    #expect(context.objects(of: "Author").count == 2)
  }

  @Test func `an object that is part of the value has its name`() throws {
    let model = try ManagedObjectModel("Festival") {
      Entity("Stage") {
        Attribute("name", String.self).identifying()
        Relationship("shows", to: "Show", .toMany, inverse: "stage")
        Relationship("lead", to: "Person", inverse: "leads")
      }
      Entity("Person") {
        Attribute("link", URL.self).identifying()
        Relationship("leads", to: "Stage", .toMany)
      }
      Entity("Show") {
        Attribute("hour", Int.self)
        Relationship("stage", to: "Stage")
        Unique("hour", "stage")
      }
    }
    let context = ManagedObjectContext(model: model)
    let stage = try context.insert("Stage")
    stage.name = "Globe"
    for _ in 0..<2 {
      let show = try context.insert("Show")
      show.hour = 20
      show.stage = stage
    }
    #expect(
      context.validate().map(\.message) == [
        #"Show#3* must be unique in hour, stage, but Show#2* has 20, Stage "Globe", too."#
      ])
    let person = try context.insert("Person")
    person.link = URL(string: "http://a.b/")
    #expect(person.failureObject.description == #"Person "http://a.b/""#)
  }
}
