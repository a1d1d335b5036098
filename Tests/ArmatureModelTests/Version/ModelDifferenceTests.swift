import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelDifferenceTests {
  @Test func `a model does not differ from itself, nor from one in another order`() throws {
    func model(_ entities: [EntityDescription]) throws -> ManagedObjectModel {
      try ManagedObjectModel("Library", entities: entities)
    }
    let book = Entity("Book") {
      Attribute("title", String.self).length(1...200)
      Attribute("pages", Int.self).default(1)
      Relationship("author", to: "Author", inverse: "books")
      Unique("title", "author")
    }.description
    let author = Entity("Author") { Relationship("books", to: "Book", .toMany) }.description
    var turned = book
    turned.ownProperties.reverse()
    turned.uniquenessConstraints = [UniquenessConstraint(["author", "title"])]
    let first = try model([book, author])
    let second = try model([author, turned])
    #expect(first.difference(from: first).isEmpty)
    #expect(second.difference(from: first).changes == [])
    #expect(second.difference(from: first).compatibility == .none)
    #expect(second.difference(from: first).description == "The models do not differ.")
    #expect(first.fingerprint == second.fingerprint)
  }

  @Test func `the compatibility of a difference is that of its worst change`() throws {
    let old = try ManagedObjectModel("Old") {
      Entity("Book") {
        Attribute("pages", Int.self)
        Attribute("added", Date.self)
      }
    }
    func compatibility(
      @PropertyBuilder _ body: () -> EntityBody
    ) throws -> ModelDifference.Compatibility {
      try ManagedObjectModel("New") { Entity("Book", body) }.difference(from: old).compatibility
    }
    #expect(
      try compatibility {
        Attribute("pages", Int.self).default(1)
        Attribute("added", Date.self)
      } == .none)
    #expect(
      try compatibility {
        Attribute("pages", Int?.self)
        Attribute("added", Date.self).default(.now)
      } == .lightweight)
    #expect(
      try compatibility {
        Attribute("pages", String?.self)
        Attribute("added", Date.self)
      } == .lightweight)
    #expect(
      try compatibility {
        Attribute("pages", Int.self)
        Attribute("added", Date.self)
        Attribute("title", String.self)
      } == .needsMapping)
    #expect(try compatibility { Attribute("pages", Int.self) } == .mayLose)
    #expect(
      try compatibility {
        Attribute("pages", String?.self)
        Attribute("added", Bool.self)
      } == .breaking)
    #expect(
      ModelDifference.Compatibility.allCases == ModelDifference.Compatibility.allCases.sorted())
  }

  @Test func `a difference can be kept as data, with its reasons`() throws {
    let old = try ManagedObjectModel("Old") { Entity("Book") { Attribute("pages", Int16.self) } }
    let new = try ManagedObjectModel("New") {
      Entity("Book") { Attribute("pages", Int32.self) }
      Entity("Author") {}
    }
    let difference = new.difference(from: old)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(difference)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"changes":[{"compatibility":"lightweight","entity":"Book","fact":{"typeChanged":"#
        + #"{"from":"int16","to":"int32"}},"property":"pages","#
        + #""reason":"Every old value fits."},{"compatibility":"lightweight","entity":"Author","#
        + #""fact":{"entityAdded":{}},"reason":"Old stores have no objects of it."}]}"#)
    #expect(try JSONDecoder().decode(ModelDifference.self, from: data) == difference)
  }

  @Test func `versions that are further apart are compared by the first name ever`() throws {
    let first = try ManagedObjectModel("1") { Entity("A") { Attribute("a", String.self) } }
    let second = try ManagedObjectModel("2") {
      Entity("B") { Attribute("b", String.self).renamed(from: "a") }.renamed(from: "A")
    }
    let third = try ManagedObjectModel("3") {
      Entity("C") { Attribute("c", String.self).renamed(from: "a") }.renamed(from: "A")
    }
    let fourth = try ManagedObjectModel("4") { Entity("C") { Attribute("c", String.self) } }
    func lines(_ new: ManagedObjectModel, _ old: ManagedObjectModel) -> [String] {
      new.difference(from: old).changes.map { "\($0)" }
    }
    for (new, old, from) in [(second, first, "A"), (third, first, "A"), (third, second, "B")] {
      let name = new.entities[0].name
      #expect(
        lines(new, old) == [
          "\(name): renamed from \(from) (lightweight). Its objects are kept under the new name.",
          "\(name).\(name.lowercased()): renamed from \(from.lowercased()) (lightweight)."
            + " Its values are kept under the new name.",
        ])
    }
    #expect(lines(fourth, third) == [])
    // Back to an older version, as for a store that an older program must read.
    #expect(
      lines(first, third) == [
        "A: renamed from C (lightweight). Its objects are kept under the new name.",
        "A.a: renamed from c (lightweight). Its values are kept under the new name.",
      ])
    // Without the first name, there is no connection from 1 to 4.
    #expect(
      lines(fourth, first) == [
        "C: added (lightweight). Old stores have no objects of it.",
        "A: removed (may lose). Its objects are dropped.",
      ])
  }

  @Test func `a new property may have the name of one that was renamed`() throws {
    let old = try ManagedObjectModel("Old") {
      Entity("Book") {
        Attribute("a", String.self)
        Attribute("b", String.self)
      }
    }
    let new = try ManagedObjectModel("New") {
      Entity("Book") {
        Attribute("a", String.self).renamed(from: "b")
        Attribute("b", String.self).renamed(from: "a")
      }
    }
    #expect(
      new.difference(from: old).changes.map(\.fact) == [
        .propertyRenamed(from: "b"), .propertyRenamed(from: "a"),
      ])
  }

  @Test func `hierarchies of 2,000 entities are compared in a moment`() throws {
    func model(_ root: (Int) -> String?) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        "Wide",
        entities: [EntityDescription("R"), EntityDescription("S")]
          + (0..<2_000).map { EntityDescription("E\($0)", parent: root($0)) })
    }
    let difference = try model { $0 % 2 == 0 ? "R" : "S" }.difference(from: try model { _ in nil })
    #expect(difference.changes.count == 2_000)
    #expect(difference.compatibility == .lightweight)
  }

  @Test func `of rules that changed it is told which and how`() throws {
    func model(@PropertyBuilder _ body: () -> EntityBody) throws -> ManagedObjectModel {
      try ManagedObjectModel("Shop") { Entity("Book", body) }
    }
    let old = try model {
      Attribute("title", String.self).length(1...100).matching("[a-z]+").unique()
      Attribute("pages", Int.self).range(1...)
      rule("is long") { $0.pages > 100 }
      rule("is titled") { $0.title != "" }
    }
    let new = try model {
      Attribute("title", String.self).length(1...200).unique(severity: .warning)
      Attribute("pages", Int.self).range(1..., severity: .warning).oneOf([1, 2])
      rule("is long") { $0.pages > 200 }
      rule("is titled") { $0.title != "" }
    }
    let lines = new.difference(from: old).changes.map { "\($0.property ?? "-"): \($0.fact)" }
    #expect(
      lines == [
        "-: the rule unique title became unique title, as a warning",
        #"-: the rule "is long" (pages > 100) became "is long" (pages > 200)"#,
        "title: the rule length 1...100 became length 1...200",
        #"title: the rule pattern "[a-z]+" was removed"#,
        "pages: the rule range 1... became range 1..., as a warning",
        "pages: the rule one of 1, 2 is new",
      ])
    #expect(new.difference(from: old).compatibility == .none)
    #expect(new.difference(from: new).isEmpty)
  }
}
