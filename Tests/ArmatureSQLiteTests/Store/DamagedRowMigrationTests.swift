import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Migrations of damaged rows and of values that custom code rejects: each fails, in plans as well.
@Suite(.needsSQLite) struct DamagedRowMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows")
  }

  private static func model(_ added: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self)
        Relationship("articles", to: "Article", .toMany, inverse: "maker")
        Relationship("friends", to: "Maker", .toMany, inverse: "friends")
      }
      Entity("Article") {
        Attribute("price", Decimal?.self)
        Attribute("code", UUID?.self)
        Attribute("words", [String]?.self)
        Attribute("title", String.self)
        if added { Attribute("label", String.self).default("") }
        Relationship("maker", to: "Maker", inverse: "articles")
      }
    }
  }

  private func open(
    _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: SQLiteStore(path, durability: .normal), migration: migration)
  }

  private func fill() throws {
    let context = try open(Self.model()).makeContext()
    let makers = try ["a", "b"].map { name in
      let maker = try context.insert("Maker")
      maker.name = name
      return maker
    }
    try makers[0].insert(makers[1], into: "friends")
    let article = try context.insert("Article")
    try article.setValuesForKeys([
      "price": Decimal(3), "code": UUID(), "words": ["x"], "title": "cup", "maker": makers[0],
    ])
    try context.save()
  }

  private static let migrations: [StoreMigration] = [
    .automatic, .automatic.keepingInvalidObjects(),
    .custom([.split("Article", from: ["maker"]) { _ in }]),
    .custom([.split("Maker", from: ["articles"]) { $0.drop() }]),
  ]

  @Test(arguments: [
    (#"UPDATE "Article" SET "maker" = 4711"#, ["Article.maker"]),
    (#"DELETE FROM "Maker" WHERE "name" = 'b'"#, ["Maker.friends"]),
    (#"DELETE FROM "Maker""#, ["Article.maker"]),
  ])
  func `a link that leads to nothing is told with its row`(
    _ damage: String, _ places: [String]
  ) throws {
    try fill()
    try runSQL(damage, path)
    let model = try Self.model(true)
    for migration in Self.migrations {
      for attempt in [{ _ = try open(model, migration) }, { _ = try plan(model, migration) }] {
        let report = #expect(throws: ValidationReport.self) { try attempt() }
        let found = report?.map { "\($0.entity).\($0.keyPath.joined(separator: "."))" }
        #expect(found == places)
        #expect(report?.first?.objectID != nil)
      }
    }
    #expect(try SQLiteStore(path).metadata()?.model == Self.model())
  }

  private func plan(
    _ model: ManagedObjectModel, _ migration: StoreMigration
  ) throws -> StoreMigrationPlan {
    try SQLiteStore(path).migrationPlan(to: model, migration: migration)
  }

  @Test(arguments: [
    ("price", "'abc'", #"is "abc", which is not a value of its type"#),
    ("code", "'zz'", #"is "zz", which is not a value of its type"#),
    ("words", "'[1]'", #"is "[1]", which is not a value of its type"#),
    ("title", "CAST(x'4eff' AS TEXT)", "is 2 bytes, which is not a value of its type"),
  ])
  func `a value that cannot be read is not given to code of the user`(
    _ name: String, _ value: String, _ reason: String
  ) throws {
    try fill()
    try runSQL(#"UPDATE "Article" SET "\#(name)" = \#(value)"#, path)
    let model = try Self.model(true)
    let set = StoreMigration.Step.set("Article.label", from: [name]) { old in
      .string(old[name].map { "\($0)" } ?? "none")
    }
    let split = StoreMigration.Step.split("Article", from: [name]) { _ in }
    let before = try querySQL(#"SELECT hex("\#(name)") FROM "Article""#, path)
    for step in [set, split] {
      #expect(throws: PersistentStoreError.self) { try open(model, .custom([step])) }
      do {
        _ = try open(model, .custom([step]))
      } catch PersistentStoreError.unreadableValue(let place, let key, let found) {
        #expect(place == "Article.\(name)" && key > 0)
        #expect(found == reason)
      }
    }
    #expect(try querySQL(#"SELECT hex("\#(name)") FROM "Article""#, path) == before)
  }
}
