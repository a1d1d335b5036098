import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL

/// The tables of a model.
@Suite struct SQLSchemaTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Harbour") {
      Entity("Ship") {
        Attribute("name", String.self).unique()
        Attribute("length", Double?.self)
        Attribute("isOpen", Bool.self)
        Attribute("launched", CalendarDate?.self)
        Attribute("seen", ZonedDate?.self)
        Attribute("value", Decimal?.self)
        Attribute("code", UUID?.self)
        Attribute("ports", [String]?.self)
        Attribute("photo", Data?.self).storedExternally()
        Composite("berth") { Attribute("pier", Int?.self) }.optional()
        Relationship("owner", to: "Owner", inverse: "ships")
        Relationship("captain", to: "Captain", inverse: "ship")
        Relationship("crew", to: "Captain", .ordered, inverse: "served")
        Index("length", ascending: false)
      }
      Entity("Ferry", parent: "Ship") {
        Attribute("rank", Int?.self)
        Unique("rank")
      }
      Entity("Tug", parent: "Ship") { Attribute("rank", String?.self) }
      Entity("Owner") { Relationship("ships", to: "Ship", .ordered, inverse: "owner") }
      Entity("Captain") {
        Relationship("ship", to: "Ship", inverse: "captain")
        Relationship("served", to: "Ship", .toMany, inverse: "crew")
        Relationship("mentor", to: "Captain")
      }
    }
  }

  private let schema: SQLSchema

  init() throws { schema = SQLSchema(try Self.model()) }

  // MARK: Statements

  @Test(arguments: Pins.dialects.keys.sorted())
  func `the tables and indexes have their pinned SQL`(_ name: String) throws {
    let dialect = try #require(Pins.dialects[name])
    // A database has foreign keys in its tables, or adds them.
    let references = dialect.referenceOptions == nil ? schema.referenceCreation() : []
    let statements = schema.creation(dialect) + references.map(\.statement)
    try Pins.expect(
      statements.map { $0.pinnedLines.joined(separator: "\n") }, in: "schema.\(name).sql")
  }

  @Test(.needsDatabase) func `the database accepts all statements`() throws {
    for dialect in [Pins.dialects["sqlite"], TrialDialect()] {
      let database = try TrialDatabase(Self.model(), #require(dialect))
      let names = try database.rows(
        #"SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table' ORDER BY 1"#, 1)
      #expect(names == ["Captain", "Owner", "Ship", "Ship_crew"])
    }
  }

  @Test func `each foreign key has its evidence`() {
    let changes = schema.referenceCreation { table, _, target in
      table != target && table != "Ship_crew"
    }
    #expect(
      changes.map(\.evidence) == [
        .reference(column: "owner", table: "Ship"), .reference(column: "captain", table: "Ship"),
        .reference(column: "ship", table: "Captain"),
      ])
    // A link without an inverse may lead to a missing row.
    #expect(
      schema.referenceCreation { table, _, target in table == target }.isEmpty)
  }

  @Test func `indexes are chosen by table, and links of pairs have one of two indexes`() {
    let names = schema.indexCreation(TrialDialect()) { $0 == "Captain" }.keys.sorted()
    #expect(names == ["Captain_mentor_index", "Captain_ship_only"])
    let plain = schema.indexCreation(TrialDialect(), pairingLinks: false) { $0 == "Captain" }
    #expect(plain.keys.sorted() == ["Captain_mentor_index", "Captain_ship_index"])
    #expect(
      plain["Captain_ship_index"]?.text
        == #"CREATE INDEX "Captain_ship_index" ON "Captain" ("ship")"#)
    let pairs = schema.indexCreation(TrialDialect()) { $0 == "Ship_crew" }
    #expect(pairs.keys.sorted() == ["Ship_crew_back"])
  }

  // MARK: Changes of tables

  @Test func `columns of a kept table are renamed before others are added`() throws {
    let new = SQLSchema(
      try ManagedObjectModel("New") {
        Entity("Word") {
          Attribute("text", String?.self)
          Attribute("meaning", String?.self)
          Attribute("rank", Int?.self)
        }
      })
    let old = SQLSchema(
      try ManagedObjectModel("Old") {
        Entity("Word") {
          Attribute("word", String?.self)
          Attribute("rank", Int?.self)
        }
      })
    let dialect = try #require(Pins.dialects["postgresql"])
    let alteration = new.alteration(of: new.tables[0], [0, nil, 1], old, dialect)
    let changes = try #require(alteration)
    #expect(
      changes.map(\.statement.text) == [
        #"ALTER TABLE "Word" RENAME COLUMN "word" TO "text""#,
        #"ALTER TABLE "Word" ADD COLUMN "meaning" text COLLATE "C""#,
      ])
    #expect(
      changes.map(\.evidence) == [
        .column("text", table: "Word"), .column("meaning", table: "Word"),
      ])
    // The name of a renamed column is still taken when the other one gets it.
    #expect(new.alteration(of: new.tables[0], [nil, 0, nil], new, dialect) == nil)
  }

  @Test func `the columns of all tables are listed with the standard ones`() {
    let names = Dictionary(uniqueKeysWithValues: schema.columnNames.map { ($0.table, $0.columns) })
    #expect(names["Owner"] == ["_id", "_version"])
    #expect(names["Captain"] == ["_id", "_version", "ship", "ship_entity", "mentor"])
    #expect(names["Ship"]?.prefix(4) == ["_id", "_version", "_entity", "name"])
    #expect(names["Ship_crew"] == ["Ship", "crew_order", "crew"])
  }

  // MARK: Places

  @Test func `a property is found in all objects of an entity, or not at all`() {
    #expect(schema.place(of: "name", in: "Ferry")?.0 == schema.place(of: "name", in: "Ship")?.0)
    #expect(schema.place(of: "name", in: "Ship")?.1.name == "name")
    // Two sub-entities have attributes of this name in different columns.
    #expect(schema.place(of: "rank", in: "Ship") == nil)
    #expect(schema.place(of: "rank", in: "Tug") != nil)
    #expect(schema.place(of: "name", in: "Owner") == nil)
    #expect(schema.place(of: "name", in: "Nothing") == nil)
  }

  @Test func `a property of one sub-entity alone is found from the parent`() throws {
    let schema = SQLSchema(
      try ManagedObjectModel("Single") {
        Entity("Item") { Attribute("name", String?.self) }
        Entity("Toy", parent: "Item") { Attribute("age", Int?.self) }
      })
    #expect(schema.place(of: "age", in: "Item")?.0 == schema.place(of: "age", in: "Toy")?.0)
  }

  @Test func `entities are listed with or without their sub-entities`() {
    #expect(schema.entities(of: "Ship") == ["Ship", "Ferry", "Tug"])
    #expect(schema.entities(of: "Ship", includingSubentities: false) == ["Ship"])
    #expect(schema.entities(of: "Nothing") == [])
    #expect(schema.hasExternalData && schema.hasUnwatchedLinks)
    #expect(schema.links[0]?.values.map(\.destination).sorted() == ["Captain", "Owner"])
  }

  @Test func `a table with too many columns is named with its entity`() {
    #expect(schema.excess(over: 100, in: "Trial") == nil)
    #expect(
      schema.excess(over: 5, in: "Trial")
        == "the entity Ship would have 20 columns in its table, with those of entities that inherit from it, and Trial has at most 5"
    )
  }

  // MARK: Rows

  @Test(.needsDatabase) func `a row of an unknown entity is found`() throws {
    let database = try TrialDatabase(Self.model())
    func insert(_ key: Int, _ entity: String) throws {
      try database.run(
        """
        INSERT INTO "Ship" ("_id", "_entity", "_version", "name", "isOpen")
        VALUES (\(key), '\(entity)', 1, 'n\(key)', 0)
        """)
    }
    try insert(1, "Tug")
    #expect(try schema.strayRow(database.connection) == nil)
    try insert(2, "Raft")
    let row = try #require(try schema.strayRow(database.connection))
    #expect(row.table == "Ship" && row.key == 2 && row.entity == "Raft")
  }

  @Test(.needsDatabase) func `links to missing rows are errors, or read as nil without an inverse`()
    throws
  {
    let database = try TrialDatabase(Self.model())
    try database.run(
      "PRAGMA foreign_keys = OFF",
      #"INSERT INTO "Captain" ("_id", "_version", "mentor") VALUES (1, 1, 8), (2, 1, 1)"#,
      #"UPDATE "Captain" SET "ship" = 9, "ship_entity" = 'Tug' WHERE "_id" = 2"#,
      #"INSERT INTO "Ship_crew" ("Ship", "crew") VALUES (7, 2)"#)
    func links(areHidden: Bool) throws -> [String] {
      try schema.danglingLinks(
        database.connection, storeID: database.sql.storeID, areHidden: areHidden
      ).failures.map { failure -> String in
        guard case .danglingReference(let end) = failure.kind else { return "" }
        return "\(failure.severity) \(failure.entity) \(failure.objectID?.key ?? 0) "
          + "\(failure.keyPath.joined()) \(end.entity) \(end.id?.key ?? 0)"
      }
    }
    #expect(
      try links(areHidden: false) == [
        "error Captain 2 ship Tug 9", "error Captain 2 served Ship 7",
      ])
    #expect(try links(areHidden: true).contains("warning Captain 1 mentor Captain 8"))
  }

  @Test(.needsDatabase) func `a column with duplicates gets a plain index`() throws {
    let database = try TrialDatabase(Self.model())
    let connection = database.connection
    func needed(_ present: Set<String>) throws -> (wanted: Set<String>, unwanted: [String]) {
      let (wanted, unwanted) = try schema.neededIndexes(
        TrialDialect(), present: present, connection)
      return (Set(wanted.keys).intersection(["Captain_ship_only", "Captain_ship_index"]), unwanted)
    }
    #expect(try needed([]).wanted == ["Captain_ship_only"])
    #expect(try needed(["Captain_ship_index"]).unwanted == ["Captain_ship_index"])
    try database.run(
      "PRAGMA foreign_keys = OFF", #"DROP INDEX "Captain_ship_only""#,
      #"INSERT INTO "Captain" ("_id", "_version", "ship") VALUES (1, 1, 5), (2, 1, 5)"#)
    #expect(try needed([]).wanted == ["Captain_ship_index"])
    #expect(try needed(["Captain_ship_index"]).unwanted == [])
  }
}
