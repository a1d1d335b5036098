import Armature
import Testing

@Suite struct RuleDeclarationTests {
  private struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>()
    let pages = Attribute<Int>()
    let rating = Attribute<Double?>()
    let former = ToOne<Work>()

    static var rules: Rules<Work> {
      Rule("not nil") { $0.rating != nil }
      Rule("equal") { $0.title == "Dune" }
      Rule("either") { $0.pages < 1000 || $0.rating != nil }
      Rule("relationship") { $0.former == nil }
      Rule("labelled", check: { $0.pages > 1 })
    }
  }

  @Test func `a trailing closure that can be an expression is one`() throws {
    let model = try ManagedObjectModel("Shelf") {
      Work.self
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Attribute("rating", Double?.self)
        Rule("not nil") { $0.rating != nil }
        Rule("equal") { $0.title == "Dune" }
        Rule("either") { $0.pages < 1000 || $0.rating != nil }
        Rule("labelled", check: { $0.rating == nil })
      }
    }
    #expect(
      model["Work"]?.rules.map { "\($0.requirement)" } == [
        #"predicate(name: "not nil", rating != nil)"#,
        #"predicate(name: "equal", title == "Dune")"#,
        #"predicate(name: "either", pages < 1000 OR rating != nil)"#,
        #"predicate(name: "relationship", former == nil)"#,
        #"custom(name: "labelled", properties: [])"#,
      ])
    #expect(
      model["Book"]?.rules.map { "\($0.requirement)" } == [
        #"predicate(name: "not nil", rating != nil)"#,
        #"predicate(name: "equal", title == "Dune")"#,
        #"predicate(name: "either", pages < 1000 OR rating != nil)"#,
        #"custom(name: "labelled", properties: [])"#,
      ])
  }
}
