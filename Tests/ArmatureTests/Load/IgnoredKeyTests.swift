import Armature
import Testing

@Suite struct IgnoredKeyTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Shop") {
      Entity("Thing") {
        Attribute("name", String.self)
        Attribute("seen", Bool?.self).transient()
        Composite("size") { Attribute("height", Int.self) }.optional()
      }
      Entity("Book", parent: "Thing") { Attribute("pages", Int.self).default(1) }
    }
  }

  private func report(_ options: LoadOptions, _ text: String) throws -> [String] {
    let context = ManagedObjectContext(model: model)
    do {
      return try context.load(.text(text), options: options).report.map(\.code)
    } catch let report as ValidationReport {
      return report.map(\.code)
    }
  }

  @Test(arguments: [
    (IgnoredKeys.none, ["key.unknown", "key.unknown", "key.notAllowed"]),
    (.keys(["Thing": ["colour", "seen"]]), ["key.unknown"]),
    (.keys(["Book": ["colour", "weight", "seen", "pages"]]), []),
    (.allUnknown, ["key.notAllowed"]),
  ])
  func `keys of an entity are passed over, and no others`(
    ignored: IgnoredKeys, codes: [String]
  ) throws {
    let text = #"{"Book": [{"name": "a", "colour": "red", "weight": [1, {}], "seen": true}]}"#
    #expect(try report(LoadOptions(ignoring: ignored), text) == codes)
    let warned = try report(LoadOptions(.lenient, ignoring: ignored), text)
    #expect(warned == codes)
  }

  @Test func `what the model does not know is passed over wherever it stands`() throws {
    let text = #"{"Shelf": {}, "Thing": [{"name": "a", "size": {"height": 2, "depth": 1}}]}"#
    #expect(try report(LoadOptions(ignoring: .allUnknown), text) == [])
    #expect(try report(LoadOptions(), text).count == 2)
  }

  @Test func `an ignored key that is a property is read`() throws {
    let context = ManagedObjectContext(model: model)
    let options = LoadOptions(ignoring: .keys(["Thing": ["name"]]))
    let result = try context.load(.text(#"[{"name": "a"}]"#, as: "Thing"), options: options)
    #expect(result.objects.first?["name"] == "a")
  }

  @Test func `keys of an entity that is not there are refused with a suggestion`() {
    let error = #expect(throws: ManagedObjectError.self) {
      try ManagedObjectContext(model: model).load(
        .text("[]", as: "Book"), options: LoadOptions(ignoring: .keys(["Boook": ["x"]])))
    }
    #expect("\(error, default: "")".contains(#"Did you mean "Book"?"#))
  }
}
