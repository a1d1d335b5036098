import Armature
import ArmatureModel
import ArmatureTesting
import Foundation
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Migrations with custom steps for changes that the models do not determine, and random models.
@Suite(.needsPostgreSQL) struct PostgreSQLCustomMigrationTests {
  private let rows: ChangedRows

  init() throws { rows = try ChangedRows() }

  /// The number of pairs of models.
  private static let pairs: UInt64 = 24

  @Test func `a few changes keep every object, or are refused and change nothing`() throws {
    var (migrated, refused) = (0, 0)
    for seed in 0..<Self.pairs {
      guard let (old, new) = try ChangedModel.models(seed: seed) else { continue }
      let rows = try ChangedRows(connections: 1)
      let before: StorePicture
      do {
        let container = try rows.open(old)
        let context = container.makeContext()
        let generator = ObjectGenerator(old, seed: seed)
        for entity in old.entities where !entity.isAbstract {
          try generator.make(entity.name, count: 2, in: context)
        }
        try context.save()
        before = try StorePicture(container)
      } catch is GenerationError {
        continue
      }
      do {
        let after = try StorePicture(rows.open(new))
        let differences = MigratedPicture(from: old, to: new).differences(before, after)
        #expect(differences.isEmpty, "seed \(seed)")
        migrated += 1
      } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
        #expect(!obstacles.isEmpty && obstacles.allSatisfy { $0.count > 0 }, "seed \(seed)")
        #expect(try StorePicture(rows.open(old, .refuse)) == before, "seed \(seed)")
        refused += 1
      }
    }
    #expect(migrated > 2 && refused > 1, "\(migrated) were migrated, and \(refused) refused")
  }

  @Test func `a row becomes several objects, which are linked`() throws {
    try PeopleToSplit.fill(rows.open(PeopleToSplit.old()))
    let container = try rows.open(
      PeopleToSplit.new(), .custom(PeopleToSplit.dropped + [PeopleToSplit.split()]))
    #expect(
      try PeopleToSplit.picture(container) == [
        #"Address: note "none", street "High Street", person ["Person Ann"]"#,
        #"Address: note "none", street "Low Street", person ["Person Cy"]"#,
        #"Job: title "clerk", person ["Person Ann"]"#,
        #"Job: title "cook", person ["Person Ann"]"#,
        #"Job: title "made", person ["Person Ann"]"#,
        #"Person: name "Ann", tagCount 2, address ["Address High Street"], tags ["Tag b", "Tag a"], friends ["Person Bob"], jobs ["Job cook", "Job clerk", "Job made"]"#,
        #"Person: name "Bob", tagCount 2, tags ["Tag a", "Tag c"], friends ["Person Ann"]"#,
        #"Person: name "Cy", tagCount 0, address ["Address Low Street"]"#,
        #"Tag: word "a", people ["Person Ann", "Person Bob"]"#,
        #"Tag: word "b", people ["Person Ann"]"#, #"Tag: word "c", people ["Person Bob"]"#,
      ])
    #expect(try container.verify().isValid)
    let fresh = try ChangedRows()
    _ = try fresh.open(PeopleToSplit.new())
    #expect(try rows.tables() == fresh.tables())
    let context = container.makeContext()
    let tag = try context.insert("Tag")
    try tag.setValue("d", forKey: "word")
    try context.save()
  }

  private struct Refusal: Error {}

  @Test func `what a step throws leaves the rows as they were, and is found by a plan`() throws {
    try PeopleToSplit.fill(rows.open(PeopleToSplit.old()))
    let before = try StorePicture(rows.open(PeopleToSplit.old(), .refuse))
    let splitting = StoreMigration.custom(
      PeopleToSplit.dropped + [
        .split("Person", from: ["name"]) { person in
          if person["name"] == "Cy" { throw Refusal() }
          _ = try person.make("Tag", ["word": person["name"]])
        }
      ])
    #expect(throws: Refusal.self) { try rows.open(PeopleToSplit.new(), splitting) }
    #expect(try StorePicture(rows.open(PeopleToSplit.old(), .refuse)) == before)
    let steps: [StoreMigration.Step] =
      PeopleToSplit.dropped + [.set("Person.name", from: ["name"]) { _ in throw Refusal() }]
    let model = try ManagedObjectModel("People") {
      Entity("Person") { Attribute("name", Int.self) }
      Entity("Job") { Attribute("title", String.self) }
    }
    #expect(throws: Refusal.self) {
      try rows.store.migrationPlan(
        to: model,
        migration: .custom(
          steps + [.drop("Person.friends"), .drop("Person.jobs"), .drop("Job.person")]))
    }
    #expect(try StorePicture(rows.open(PeopleToSplit.old(), .refuse)) == before)
  }

  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") { Entity("Book", body) }
  }

  @Test func `versions are passed one after the other, with what is said of each`() throws {
    let versions: [StoreMigration.Version] = try [
      .init(
        "1",
        Self.model {
          Attribute("title", String.self)
          Attribute("pages", Int.self)
        }),
      .init(
        "2",
        Self.model {
          Attribute("title", String.self)
          Attribute("size", String.self)
        },
        [
          .drop("Book.pages"),
          .set("Book.size", from: ["pages"]) { old in
            if case .int(let pages)? = old["pages"], pages > 300 { "thick" } else { "thin" }
          },
        ]),
      .init(
        "3",
        Self.model {
          Attribute("name", String.self).renamed(from: "title")
          Attribute("size", Int.self)
          Attribute("code", UUID.self).default(.uuid)
        },
        [.set("Book.size", from: ["size"]) { old in old["size"] == "thick" ? 2 : 1 }]),
    ]
    try rows.fill(
      versions[0].model,
      #"{"Book": [{"title": "Emma", "pages": 474}, {"title": "Persuasion", "pages": 249}]}"#)
    let statements = try rows.store.migrationSQL(
      to: versions[2].model, migration: .staged(versions))
    #expect(statements.first == #"LOCK TABLE "Book", "_armature_state" IN ACCESS EXCLUSIVE MODE;"#)
    let container = try rows.open(versions[2].model, .staged(versions))
    let books = try container.makeContext().fetch("Book", orderedBy: [.ascending("name")])
    #expect(books.map { $0["name"] } == ["Emma", "Persuasion"])
    #expect(books.map { $0["size"] } == [2, 1])
    #expect(try Set(books.map { try $0.value(forKey: "code", as: UUID.self) }).count == 2)
    #expect(throws: PersistentStoreError.self) {
      try rows.open(versions[1].model, .staged(versions))
    }
  }

  // MARK: Derived attributes that SQL does not compute

  /// People with streets or addresses, and bills with totals that SQL cannot compute exactly.
  private static func billing(hasAddresses: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel("Billing") {
      Entity("Person") {
        Attribute("name", String.self)
        if hasAddresses {
          Relationship("address", to: "Address", inverse: "people")
        } else {
          Attribute("street", String.self)
        }
      }
      if hasAddresses {
        Entity("Address") {
          Attribute("street", String.self)
          Relationship("people", to: "Person", .toMany, inverse: "address")
        }
      }
      Entity("Bill") {
        Attribute("total", Decimal.self).derived(
          from: DynamicQuery().lines.sum("price").fetchExpression)
        Relationship("lines", to: "Line", .toMany, inverse: "bill")
      }
      Entity("Line") {
        Attribute("price", Decimal.self)
        Relationship("bill", to: "Bill", inverse: "lines")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a derived attribute is in the way of a split only if it depends on what is made`(
    _ makesLines: Bool
  ) throws {
    let rows = try ChangedRows()
    try rows.fill(
      Self.billing(hasAddresses: false),
      #"{"Person": [{"name": "Ann", "street": "High"}], "Bill": [{"lines": [{"price": 5}]}]}"#)
    let migration = StoreMigration.custom([
      .drop("Person.street"),
      .split("Person", from: ["street"]) { row in
        row.link("address", to: try row.make("Address", ["street": row["street"]]))
        if makesLines { _ = try row.make("Line", ["price": .decimal(1)]) }
      },
    ])
    func open() throws -> ManagedObjectContext {
      try rows.open(Self.billing(hasAddresses: true), migration).makeContext()
    }
    if makesLines {
      let error = try #require(throws: PersistentStoreError.self) { try open() }
      #expect("\(error)".contains("Bill.total is derived in a way that SQL cannot compute"))
    } else {
      let context = try open()
      #expect(try context.count("Address") == 1)
      #expect(try context.fetch("Bill")[0].value(forKey: "total", as: Decimal.self) == 5)
    }
  }
}
