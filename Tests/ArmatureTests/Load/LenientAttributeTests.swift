import Armature
import Foundation
import Testing

@Suite struct LenientAttributeTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Shop") {
      Entity("Thing") {
        Attribute("name", String.self).key("Name")
        Attribute("pages", Int?.self)
        Attribute("price", Decimal?.self)
        Attribute("sold", Bool?.self)
        Attribute("ratings", [Int]?.self)
        Attribute("seen", Bool?.self).transient()
        Relationship("others", to: "Home", .toMany)
        Attribute("nameLength", Int.self).derived(
          from: .aggregate(.count, of: .keyPath(["others"])))
        Composite("size") { Attribute("height", Int.self).key("Height") }.optional()
        Relationship("home", to: "Home")
      }
      Entity("Book", parent: "Thing") { Attribute("year", Int?.self).renamed(from: "published") }
      Entity("Home") { Attribute("street", String.self) }
    }
  }

  private func messages(_ json: String, _ options: LoadOptions) throws -> [String] {
    let context = ManagedObjectContext(model: model)
    do {
      return try context.load(.text(json, as: "Book"), options: options).report.map(\.message)
    } catch let report as ValidationReport {
      return report.map(\.message)
    }
  }

  @Test(
    arguments: [
      (LenientAttributes.all, ["Thing"], 0), (["pages", "price", "sold"], ["Thing"], 1),
      (["pages"], ["Thing"], 3), (["size"], ["Thing"], 3), (.all, ["Book"], 0),
      (["year"], ["Book"], 4),
      (["name"], ["Home", "Thing"], 4),
    ] as [(LenientAttributes, [String], Int)])
  func `values of some attributes are read leniently, and no others`(
    attributes: LenientAttributes, entities: [String], failureCount: Int
  ) throws {
    let json =
      #"[{"Name": "a", "pages": "7", "price": "7.5", "sold": "true", "size": {"Height": "3"}}]"#
    var lenientIn = Dictionary(uniqueKeysWithValues: entities.map { ($0, attributes) })
    if entities.count > 1 { lenientIn["Home"] = ["street"] }
    #expect(try messages(json, LoadOptions(lenientIn: lenientIn)).count == failureCount)
  }

  @Test func `the values of a list are read as leniently as its attribute`() throws {
    let json = #"[{"Name": "a", "ratings": ["4", 5]}]"#
    #expect(try messages(json, LoadOptions(lenientIn: ["Thing": ["ratings"]])) == [])
    #expect(
      try messages(json, LoadOptions(lenientIn: ["Thing": ["pages"]])) == [
        "Book.ratings[0] must be a whole number, but is \"4\"."
      ])
  }

  @Test func `keys that are unknown are errors also in what is read leniently`() throws {
    #expect(
      try messages(
        #"[{"Name": 5, "x": 1, "size": {"Height": "1", "y": 1}}]"#,
        LoadOptions(lenientIn: ["Book": .all])) == [
          "Book.x is not a property of Book.", "Book.size.y is not a property of Book.",
        ])
  }

  @Test(
    arguments: [
      (["Boook": .all], #"Did you mean "Book"?"#), (["Book": ["pags"]], #"Did you mean "pages"?"#),
    ] as [([String: LenientAttributes], String)])
  func `what is not in the model is refused with a suggestion`(
    lenientIn: [String: LenientAttributes], suggestion: String
  ) {
    let error = #expect(throws: ManagedObjectError.self) {
      try messages("[]", LoadOptions(lenientIn: lenientIn))
    }
    #expect("\(error, default: "")".contains(suggestion))
  }

  @Test(arguments: [
    (
      #"{"Name": "a", "seen": true}"#,
      "Book.seen is transient and must not be set from data. Remove the key, or name it "
        + "in LoadOptions(ignoring:)."
    ),
    (
      #"{"Name": "a", "nameLength": 1}"#,
      "Book.nameLength is derived from other values and must not be set from data."
    ),
    (#"{"pages": 1}"#, #"Book.name must have a value, but its key "Name" is missing."#),
    (
      #"{"Name": "a", "size": {}}"#,
      #"Book.size.height must have a value, but its key "Height" is missing."#
    ),
    (
      #"{"Name": "a", "published": 1}"#,
      #"Book.published is not a property of Book. Did you mean "year"?"#
    ),
    (
      #"{"Name": "a", "home": "x"}"#,
      #"Book.home must be an object, since no single attribute of Home is identifying(), but is text."#
    ),
  ])
  func `a failure says what the data should have had`(record: String, message: String) throws {
    #expect(try messages("[\(record)]", LoadOptions()) == [message])
  }
}
