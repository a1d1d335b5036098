import Armature
import ArmatureModel
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Additions by other programs to a store's tables, and users without privileges: plans and migrations report them, and
/// reading is not affected.
@Suite(.needsPostgreSQL) struct PostgreSQLAdditionTests {
  private static func model(pagesRequired: Bool = false, others: [String] = []) throws
    -> ManagedObjectModel
  {
    try ManagedObjectModel("Shelf") {
      Entity("Book") {
        Attribute("title", String.self)
        if pagesRequired { Attribute("pages", Int.self).default(1) }
        for name in others { Attribute(name, String?.self) }
      }
      Entity("Tag") { Attribute("word", String.self) }
    }
  }

  private func filled() throws -> ChangedRows {
    let rows = try ChangedRows()
    try rows.fill(Self.model(), #"{"Book": [{"title": "a"}], "Tag": [{"word": "w"}]}"#)
    return rows
  }

  @Test(arguments: [
    "\"color\" text", "\"color\" text NOT NULL DEFAULT 'red'",
    "\"color\" bigint GENERATED ALWAYS AS IDENTITY",
    "\"color\" bigint GENERATED ALWAYS AS (\"_id\" * 2) STORED",
  ])
  func `a column that needs no value of the store is in nobody's way`(_ column: String) throws {
    let rows = try filled()
    try rows.run("ALTER TABLE \"Book\" ADD COLUMN \(column)")
    let context = try rows.open(Self.model()).makeContext()
    try context.fetch("Book")[0].setValue("b", forKey: "title")
    try context.insert("Book").setValue("c", forKey: "title")
    try context.save()
    #expect(try context.count("Book") == 2)
    // A table whose rows stay keeps the column.
    let plan = try rows.store.migrationPlan(to: Self.model(others: ["note"]))
    #expect(plan.obstacles.isEmpty)
    _ = try rows.open(Self.model(others: ["note"]))
    let tables = try rows.tables().joined()
    #expect(tables.contains("Book.color") && tables.contains("Book.note"))
  }

  @Test func `a column that must have a value is refused by opening`() throws {
    let rows = try filled()
    try rows.run("ALTER TABLE \"Book\" ADD COLUMN \"color\" text NOT NULL DEFAULT 'red'")
    try rows.run("ALTER TABLE \"Book\" ALTER COLUMN \"color\" DROP DEFAULT")
    let error = try #require(throws: PostgreSQLStoreError.self) { try rows.open(Self.model()) }
    #expect(
      "\(error)".contains(
        "its table Book has the column color of another program, which must have a value"))
    try rows.run("ALTER TABLE \"Book\" ALTER COLUMN \"color\" DROP NOT NULL")
    _ = try rows.open(Self.model())
  }

  @Test(arguments: [
    (["ALTER TABLE \"Book\" ADD COLUMN \"color\" text"], ["Book has the column color, which"]),
    (
      [
        "CREATE VIEW \"titles\" AS SELECT \"title\" FROM \"Book\"",
        "CREATE MATERIALIZED VIEW \"kept\" AS SELECT \"title\" FROM \"Book\"",
      ], ["the view kept reads its table Book", "the view titles reads its table Book"]
    ),
    (
      ["CREATE TABLE \"loan\" (\"book\" bigint CONSTRAINT \"lent\" REFERENCES \"Book\")"],
      ["the constraint lent of loan leads to its table Book"]
    ),
    (["CREATE TABLE \"novel\" () INHERITS (\"Book\")"], ["novel inherits from its table Book"]),
    (
      [
        "ALTER TABLE \"Book\" ADD COLUMN \"color\" text",
        "CREATE TRIGGER \"noisy\" BEFORE UPDATE ON \"Tag\" FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE VIEW \"titles\" AS SELECT \"title\" FROM \"Book\"",
      ], ["the column color", "the trigger noisy", "the view titles"]
    ),
  ])
  func `a plan tells what the migration stops at, all of it`(
    _ statements: [String], _ words: [String]
  ) throws {
    let rows = try filled()
    for statement in statements { try rows.run(statement) }
    let next = try Self.model(pagesRequired: true)
    let before = try rows.tables()
    let planned = try #require(throws: PostgreSQLStoreError.self) {
      try rows.store.migrationPlan(to: next)
    }
    let stopped = try #require(throws: PostgreSQLStoreError.self) { try rows.open(next) }
    #expect(planned == stopped)
    for words in words { #expect("\(stopped)".contains(words), "\(stopped)") }
    #expect(try rows.tables() == before)
    try rows.run("DROP TRIGGER IF EXISTS \"noisy\" ON \"Tag\"")
    _ = try rows.open(Self.model(), .refuse)
  }

