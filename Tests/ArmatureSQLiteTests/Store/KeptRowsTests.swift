import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Rows that break rules of a new model and stay, in SQLite and JSON files.
@Suite(.needsSQLite) struct KeptRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ migration: StoreMigration
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: migration)
  }

  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("Firm") {
      Entity("Team") {
        Attribute("name", String.self)
        Attribute("code", String?.self)
        Relationship("people", to: "Person", .toMany, inverse: "team")
      }
      Entity("Person") {
        Attribute("name", String.self)
        Relationship("team", to: "Team", inverse: "people")
      }
    }
  }

  /// Returns a model: each person has a team, teams have at least two people and a room, and names are short.
  private static func new(
    isUnique: Bool = false, codeIsRequired: Bool = false
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Firm") {
      Entity("Room") { Relationship("teams", to: "Team", .toMany, inverse: "room") }
      Entity("Team") {
        if isUnique {
          Attribute("name", String.self).unique()
        } else {
          Attribute("name", String.self)
        }
        if codeIsRequired {
          Attribute("code", String.self)
        } else {
          Attribute("code", String?.self)
        }
        Relationship("people", to: "Person", .toMany, inverse: "team").count(2...5)
        Relationship("room", to: "Room", inverse: "teams").required()
      }
      Entity("Person") {
        Attribute("name", String.self).length(...4)
        Relationship("team", to: "Team", inverse: "people").required()
      }
    }
  }

  private func fill(_ kind: FileKind) throws {
    let context = try open(kind, Self.old(), .automatic).makeContext()
    for _ in 0..<2 {
      let team = try context.insert("Team")
      try team.setValue("T", forKey: "name")
    }
    let team = try context.fetch("Team")[0]
    for name in ["Ann", "Robert", "Cy"] {
      let person = try context.insert("Person")
      try person.setValue(name, forKey: "name")
      if name == "Cy" { try person.setValue(team, forKey: "team") }
    }
    try context.save()
  }

  /// Returns the places of the failures.
  private func places(_ report: ValidationReport) -> [String] {
    report.map { "\($0.entity).\($0.keyPath.joined(separator: "."))" }.sorted()
  }

  @Test(arguments: FileKind.allCases)
  func `rows whose links break a rule stay, are listed, and are checked when they change`(
    kind: FileKind
  ) throws {
    try fill(kind)
    do {
      _ = try open(kind, Self.new(), .automatic)
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(
        obstacles.map { "\($0.step.place) \($0.count)" }.sorted()
          == ["Person.team 2", "Team.people 1", "Team.room 2"])
    }
    let container = try open(kind, Self.new(), .automatic.keepingInvalidObjects())
    let wrong = [
      "Person.name", "Person.team", "Person.team", "Team.people", "Team.room", "Team.room",
    ]
    #expect(try places(container.verify()) == wrong)
    let context = container.makeContext()
    let people = try context.fetch("Person", orderedBy: [.ascending("name")])
    #expect(people.map { $0["name"] } == ["Ann", "Cy", "Robert"])
    // Other objects can be saved.
    try people[1].setValue("Cyd", forKey: "name")
    try context.save()
    try people[0].setValue("Anna", forKey: "name")
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(places(report) == ["Person.team"])
    let found = try people[1].value(forKey: "team", as: ManagedObject.self)
    let team = try #require(found)
    try people[0].setValue(team, forKey: "team")
    let room = try context.insert("Room")
    try team.setValue(room, forKey: "room")
    try context.save()
    #expect(try places(container.verify()) == ["Person.name", "Person.team", "Team.room"])
    kind.expectWhole(folder.file("rows"))
  }

  @Test(arguments: FileKind.allCases)
  func `what a table enforces stands in the way still`(kind: FileKind) throws {
    try fill(kind)
    for (model, place, count) in [
      (try Self.new(isUnique: true), "Team", 2),
      (try Self.new(codeIsRequired: true), "Team.code", 2),
    ] {
      do {
        _ = try open(kind, model, .automatic.keepingInvalidObjects())
        Issue.record("it is migrated")
      } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
        #expect(obstacles.map(\.count) == [count])
        #expect(obstacles[0].step.place == place, "\(obstacles)")
      }
      #expect(try open(kind, Self.old(), .refuse).makeContext().count("Person") == 3)
    }
  }

  @Test(arguments: FileKind.allCases)
  func `links to what is dropped are cleared, and those that had to be there are listed`(
    kind: FileKind
  ) throws {
    let model = try ManagedObjectModel("Firm") {
      Entity("Site", isAbstract: true) {
        Attribute("name", String.self)
        Relationship("tools", to: "Tool", .toMany, inverse: "site")
      }
      Entity("Yard", parent: "Site") {}
      Entity("Shed", parent: "Site") {}
      Entity("Tool") { Relationship("site", to: "Site", inverse: "tools").required() }
    }
    let next = try ManagedObjectModel("Firm") {
      Entity("Site", isAbstract: true) {
        Attribute("name", String.self)
        Relationship("tools", to: "Tool", .toMany, inverse: "site")
      }
      Entity("Yard", parent: "Site") {}
      Entity("Tool") { Relationship("site", to: "Site", inverse: "tools").required() }
    }
    let context = try open(kind, model, .automatic).makeContext()
    for name in ["Shed", "Yard"] {
      let site = try context.insert(name)
      try site.setValue(name, forKey: "name")
      let tool = try context.insert("Tool")
      try tool.setValue(site, forKey: "site")
    }
    try context.save()
    #expect(throws: PersistentStoreError.self) { try open(kind, next, .custom([.drop("Shed")])) }
    let container = try open(kind, next, .custom([.drop("Shed")]).keepingInvalidObjects())
    #expect(try places(container.verify()) == ["Tool.site"])
    #expect(try container.makeContext().count("Tool") == 2)
  }
}
