import Armature
import ArmatureImport
import Testing

/// Declarations that a target does not support.
struct ModelProfileTests {
  private static func issues(
    _ profile: ModelProfile, @ModelBuilder _ body: () -> ModelBody
  ) throws -> [String] {
    let model = try ManagedObjectModel("Shop", body)
    return model.issues(for: profile).map { issue in
      #expect(issue.message.contains(issue.entity))
      #expect(issue.site.line > 0)
      return "\(issue.entity)\(issue.property.map { ".\($0)" } ?? ""): \(issue.code)"
    }
  }

  @Test func `CloudKit holds what is optional, linked both ways and in no order`() throws {
    let issues = try Self.issues(.cloudKit) {
      Entity("Article", in: "cloud") {
        Attribute("code", String.self).unique()
        Attribute("note", String?.self)
        Attribute("count", Int.self).default(1)
        Attribute("title", String.self).derived(from: .keyPath(["note"]))
        Attribute("draft", String.self).transient()
        Relationship("maker", to: "Maker", inverse: "articles").required()
        Relationship("parts", to: "Part", .ordered, inverse: "article", onDelete: .deny)
        Relationship("twin", to: "Article")
      }
      Entity("Book", parent: "Article", in: "cloud") {}
      Entity("Maker", in: "cloud") {
        Relationship("articles", to: "Article", .toMany, inverse: "maker")
      }
      Entity("Part") { Relationship("article", to: "Article", inverse: "parts") }
    }
    #expect(
      issues == [
        "Article: cloudKitUniqueness", "Article.code: cloudKitRequired",
        "Article.maker: cloudKitRequired", "Article.parts: cloudKitOrder",
        "Article.parts: cloudKitDenial", "Article.parts: cloudKitConfiguration",
        "Article.twin: cloudKitInverse",
      ])
  }

  @Test func `Core Data holds what Xcode has a word for`() throws {
    @ModelBuilder func body(_ isPlain: Bool) -> ModelBody {
      Entity("Article") {
        Attribute("code", String.self).length(1...8)
        if isPlain {
          Attribute("words", Data?.self)
        } else {
          Attribute("words", [String]?.self)
        }
      }
    }
    #expect(try Self.issues(.coreData) { body(true) }.isEmpty)
    #expect(
      try Self.issues(.coreData) { body(false) }.allSatisfy { $0.hasPrefix("Article.words: ") })
    #expect(try Self.issues(.coreData) { body(false) }.count == 1)
  }

  @Test func `PostgreSQL keeps 63 bytes of a name, and SQLite all`() throws {
    let (name, other) = (String(repeating: "é", count: 32), String(repeating: "é", count: 31))
    @ModelBuilder var body: ModelBody {
      Entity("Article") {
        Attribute(name, Int?.self)
        Attribute(other, Int?.self)
        Relationship("x", to: "Article")
      }
    }
    #expect(
      try Self.issues(.postgreSQL) { body } == ["Article.\(name): longName"])
    #expect(try Self.issues(.sqlite) { body }.isEmpty)
  }

  @Test(arguments: [(15, false), (54, true)])
  func `names that are made of several are looked at, too`(count: Int, isLong: Bool) throws {
    let name = String(repeating: "a", count: count)
    @ModelBuilder var body: ModelBody {
      Entity("Article") {
        Attribute("\(name)1", Int.self).unique()
        Attribute("\(name)2", Int.self)
        Attribute("\(name)3", Data?.self).storedExternally()
        Relationship("\(name)4", to: "Article")
        Relationship("\(name)5", to: "Article", .toMany, inverse: "\(name)6")
        Relationship("\(name)6", to: "Article", .toMany, inverse: "\(name)5")
        Index("\(name)2")
      }
    }
    let places = [".\(name)2", ".\(name)3", ".\(name)4", ".\(name)5", ""]
    #expect(
      try Self.issues(.postgreSQL) { body }
        == (isLong ? places.map { "Article\($0): longName" } : []))
    #expect(try Self.issues(.sqlite) { body }.isEmpty)
  }

  @Test(arguments: [
    (ModelProfile.sqlite, 1998, true), (.sqlite, 1999, false), (.postgreSQL, 1598, true),
    (.postgreSQL, 1599, false),
  ])
  func `a table has so many columns at most`(
    _ profile: ModelProfile, _ count: Int, _ fits: Bool
  ) throws {
    let issues = try Self.issues(profile) {
      Entity("Wide") { for number in 0..<count { Attribute("a\(number)", Int?.self) } }
    }
    #expect(issues == (fits ? [] : ["Wide: tooManyColumns"]))
  }

  @Test func `a schema leaves to a load what it cannot say`() throws {
    let issues = try Self.issues(.jsonSchema) {
      Entity("Article") {
        Attribute("code", String.self).unique()
        Attribute("count", Int.self).range(1...3)
      }
    }
    #expect(issues.allSatisfy { $0.hasSuffix(": unsupportedBySchema") } && !issues.isEmpty)
    #expect(
      try Self.issues(.jsonSchema) {
        Entity("Article") { Attribute("count", Int.self).range(1...3) }
      }.isEmpty)
  }
}