  @Test func `a column with the name of a new attribute is told`() throws {
    let rows = try filled()
    try rows.run("ALTER TABLE \"Book\" ADD COLUMN \"note\" text")
    let next = try Self.model(others: ["note"])
    let planned = try #require(throws: PostgreSQLStoreError.self) {
      try rows.store.migrationPlan(to: next)
    }
    #expect(
      "\(planned)".contains(
        "has the column note of another program, with the name of a new attribute"))
    let stopped = try #require(throws: PostgreSQLStoreError.self) { try rows.open(next) }
    #expect(planned == stopped)
  }

  @Test func `a plan takes no keys`() throws {
    let rows = try filled()
    func last() throws -> Int64? {
      try rows.connect().integer("SELECT last_value FROM _armature_keys")
    }
    let before = try last()
    _ = try rows.store.migrationPlan(to: Self.model(pagesRequired: true))
    _ = try rows.store.migrationSQL(to: Self.model(pagesRequired: true))
    #expect(try last() == before)
  }

  @Test func `missing rights are told by the plan as by the migration`() throws {
    let user = try ServerUser()
    let next = try Counters.model(hasSteps: true)
    for rights in ["ALL", "SELECT"] {
      if rights == "SELECT" { try user.revokeWriting() }
      let planned = try #require(throws: PostgreSQLStoreError.self) {
        try user.store().migrationPlan(to: next)
      }
      #expect("\(planned)".contains("its table Counter belongs to armature"), "\(planned)")
      #expect("\(planned)".contains("may not create tables in the schema"), "\(planned)")
      let stopped = try #require(throws: PostgreSQLStoreError.self) {
        try user.store().open(next, migration: .automatic)
      }
      #expect(planned == stopped)
    }
  }

  // MARK: Reading without rights

  @Test func `who may only read reads where an index is missing, and saves when it is there`()
    throws
  {
    let user = try ServerUser("SELECT")
    try user.owner.run("DROP INDEX \"Counter_unique_name\"")
    let context = try Counters.context(user.store())
    let counter = try #require(try context.fetch("Counter").first)
    try counter.setValue(7, forKey: "count")
    for rights in ["SELECT", "ALL"] {
      try user.grant(rights)
      let error = try #require(throws: PostgreSQLStoreError.self) { try context.save() }
      #expect("\(error)".contains("lack new parts of the model, such as an index"), "\(error)")
      #expect("\(error)".contains("nothing was saved. The store can still be read."))
    }
    _ = try Counters.context(user.owner.again())
    try context.save()
    #expect(try user.owner.integer("SELECT \"count\" FROM \"Counter\"") == 7)
  }

  @Test func `an index that nothing is unique by is in nobody's way who saves`() throws {
    let user = try ServerUser()
    let model = try ManagedObjectModel("Counters") {
      Entity("Counter") {
        Attribute("name", String.self)
        Attribute("count", Int.self).default(0)
        Relationship("notes", to: "Note", .toMany, inverse: "counter", onDelete: .cascade)
        Unique("name")
        Index("count")
      }
      Entity("Note") {
        Attribute("text", String.self)
        Relationship("counter", to: "Counter", inverse: "notes")
      }
    }
    let context = try PersistentContainer(model: model, store: user.store()).makeContext()
    try #require(try context.fetch("Counter").first).setValue(7, forKey: "count")
    try context.save()
    #expect(try user.owner.integer("SELECT \"count\" FROM \"Counter\"") == 7)
  }

  // MARK: A store that is not to stay

  @Test func `the tables of a store go only if nobody has saved to it`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    try store.again().removeUnused()
    #expect(try store.metadata() == nil)
    let other = try Counters.context(store.again())
    _ = try Counters.insert("kept", other)
    try other.save()
    try store.again().removeUnused()
    #expect(try Counters.names(store.again()) == ["kept"])
    withExtendedLifetime(context) {}
  }

  @Test func `a schema that was made for a store goes with it, unless it has something else`()
    throws
  {
    func exists(_ store: PostgreSQLStore) throws -> Bool {
      try store.integer(
        "SELECT count(*) FROM pg_namespace WHERE nspname = \(value: .text(store.settings.schema))")
        == 1
    }
    for (statements, stays) in [
      ([], false), (["CREATE TABLE other (a text)"], true), (["own"], true),
    ] as [([String], Bool)] {
      let store = try PostgreSQLStore.new()
      if statements == ["own"] { try store.run("CREATE SCHEMA \(store.settings.schema)") }
      let context = try Counters.context(store)
      if let table = statements.first, table != "own" { try store.run(table) }
      try store.again().removeUnused()
      #expect(try store.metadata() == nil)
      #expect(try exists(store) == stays, "\(statements)")
      withExtendedLifetime(context) {}
    }
  }
}
