import Armature
import ArmatureModel
import Testing

@testable import ArmatureSQL

/// A migration of tables from one model to the next.
@Suite(.needsDatabase) struct SQLStageMigrationTests {
  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("Firm") {
      Entity("Team") {
        Attribute("name", String?.self)
        Relationship("people", to: "Person", .toMany, inverse: "team")
      }
      Entity("Person") {
        Attribute("name", String?.self)
        Attribute("age", String?.self)
        Relationship("team", to: "Team", inverse: "people")
      }
    }
  }

  private static func new() throws -> ManagedObjectModel {
    try ManagedObjectModel("Firm") {
      Entity("Team") {
        Attribute("name", String?.self).unique()
        Relationship("people", to: "Person", .toMany, inverse: "team")
      }
      Entity("Person") {
        Attribute("name", String?.self)
        Attribute("age", Int?.self)
        Relationship("team", to: "Team", inverse: "people").required()
      }
    }
  }

  private let file: MigrationFile
  private let host: TrialMigrationHost
  private let oldSchema: SQLSchema

  init() throws {
    oldSchema = SQLSchema(try Self.old())
    file = try MigrationFile(
      oldSchema,
      #"INSERT INTO "Team" ("_id", "_version", "name") VALUES (1, 1, 'A'), (2, 1, 'B')"#,
      """
      INSERT INTO "Person" ("_id", "_version", "name", "age", "team") VALUES
      (11, 1, 'Ann', '40', 1), (12, 1, 'Bob', NULL, 2)
      """)
    host = TrialMigrationHost(file)
  }

  private func stage(
    to model: ManagedObjectModel? = nil, _ steps: [StoreMigration.Step] = [],
    keepsInvalid: Bool = false
  ) throws -> SQLStageMigration {
    SQLStageMigration(
      host, SQLSchema(try model ?? Self.new()), file.dialect, steps, keepsInvalid: keepsInvalid)
  }

  /// Migrates in a transaction, and returns the reported fractions.
  @discardableResult private func migrate(_ stage: SQLStageMigration) throws -> [Double] {
    var fractions: [Double] = []
    try file.run("BEGIN")
    do {
      try stage.migrate(from: oldSchema) { fractions.append($0) }
      try file.run("COMMIT")
    } catch {
      try file.run("ROLLBACK")
      throw error
    }
    return fractions
  }

  private func obstacles(_ stage: SQLStageMigration) throws -> [String] {
    let error = #expect(throws: PersistentStoreError.self) { try migrate(stage) }
    guard case .migrationBlocked(path: "trial", let obstacles)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return []
    }
    return obstacles.map { obstacle in
      "\(obstacle.step.place) \(obstacle.count): "
        + obstacle.rows.map { "\($0.entity)#\($0.key) \($0.value)" }.joined(separator: ", ")
    }.sorted()
  }

  // MARK: Migration

  @Test func `rows get their new form and a new version`() throws {
    let fractions = try migrate(stage())
    #expect(
      try file.rows(#"SELECT "_id", "_version", "name", "age", "team" FROM "Person""#, 5) == [
        "11|7|Ann|40|1", "12|7|Bob|-|2",
      ])
    // The table of the teams keeps its rows.
    #expect(
      try file.rows(#"SELECT "_id", "_version", "name" FROM "Team""#, 3) == ["1|1|A", "2|1|B"])
    #expect(fractions.first == 0 && fractions == fractions.sorted() && (fractions.last ?? 1) < 1)
    #expect(fractions.count == Set(fractions).count)
  }

  @Test func `the database is checked before, and records the model at the end`() throws {
    try migrate(stage())
    // Only the statement that makes the values unique may fail.
    #expect(host.events == ["check tables", "check additions", "attempt", "finish"])
    #expect(host.finished?.model == (try Self.new()) && host.finished?.version == 7)
    #expect(!host.hasFunctions)
    #expect(try file.rows(#"SELECT COUNT(*) FROM "sqlite_temp_schema""#, 1) == ["0"])
  }

  @Test func `the listed statements are the executed ones`() throws {
    let statements = try stage().statements(from: oldSchema).map(\.text)
    #expect(statements.first == #"CREATE TEMPORARY TABLE "during" ("a" INTEGER)"#)
    #expect(statements.last == #"DROP TABLE "during""#)
    #expect(
      statements.dropLast().last == #"CREATE UNIQUE INDEX "Team_unique_name" ON "Team" ("name")"#)
    #expect(try file.rows(#"SELECT "age" FROM "Person""#, 1) == ["40", "-"])
    #expect(host.events == [])
  }

  // MARK: Obstacles

  @Test func `rows that would lose data block the migration`() throws {
    try file.run(
      #"INSERT INTO "Person" ("_id", "_version", "age") VALUES (13, 1, 'old'), (14, 1, '7')"#)
    #expect(
      try obstacles(stage()) == [
        #"Person.age 1: Person#13 "old""#, "Person.team 2: Person#13 no value, Person#14 no value",
      ])
    #expect(host.finished == nil && !host.hasFunctions)
    #expect(try file.rows(#"SELECT COUNT(*) FROM "Person" WHERE "_version" = 1"#, 1) == ["4"])
    try migrate(
      stage([.set("Person.age", from: ["age"]) { _ in 1 }], keepsInvalid: true))
    #expect(try file.rows(#"SELECT DISTINCT "age" FROM "Person""#, 1) == ["1"])
  }

  @Test func `at most ten rows of a step are listed`() throws {
    let rows = (21...40).map { "(\($0), 1, 'x')" }.joined(separator: ", ")
    try file.run(#"INSERT INTO "Person" ("_id", "_version", "age") VALUES \#(rows)"#)
    let found = try stage(keepsInvalid: true).steps(from: oldSchema)
    let step = try #require(found.first { $0.step.place == "Person.age" })
    #expect(step.obstacle?.count == 20 && step.obstacle?.rows.map(\.key) == Array(21...30))
    #expect(step.rowCount == 22)
  }

  @Test func `duplicates block the migration when the index is created`() throws {
    try file.run(#"UPDATE "Team" SET "name" = 'A'"#)
    #expect(try obstacles(stage()) == [#"Team 2: Team#1 "A", Team#2 "A""#])
    #expect(host.finished == nil)
  }

  @Test func `a plan lists duplicates only without other obstacles, and changes nothing`() throws {
    func found() throws -> [String] {
      try stage().steps(from: oldSchema).compactMap { step in
        step.obstacle.map { "\(step.step.place) \($0.count)" }
      }
    }
    #expect(try found() == [])
    try file.run(#"UPDATE "Team" SET "name" = 'A'"#)
    #expect(try found() == ["Team 2"])
    try file.run(#"UPDATE "Person" SET "age" = 'x'"#)
    #expect(try found() == ["Person.age 2"])
    #expect(try file.rows(#"SELECT DISTINCT "_version" FROM "Person""#, 1) == ["1"])
    #expect(host.finished == nil)
  }

  // MARK: Errors

  @Test func `additions to the tables end the migration before it changes anything`() throws {
    host.additions = PersistentStoreError.notOpen
    #expect(throws: PersistentStoreError.self) { try migrate(stage()) }
    #expect(host.events == ["check tables", "check additions"])
  }

  @Test func `dangling links of the old tables end the migration`() throws {
    try file.run(#"UPDATE "Person" SET "team" = 9 WHERE "_id" = 12"#)
    let report = #expect(throws: ValidationReport.self) { try migrate(stage()) }
    #expect(report?.failures.map(\.objectID?.key) == [12])
    #expect(host.finished == nil)
  }

  @Test func `an error of user code is thrown unchanged, and a report can stop the migration`()
    throws
  {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try migrate(stage([.set("Person.age", from: ["age"]) { _ in throw Stop() }]))
    }
    try file.run("BEGIN")
    #expect(throws: Stop.self) {
      try stage().migrate(from: oldSchema) { if $0 > 0 { throw Stop() } }
    }
    try file.run("ROLLBACK")
    #expect(host.finished == nil && !host.hasFunctions)
  }

  // MARK: Splits

  /// Returns a model in which the ages are objects of their own.
  private static func split(_ counts: ClosedRange<Int>) throws -> ManagedObjectModel {
    try ManagedObjectModel("Firm") {
      Entity("Team") {
        Attribute("name", String?.self)
        Relationship("people", to: "Person", .toMany, inverse: "team")
      }
      Entity("Person") {
        Attribute("name", String?.self)
        Relationship("team", to: "Team", inverse: "people")
        Relationship("lives", to: "Life", .toMany, inverse: "person").count(counts)
      }
      Entity("Life") {
        Attribute("age", String?.self)
        Relationship("person", to: "Person", inverse: "lives")
      }
    }
  }

  private static let steps: [StoreMigration.Step] = [
    .drop("Person.age"),
    .split("Person", from: ["age"]) { person in
      if person["age"].isNull { return person.drop() }
      person.link("lives", to: try person.make("Life", ["age": person["age"]]))
    },
  ]

  @Test func `objects are made of rows and linked, and a row may be dropped`() throws {
    try file.run(#"INSERT INTO "Person" ("_id", "_version", "age") VALUES (13, 1, '50')"#)
    try migrate(stage(to: Self.split(1...3), Self.steps))
    #expect(
      try file.rows(#"SELECT "_id", "name", "team" FROM "Person""#, 3) == ["11|Ann|1", "13|-|-"])
    let lives = try file.rows(#"SELECT "age", "person" FROM "Life" ORDER BY "_id""#, 2)
    #expect(lives == ["40|11", "50|13"])
    #expect(try file.rows(#"SELECT MIN("_id") FROM "Life""#, 1) == ["1000"])
    #expect(host.finished?.version == 7)
  }

  @Test func `objects with too few objects after the split end the migration`() throws {
    let stage = try stage(to: Self.split(2...3), Self.steps)
    let error = #expect(throws: PersistentStoreError.self) { try migrate(stage) }
    guard case .invalidObject(place: "Person.lives", let reason)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(reason.hasSuffix("1 object: Person 11"), "\(reason)")
    #expect(try file.rows(#"SELECT "age" FROM "Person""#, 1) == ["40", "-"])
    #expect(host.finished == nil)
  }
}
