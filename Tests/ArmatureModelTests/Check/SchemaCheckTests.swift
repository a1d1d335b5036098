import ArmatureModel
import Testing

@Suite struct SchemaCheckTests {
  private struct Plain: EntityType {
    static let schema = Plain()
    let title = Attribute<String>()
    let pages = 5
    var year: Int?
    let shelf: [String: Plain] = [:]
  }

  private struct Named: EntityType {
    static let schema = Named()
    let title = Attribute<String>("title")
    let n = Attribute("number", Int.self)
  }

  private static let text = Attribute<String>().length(1...9)

  private struct Copied: EntityType {
    static let schema = Copied()
    let first = SchemaCheckTests.text
    let second = SchemaCheckTests.text.unique()
  }

  private struct Remade: EntityType {
    static var schema: Remade { Remade() }
    let title = Attribute<String>()
    let pages = Attribute<Int>()
  }

  private struct Computed: EntityType {
    static let schema = Computed()
    let title = Attribute<String>()
    var pages: Attribute<Int> { Attribute() }
    static var rules: Rules<Computed> {
      Rule("computed") { $0.pages > 3 }
      Unique(\.title, \.pages)
    }
  }

  private func messages(@ModelBuilder _ body: () -> ModelBody) -> [String] {
    do {
      _ = try ManagedObjectModel("Odd", body)
      return []
    } catch {
      return (error as? ModelError)?.issues.map { "\($0.code): \($0.message)" } ?? ["\(error)"]
    }
  }

  @Test func `a stored property that is none of the entity is a mistake`() {
    #expect(
      messages { Plain.self } == [
        "notAProperty: Plain must hold properties of its entity only, but pages is of type Int."
          + " Write let pages = Attribute<Int>(), or make it static.",
        "notAProperty: Plain must hold properties of its entity only, but year is of type"
          + " Optional<Int>. Write let year = Attribute<Int?>(), or make it static.",
        "notAProperty: Plain must hold properties of its entity only, but shelf is of type"
          + " Dictionary<String, Plain>. Make it static.",
      ])
  }

  @Test func `a name other than the label is a mistake, the label itself is not`() {
    #expect(
      messages { Named.self } == [
        "namedProperty: Named must take the names of its properties from their labels, but n "
          + "has the name \"number\". Remove the name, and rename the property."
      ])
  }

  @Test func `properties that share a declaration are a mistake`() {
    #expect(
      messages { Copied.self } == [
        "copiedProperty: Copied must declare each property on its own, but second is a copy of "
          + "first, so views could not distinguish the two. Repeat the declaration."
      ])
  }

  @Test func `a schema that is made at each use is a mistake`() {
    #expect(
      messages { Remade.self } == [
        "remadeSchema: Remade must keep one schema, but makes one with another title at each use."
          + " Write static let schema = Remade(), not static var."
      ])
  }

  @Test func `a computed attribute is a mistake where it is used`() {
    #expect(
      messages { Computed.self } == [
        "unknownPath: Computed, rule \"computed\": the condition reads something of type"
          + " Attribute<Int> without a name: a schema has the names of its stored properties only."
          + " Declare it with let.",
        "unknownProperty: Computed must name its own properties in Unique(…), but one is of type"
          + " Attribute<Int> without a name: a schema has the names of its stored properties only."
          + " Declare it with let.",
      ])
  }
}
