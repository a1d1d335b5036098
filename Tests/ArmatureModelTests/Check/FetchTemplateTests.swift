@testable import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FetchTemplateTests {
  private static let library = Result {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
        FetchTemplate("prolific") { $0.books.any { $0.year > QueryVariable("YEAR") } }
      }
      Entity("Book") {
        Attribute("year", Int.self)
        Relationship("author", to: "Author", inverse: "books")
        FetchTemplate("between") {
          $0.year >= QueryVariable("FROM") && $0.year + 1 < QueryVariable("TO")
            || $0.year == QueryVariable("FROM")
        }
        FetchTemplate("alike") { $0.year == QueryVariable("BOOK").year }
      }
    }
  }

  @Test func `values take the places of variables, within quantifiers, too`() throws {
    let model = try Self.library.get()
    let between = try #require(model.fetchTemplate(named: "between"))
    #expect(between.entity.name == "Book" && between.template.variables == ["FROM", "TO"])
    let condition = try between.template.predicate(substituting: ["FROM": 1, "TO": 9])
    #expect(condition.description == "(year >= 1 AND year + 1 < 9) OR year == 1")
    let prolific = try #require(model.fetchTemplate(named: "prolific"))
    #expect(
      try prolific.template.predicate(substituting: ["YEAR": 2000]).description
        == "ANY books.year > 2000")
    #expect(model.fetchTemplate(named: "Between") == nil)
    #expect(model.fetchTemplateNames == ["prolific", "between", "alike"])
  }

  @Test func `a variable may stand for an object`() throws {
    let alike = try #require(try Self.library.get().fetchTemplate(named: "alike")).template
    #expect(alike.variables == ["BOOK"])
    let id = ManagedObjectID(entityName: "Book", key: 3, storeID: .none, isTemporary: false)
    #expect(
      try alike.predicate(substituting: ["BOOK": .value(AttributeValue.object(id))]).description
        == "year == CAST(\"\(id.uri.absoluteString)\", \"NSManagedObjectID\").year")
  }

  @Test func `every missing and every unknown value is reported`() throws {
    let between = try #require(try Self.library.get().fetchTemplate(named: "between")).template
    let error = #expect(throws: FetchTemplateError.self) {
      try between.predicate(substituting: ["FORM": 1, "X": 2])
    }
    #expect(error?.missing == ["FROM", "TO"] && error?.unknown == ["FORM", "X"])
    #expect(
      error?.description == """
        The template "between" must get a value for $FROM, but gets none.
        The template "between" must get a value for $TO, but gets none.
        The template "between" must get values for its variables only, but gets one for $FORM. \
        Did you mean $FROM?
        The template "between" must get values for its variables only, but gets one for $X.
        """)
  }

  @Test func `templates survive JSON and do not count in the fingerprint`() throws {
    let model = try Self.library.get()
    let copy = try JSONDecoder().decode(
      ManagedObjectModel.self, from: try JSONEncoder().encode(model))
    #expect(copy == model)
    #expect(copy.fetchTemplateNames == model.fetchTemplateNames)
    var entities = model.declarations
    for index in entities.indices { entities[index].fetchTemplates = [] }
    let bare = try ManagedObjectModel("Library", entities: entities)
    #expect(bare != model && bare.fingerprint == model.fingerprint)
    #expect(bare.difference(from: model).compatibility == .none)
  }

  @Test(arguments: badModels) func `a bad fetch template is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "names",
      Expected(
        .invalidName, 2, "Book must have fetch templates with names, but one has none."),
      Expected(
        .duplicateFetchTemplate, 7,
        #"Film must have fetch templates with unique names, but the model has another "new". "#
          + "Rename one of them.")
    ) {
      Entity("Book") {
        Attribute("year", Int.self)
        FetchTemplate("") { $0.year > 1 }
        FetchTemplate("new") { $0.year > 2000 }
      }
      Entity("Film") {
        Attribute("year", Int.self)
        FetchTemplate("new") { $0.year > 2010 }
      }
    },
    BadModel(
      "condition",
      Expected(
        .unknownPath, 2,
        #"Book, fetch template "new": the condition reads yaer, but Book has no property "yaer". "#
          + #"Did you mean "year"?"#)
    ) {
      Entity("Book") {
        Attribute("year", Int.self)
        FetchTemplate("new") { $0.yaer > QueryVariable("YEAR") }
      }
    },
  ]

}
