import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL

/// The statements of batches.
@Suite struct SQLBatchTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Store") {
      Entity("Item") {
        Attribute("name", String.self)
        Attribute("price", Double?.self)
        Attribute("count", Int?.self)
        Attribute("isSold", Bool?.self)
        Attribute("seen", Date?.self)
        Attribute("words", [String]?.self)
        Composite("size") { Attribute("width", Double?.self) }.optional()
        Relationship("box", to: "Box", inverse: "items")
        Relationship("next", to: "Item", inverse: "previous")
        Relationship("previous", to: "Item", .toMany, inverse: "next")
        Relationship("tags", to: "Tag", .toMany, inverse: "items")
      }
      Entity("Toy", parent: "Item") { Attribute("age", Int?.self) }
      Entity("Box") {
        Attribute("label", String?.self)
        Relationship("items", to: "Item", .ordered, inverse: "box")
        Relationship("last", to: "Item")
      }
      Entity("Tag") { Relationship("items", to: "Item", .toMany, inverse: "tags") }
      Entity("Photo") { Attribute("data", Data?.self).storedExternally() }
    }
  }

  private static func database(_ dialect: any SQLDialect) throws -> SQLDatabase {
    SQLDatabase(SQLSchema(try model()), dialect, storeID: UUID())
  }

  private static func batch(
    _ change: StoreBatch.Change, _ entity: String = "Item",
    where condition: String = "TRUEPREDICATE", alone: Bool = false, returnsObjectIDs: Bool = false,
    in database: SQLDatabase
  ) throws -> SQLBatch? {
    var request = FetchRequest(entity, where: try FetchPredicate(condition))
    request.includesSubentities = !alone
    return SQLBatch(
      StoreBatch(
        request: request, change: change, returnsObjectIDs: returnsObjectIDs, author: nil,
        contextName: nil, date: Date()), database)
  }

  private static func deletion(
    cleared: [StoreBatch.Link] = [], empty: [StoreBatch.Link] = [],
    unreferenced: [StoreBatch.Link] = []
  ) -> StoreBatch.Deletion {
    StoreBatch.Deletion(cleared: cleared, empty: empty, unreferenced: unreferenced)
  }

  private static func link(_ relationship: String, of entity: String) -> StoreBatch.Link {
    StoreBatch.Link(entity: entity, relationship: relationship)
  }

  // MARK: Statements

  /// Updates and the part of the model that they are about.
  private static let updates:
    [(heading: String, values: [String: AttributeValue], entity: String, condition: String)] = [
      ("all rows", ["name": "x"], "Item", "TRUEPREDICATE"),
      ("rows of a condition", ["count": 3], "Item", "price > 5"),
      ("two values", ["count": .null, "isSold": true], "Item", "TRUEPREDICATE"),
      ("a sub-entity", ["age": 3], "Toy", "name == 'Bear'"),
      ("an entity alone in its table", ["label": "L"], "Box", "label == nil"),
      ("a condition on other tables", ["count": 3], "Item", "box.label == 'L'"),
    ]

  @Test(arguments: Pins.dialects.keys.sorted())
  func `each update has its pinned SQL`(_ name: String) throws {
    let database = try Self.database(try #require(Pins.dialects[name]))
    let texts = try Self.updates.map { update in
      let batch = try #require(
        try Self.batch(.update(update.values), update.entity, where: update.condition, in: database)
      )
      let keyed = batch.statement(on: batch.rows(" IN (1, 2)"), version: 9)
      return
        (["-- \(update.heading)"] + batch.update(batch.rows, version: 9).pinnedLines
        + keyed.pinnedLines).joined(separator: "\n")
    }
    try Pins.expect(texts, in: "batch-updates.\(name).sql")
  }

  @Test(arguments: Pins.dialects.keys.sorted())
  func `each part of a deletion has its pinned SQL`(_ name: String) throws {
    let database = try Self.database(try #require(Pins.dialects[name]))
    let deletion = Self.deletion(
      cleared: [Self.link("items", of: "Box"), Self.link("previous", of: "Item")],
      empty: [
        Self.link("next", of: "Item"), Self.link("previous", of: "Item"),
        Self.link("tags", of: "Item"),
      ], unreferenced: [Self.link("last", of: "Box")])
    let batch = try #require(
      try Self.batch(.delete(deletion), where: "count == 0", in: database))
    let obstacles = try #require(batch.obstacles(to: deletion, of: batch.rows))
    let cleared = batch.links(clearedBy: deletion)
    #expect(cleared.map(\.relationship) == ["box", "next"])
    var texts = obstacles.sorted { $0.text < $1.text }.map { "-- obstacle\n" + $0.text + ";" }
    texts.append("-- rows\n" + batch.rows.own.text)
    texts.append("-- deletion\n" + batch.statement(on: batch.rows(" = 1"), version: 9).text + ";")
    for link in cleared {
      let losers = batch.losers(of: link, " IN (1, 2)")
      texts.append(
        (["-- cleared \(link.relationship)"]
          + batch.clearing(link, of: losers, version: 9).pinnedLines
          + batch.losersQuery(of: link, losers).pinnedLines).joined(separator: "\n"))
    }
    try Pins.expect(texts, in: "batch-deletions.\(name).sql")
  }

  // MARK: Limits

  /// Updates that SQL would not make exactly.
  private static let inexact: [(String, [String: AttributeValue], String)] = [
    ("an unknown attribute", ["size.width": 1.0], "TRUEPREDICATE"),
    ("a relationship", ["box": .null], "TRUEPREDICATE"),
    ("a composite", ["size": .null], "TRUEPREDICATE"),
    ("a list", ["words": ["a"]], "TRUEPREDICATE"),
    ("a value of another type", ["count": "three"], "TRUEPREDICATE"),
    // Zero and negative zero are different values, but equal in SQL.
    ("zero", ["price": 0.0], "TRUEPREDICATE"),
    ("the date zero", ["seen": .date(Date(timeIntervalSinceReferenceDate: 0))], "TRUEPREDICATE"),
    ("no value", [:], "TRUEPREDICATE"),
    (
      "five values", ["name": "a", "price": 1.5, "count": 1, "isSold": true, "seen": .null],
      "TRUEPREDICATE"
    ),
    ("an inexact condition", ["count": 1], "words.@count == 2"),
  ]

  @Test(arguments: inexact)
  func `an update that SQL would not make exactly is left to the context`(
    _ heading: String, _ values: [String: AttributeValue], _ condition: String
  ) throws {
    for dialect in Pins.dialects.values {
      let database = try Self.database(dialect)
      #expect(try Self.batch(.update(values), where: condition, in: database) == nil, "\(heading)")
    }
  }

  @Test func `rows with data in files are not deleted by SQL`() throws {
    for dialect in Pins.dialects.values {
      let database = try Self.database(dialect)
      #expect(try Self.batch(.delete(Self.deletion()), "Photo", in: database) == nil)
      #expect(try Self.batch(.delete(Self.deletion()), "Nothing", in: database) == nil)
      #expect(try Self.batch(.delete(Self.deletion()), "Box", in: database) != nil)
    }
  }

  @Test func `a deletion with a rule for an attribute needs objects`() throws {
    let database = try Self.database(TrialDialect())
    for deletion in [
      Self.deletion(empty: [Self.link("name", of: "Item")]),
      Self.deletion(unreferenced: [Self.link("items", of: "Box")]),
      Self.deletion(unreferenced: [Self.link("items", of: "Nothing")]),
    ] {
      let batch = try #require(try Self.batch(.delete(deletion), in: database))
      #expect(batch.obstacles(to: deletion, of: batch.rows) == nil)
    }
  }

  @Test func `a single statement suffices without a history, identities and other rows`() throws {
    let database = try Self.database(TrialDialect())
    let update = try #require(try Self.batch(.update(["count": 1]), in: database))
    #expect(update.isOneStatement(keepsHistory: false))
    #expect(!update.isOneStatement(keepsHistory: true))
    let listing = try #require(
      try Self.batch(.update(["count": 1]), returnsObjectIDs: true, in: database))
    #expect(!listing.isOneStatement(keepsHistory: false))
    let link = Self.link("items", of: "Box")
    for (deletion, isOne) in [
      (Self.deletion(), true), (Self.deletion(cleared: [link]), false),
      (Self.deletion(empty: [link]), false), (Self.deletion(unreferenced: [link]), false),
    ] {
      let batch = try #require(try Self.batch(.delete(deletion), "Box", in: database))
      #expect(batch.isOneStatement(keepsHistory: false) == isOne)
    }
  }

  // MARK: Results

  @Test func `the errors of a batch become its result`() throws {
    let database = try Self.database(TrialDialect())
    let batch = try #require(
      try Self.batch(.update(["count": 1]), returnsObjectIDs: true, in: database)
    ).batch
    func result(_ error: any Error) throws -> BatchResult? {
      try SQLBatch.result(of: batch) {
        throw error
      } violation: {
        ($0 as? TrialError)?.violation
      }
    }
    let unchanged = try #require(try result(SQLBatch.Unchanged()))
    #expect(unchanged.count == 0 && unchanged.objectIDs == [])
    #expect(try result(SQLBatch.NeedsObjects()) == nil)
    #expect(try result(TrialError(code: 2067, description: "unique")) == nil)
    #expect(throws: TrialError.self) { try result(TrialError(code: 10, description: "disk")) }
  }

  // MARK: Rows

  /// A database with two items, one toy, and the keys that a batch finds in it.
  private static func filled() throws -> TrialDatabase {
    let database = try TrialDatabase(model())
    try database.run(
      """
      INSERT INTO "Item" ("_id", "_entity", "_version", "name", "count", "isSold") VALUES
      (1, 'Item', 1, 'a', 5, 1), (2, 'Item', 1, 'b', NULL, 1), (3, 'Toy', 1, 'c', 7, 0),
      (4, 'Toy', 1, 'd', 5, 0), (5, 'Item', 1, 'e', 6, NULL)
      """)
    return database
  }

  @Test(.needsDatabase) func `rows are grouped by their entity and their changed properties`()
    throws
  {
    let database = try Self.filled()
    let batch = try #require(
      try Self.batch(.update(["count": 5, "isSold": true]), in: database.sql))
    let found = try batch.keys(database.connection, locking: .empty)
    let groups = found.map { "\($0.key.entity) \($0.key.properties) \($0.value)" }.sorted()
    #expect(
      groups == [
        #"Item ["count", "isSold"] [5]"#, #"Item ["count"] [2]"#, #"Toy ["count", "isSold"] [3]"#,
        #"Toy ["isSold"] [4]"#,
      ])
    // Each row belongs to one combination of properties, and an unchanged row belongs to none.
    let choices = try batch.rowsByProperties.map { properties, rows in
      "\(properties) \(try database.connection.rows("SELECT \"_id\" FROM \(rows)", 1))"
    }
    #expect(
      choices == [
        #"["count"] ["2"]"#, #"["isSold"] ["4"]"#, #"["count", "isSold"] ["3", "5"]"#,
      ])
    let entities = try batch.byEntity(batch.rows.own).map { entity, rows in
      "\(entity) \(try database.connection.rows("SELECT \"_id\" FROM \(rows)", 1))"
    }
    #expect(entities == [#"Item ["2", "5"]"#, #"Toy ["3", "4"]"#])
  }

  @Test(.needsDatabase) func `an update changes only rows without the values`() throws {
    let database = try Self.filled()
    let batch = try #require(
      try Self.batch(.update(["count": 5]), alone: true, returnsObjectIDs: true, in: database.sql))
    let ids = try batch.objectIDs(batch.rows.own, database.connection)
    #expect(ids?.map { "\($0.entityName) \($0.key)" } == ["Item 2", "Item 5"])
    #expect(try database.connection.run(batch.update(batch.rows, version: 8)) == 2)
    #expect(
      try database.rows(#"SELECT "_id", "_version", "count" FROM "Item""#, 3) == [
        "1|1|5", "2|8|5", "3|1|7", "4|1|5", "5|8|5",
      ])
  }

  @Test(.needsDatabase) func `rows that lose links are not the deleted rows themselves`() throws {
    let database = try Self.filled()
    try database.run(#"UPDATE "Item" SET "next" = 1, "next_entity" = 'Item' WHERE "_id" IN (2, 3)"#)
    let deletion = Self.deletion(cleared: [Self.link("previous", of: "Item")])
    let batch = try #require(
      try Self.batch(.delete(deletion), where: "isSold == TRUE", in: database.sql))
    let link = try #require(batch.links(clearedBy: deletion).first)
    let losers = batch.losers(of: link, " IN (1, 2)")
    let entities = try batch.byEntity(losers.own, losing: link).map { entity, rows in
      "\(entity) \(try database.connection.rows("SELECT \"_id\" FROM \(rows)", 1))"
    }
    #expect(entities == [#"Item []"#, #"Toy ["3"]"#])
    #expect(try database.connection.run(batch.clearing(link, of: losers, version: 8)) == 1)
    #expect(
      try database.rows(
        #"SELECT "_id", "_version", "next", "next_entity" FROM "Item" WHERE "_id" IN (2, 3)"#, 4)
        == ["2|1|1|Item", "3|8|-|-"])
  }
}
