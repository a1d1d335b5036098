import TestSupport
import Testing

@testable import Armature

/// Records that say nothing new, in loads that update.
@Suite struct LoadUnchangedTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Shop") {
        Entity("Maker") { Attribute("name", String.self).identifying() }
        Entity("Good") {
          Attribute("code", String.self).length(1...9).identifying()
          Attribute("pieces", Int.self).range(0...100).default(1)
          Attribute("weight", Double?.self)
          Attribute("color", String?.self).oneOf(["red", "blue", "none"])
          Attribute("added", Date?.self)
          Attribute("key", UUID?.self)
          Attribute("marks", [String]?.self)
          Relationship("maker", to: "Maker")
          Rule("many are not red") { $0.pieces < 50 || $0.color != "red" }
        }
      })
    context = container.makeContext()
    try context.load(.text(#"[{"name": "Ann"}, {"name": "Bea"}]"#, as: "Maker"))
    try context.load(.text(Self.goods, as: "Good"))
    try context.save()
  }

  private static let goods = #"""
    [{"code": "a", "pieces": 3, "weight": 0.5, "color": "red", "added": "2026-01-02T03:04:05Z",
      "key": "9B7F3F1A-2F0E-4C58-9D9A-0B1B7E0B5D11", "marks": ["x", ""], "maker": "Ann"},
     {"code": "b", "weight": -0.0, "color": "blue"}]
    """#

  private func update(
    _ json: String, _ context: ManagedObjectContext, as entity: String = "Good"
  ) throws -> LoadResult {
    try context.load(.text(json, as: entity), options: LoadOptions(onDuplicate: .update))
  }

  private func codes(_ objects: [ManagedObject]) -> [AttributeValue?] { objects.map { $0["code"] } }

  @Test func `records that say nothing new are told apart from those that change something`() throws
  {
    for context in [context, container.makeContext()] {
      let same = try update(Self.goods, context)
      #expect(codes(same.unchangedObjects) == ["a", "b"] && same.updatedObjects.isEmpty)
      #expect("\(same)" == "objects: none; unchanged: 2 Good")
      #expect(!context.hasChanges)
    }
    let result = try update(
      #"[{"code": "a", "pieces": 3}, {"code": "b", "pieces": 1}, {"code": "b", "pieces": 2}]"#,
      context)
    #expect(codes(result.updatedObjects) == ["b"] && codes(result.unchangedObjects) == ["a"])
    #expect("\(result)" == "objects: none; updated: 1 Good; unchanged: 1 Good")
  }

  @Test(
    arguments: [
      #""pieces": 4"#, #""weight": 0.25"#, #""weight": null"#, #""color": "none""#,
      #""added": "2026-01-02T03:04:06Z""#, #""key": null"#, #""marks": ["x"]"#, #""maker": "Bea""#,
      #""maker": null"#, #""key": "9B7F3F1A-2F0E-4C58-9D9A-0B1B7E0B5D12""#,
    ])
  func `any other value counts`(member: String) throws {
    let other = container.makeContext()
    let result = try update(#"{"code": "a", \#(member)}"#, other)
    #expect(codes(result.updatedObjects) == ["a"] && result.unchangedObjects.isEmpty)
    try other.save()
    let again = try update(#"{"code": "a", \#(member)}"#, container.makeContext())
    #expect(codes(again.unchangedObjects) == ["a"] && again.updatedObjects.isEmpty)
  }

  @Test(
    arguments: [
      #"{"code": "a", "pieces": 101}"#, #"{"code": "a", "color": "green"}"#,
      #"{"code": "a", "pieces": null}"#, #"{"code": "a", "pieces": 60}"#,
      #"[{"code": "a", "pieces": -1}, {"code": "a", "pieces": 5}]"#,
    ])
  func `rules are checked in any case`(json: String) throws {
    let context = container.makeContext()
    let report = #expect(throws: ValidationReport.self) { try update(json, context) }
    #expect(report?.count == 1)
    #expect(!context.hasChanges)
  }

  @Test func `what broke a rule before is told if a record says it again`() throws {
    let other = container.makeContext()
    let good = try other.fetch("Good") { $0.code == "b" }[0]
    try good.setPrimitiveValue(500, forKey: "pieces")
    #expect(throws: ValidationReport.self) {
      try update(#"{"code": "b", "pieces": 500}"#, other)
    }
  }

  @Test func `thousands of them are found with a few questions`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: container.model, store: store)
    let records = (0..<2_500).map { #"{"code": "\#($0)", "pieces": \#($0 % 100)}"# }
    let json = "[" + records.joined(separator: ",") + "]"
    let stock = container.makeContext()
    try stock.load(.text(json, as: "Good"))
    try stock.save()
    let context = container.makeContext()
    let counts = try store.counting {
      let result = try update(json, context)
      #expect(result.unchangedObjects.count == 2_500 && result.updatedObjects.isEmpty)
      try context.save()
    }
    #expect(counts.fetches <= 4 && counts.commits == 0, "\(counts)")
  }
}
