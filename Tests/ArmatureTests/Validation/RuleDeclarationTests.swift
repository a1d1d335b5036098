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

  @Test func `counts may warn, and rules of attributes have messages of their own`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Teams") {
        Entity("Team") {
          Attribute("size", Int.self).default(3)
            .rule("is even", message: "{place} is {value}, which is odd.") { $0 % 2 == 0 }
          Relationship("members", to: "Member", .toMany, inverse: "team")
            .count(2..., severity: .warning)
        }
        Entity("Member") { Relationship("team", to: "Team", inverse: "members") }
      })
    let team = try context.insert("Team")
    try team.insert(try context.insert("Member"), into: "members")
    let report = team.validate()
    #expect(report.errors.map(\.message) == ["Team.size is 3, which is odd."])
    #expect(report.warnings.map(\.code) == ["count.tooFew"])
    team.size = 4
    try context.save()
    #expect(!context.hasChanges)
  }
}
