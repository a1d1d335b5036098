import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SubentityTests {
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext

  init() throws {
    model = try ManagedObjectModel("Library") {
      Entity("Shelf") {
        Attribute("name", String.self).identifying()
        Relationship("media", to: "Medium", .ordered, inverse: "shelf", onDelete: .cascade)
      }
      Entity("Medium", isAbstract: true) {
        Attribute("title", String.self)
        Relationship("shelf", to: "Shelf", inverse: "media")
      }
      Entity("Book", parent: "Medium") { Attribute("pages", Int.self).default(1) }
      Entity("Film", parent: "Medium") { Attribute("minutes", Int.self).default(1) }
    }
    context = ManagedObjectContext(model: model)
  }

  private func codes(_ json: String, as entity: String) throws -> [String] {
    do {
      return try context.load(.text(json, as: entity)).report.failures.map(\.code)
    } catch let report as ValidationReport {
      return report.failures.map(\.code)
    }
  }

  @Test func `a record names its sub-entity`() throws {
    let json = #"[{"@entity": "Book", "title": "a"}, {"title": "b", "@entity": "Film"}]"#
    #expect(try codes(json, as: "Medium") == [])
    #expect(context.objects(of: "Medium").map(\.entity.name) == ["Book", "Film"])
  }

  @Test func `a record may name the entity that it is expected to be of`() throws {
    #expect(try codes(#"{"@entity": "Book", "title": "a"}"#, as: "Book") == [])
  }

  @Test(
    arguments: [
      (#"{"title": "a"}"#, "Medium", ["entity.abstract"]),
      (#"{"@entity": "Medium", "title": "a"}"#, "Medium", ["entity.abstract"]),
      (#"{"@entity": "Shelf", "title": "a"}"#, "Medium", ["membership"]),
      (#"{"@entity": "Film", "title": "a"}"#, "Book", ["membership"]),
      (#"{"@entity": 1, "title": "a"}"#, "Book", ["type.wrong"]),
      (#"{"@entity": "Shelf", "name": "a"}"#, "Shelf", ["key.unknown"]),
    ])
  func `a record that names no fitting entity is refused`(
    json: String, entity: String, codes: [String]
  ) throws {
    #expect(try self.codes(json, as: entity) == codes)
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `what is written names its sub-entity, and is read again`() throws {
    let json = """
      {"name":"S","media":[{"@entity":"Book","title":"a","pages":2},{"@entity":"Film","title":"b",\
      "minutes":3}]}
      """
    try context.load(.text(json, as: "Shelf"))
    #expect(
      try context.json(of: "Shelf", layout: .compact) == Data("[\(json)]".utf8))
    let media = try context.json(of: "Medium", layout: .lines)
    let other = ManagedObjectContext(model: model)
    try other.load(.text(#"{"name": "S"}"#, as: "Shelf"))
    try other.load(.data(media, as: "Medium", layout: .lines))
    #expect(try other.json(of: "Medium", layout: .lines) == media)
  }

  @Test func `an entity is found by the bytes of its name only`() throws {
    let model = try ManagedObjectModel("Accents") { Entity("\u{C9}") { Attribute("x", Int?.self) } }
    let decomposed = "E\u{301}"
    #expect(model["\u{C9}"] != nil && model[decomposed] == nil)
    let context = ManagedObjectContext(model: model)
    let error = #expect(throws: ManagedObjectError.self) { try context.insert(decomposed) }
    #expect("\(try #require(error))".hasPrefix("The model has no entity"))
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text("{\"\(decomposed)\": []}"))
    }
    #expect(report?.failures.map(\.code) == ["entity.unknown"])
  }

}
