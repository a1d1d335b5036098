import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The reader of rows into the memory of objects.
@Suite(.needsDatabase) struct SQLRowReaderTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Diary") {
      Entity("Entry") {
        Attribute("count", Int?.self)
        Attribute("mood", Double?.self)
        Attribute("isOpen", Bool?.self)
        Attribute("written", Date?.self)
        Attribute("text", String?.self)
        Attribute("meeting", ZonedDate?.self)
        Composite("place") {
          Attribute("x", Double?.self)
          Attribute("y", Int?.self)
        }.optional()
        Attribute("cost", Decimal?.self)
        Attribute("scan", Data?.self).storedExternally()
        Relationship("person", to: "Person")
        Relationship("next", to: "Entry", inverse: "previous")
        Relationship("previous", to: "Entry", .toMany, inverse: "next")
      }
      Entity("Note", parent: "Entry") { Attribute("rank", Int?.self) }
      Entity("Person") { Attribute("name", String?.self) }
    }
  }

  private let database: TrialDatabase
  private let files = TrialFiles()

  init() throws {
    database = try TrialDatabase(Self.model(), SQLiteDialect(), externalData: files)
    try database.run(#"INSERT INTO "Person" ("_id", "_version", "name") VALUES (1, 4, 'Ann')"#)
  }

  private func reader(
    _ entities: [String] = ["Entry", "Note"], of table: String = "Entry",
    includingValues: Bool = true
  ) throws -> SQLRowReader {
    database.sql.reader(
      of: entities, in: try #require(database.sql.schema.table(of: table)), alias: "t",
      includingValues: includingValues)
  }

  /// Returns the rows of a table, with their values by name.
  private func read(
    _ reader: SQLRowReader, of table: String = "Entry"
  ) throws -> [(id: ManagedObjectID, version: UInt32, values: [String: AttributeValue])] {
    let model = database.sql.schema.model
    return try StoreRow.list(of: model, storeID: database.sql.storeID) { rows in
      try database.connection.forEachRow(
        of: "SELECT \(reader.columns) FROM \(name: table) AS \(name: "t") ORDER BY 1"
      ) { try reader.read($0, into: rows) }
    }.map { row in
      let names = model[row.id.entityName]?.persistentProperties.map(\.name) ?? []
      let values = zip(names, row.values).filter { !$0.1.isNull }
      return (row.id, row.version, Dictionary(values) { first, _ in first })
    }
  }

  private func insert(_ values: String, _ columns: String, _ entity: String = "Entry") throws {
    try database.run(
      """
      INSERT INTO "Entry" ("_id", "_entity", "_version"\(columns))
      VALUES (11, '\(entity)', 3\(values))
      """)
  }

  // MARK: Columns

  @Test func `the columns are the key, the entity, the version and each value once`() throws {
    #expect(
      try reader(["Note"]).columns.text
        == #""t"."_id", "t"."_entity", "t"."_version", "t"."count", "t"."mood", "t"."isOpen", "t"."written", "t"."text", "t"."meeting", "t"."meeting_zone", "t"."place", "t"."place.x", "t"."place.y", "t"."cost", "t"."scan", (SELECT "_id" FROM "Person" AS "gone" WHERE "gone"."_id" = "t"."person"), "t"."next", "t"."next_entity", "t"."rank""#
    )
    #expect(
      try reader(["Entry", "Note"], includingValues: false).columns.text
        == #""t"."_id", "t"."_entity", "t"."_version""#)
    #expect(
      try reader(["Person"], of: "Person").columns.text == #""t"."_id", "t"."_version", "t"."name""#
    )
  }

  @Test func `rows can be passed to an aggregate where the database calls the library`() throws {
    #expect(try reader().aggregate != nil)
    let plain = SQLDatabase(database.sql.schema, TrialDialect(), storeID: UUID())
    let reader = plain.reader(
      of: ["Person"], in: try #require(plain.schema.table(of: "Person")), alias: "t",
      includingValues: true)
    #expect(reader.aggregate == nil)
  }

  // MARK: Values

  private static let values: [(column: String, value: String, read: AttributeValue?)] = [
    ("count", "5", 5),
    ("mood", "1.5", 1.5),
    ("mood", "2", 2.0),
    ("isOpen", "1", true),
    ("written", "60.0", .date(Date(timeIntervalSinceReferenceDate: 60))),
    ("written", "60", .date(Date(timeIntervalSinceReferenceDate: 60))),
    ("text", "'a'", "a"),
    ("cost", "'1.50'", .decimal(Decimal(string: "1.5") ?? 0)),
    ("scan", "x'0102'", .data(Data([1, 2]))),
    // A composite without a value has no elements.
    ("place.y", "3", nil),
  ]

  @Test(arguments: values)
  func `a value is read as the type of its attribute`(
    _ column: String, _ value: String, _ read: AttributeValue?
  ) throws {
    try insert(", \(value)", ", \"\(column)\"")
    let row = try #require(try self.read(reader()).first)
    #expect(row.id == database.id("Entry", 11) && row.version == 3)
    #expect(row.values == (read.map { [column: $0] } ?? [:]))
  }

  @Test func `numbers that are not numbers are read from their texts`() throws {
    try insert(", 'NaN', 'NaN'", #", "mood", "written""#)
    let values = try #require(try read(reader()).first).values
    guard case .double(let mood)? = values["mood"], case .date(let date)? = values["written"] else {
      Issue.record("The values are \(values).")
      return
    }
    #expect(mood.isNaN && date.timeIntervalSinceReferenceDate.isNaN)
  }

  @Test func `a value of several columns is put together`() throws {
    try insert(
      ", 9.0, 'Europe/Berlin', 1, NULL, 4",
      #", "meeting", "meeting_zone", "place", "place.x", "place.y""#)
    let zoned = ZonedDate(
      date: Date(timeIntervalSinceReferenceDate: 9), timeZoneIdentifier: "Europe/Berlin")
    #expect(
      try read(reader()).first?.values == [
        "meeting": .zonedDate(zoned), "place": .composite(["y": 4]),
      ])
  }

  @Test(arguments: [
    ("isOpen", "2"), ("text", "x'ff'"), ("text", "CAST(x'ff' AS TEXT)"), ("cost", "'much'"),
    ("mood", "'high'"), ("meeting", "'noon'"), ("scan", "7"),
  ])
  func `an invalid value reaches the rows unchanged, and is rejected there`(
    _ column: String, _ value: String
  ) throws {
    // The tables of the database are strict, and those of a damaged file may not be.
    try database.run(
      #"DROP TABLE "Entry""#,
      """
      CREATE TABLE "Entry" ("_id" INTEGER PRIMARY KEY, "_entity", "_version", "count", "mood", \
      "isOpen", "written", "text", "meeting", "meeting_zone", "place", "place.x", "place.y", \
      "cost", "scan", "person", "next", "next_entity", "rank")
      """)
    try insert(", \(value)", ", \"\(column)\"")
    let error = #expect(throws: PersistentStoreError.self) { try read(reader()) }
    guard case .wrongAnswer(_, let must, _)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(must.contains("Entry#11.\(column)"))
  }

  // MARK: Entities

  @Test func `rows of other entities are passed over`() throws {
    try insert(", 1", #", "count""#, "Entry")
    try database.run(
      """
      INSERT INTO "Entry" ("_id", "_entity", "_version", "rank") VALUES
      (12, 'Note', 5, 8), (13, 'Raft', 5, 8)
      """)
    #expect(
      try read(reader()).map { "\($0.id.entityName) \($0.id.key)" } == ["Entry 11", "Note 12"])
    #expect(try read(reader(["Note"])).map(\.values) == [["rank": 8]])
    let people = try reader(["Person"], of: "Person")
    #expect(try read(people, of: "Person").map(\.version) == [4])
  }

  // MARK: Links

  @Test func `a link has the entity of its object, and a dangling one without an inverse is nil`()
    throws
  {
    try database.run("PRAGMA foreign_keys = OFF")
    try insert(", 1, 12, 'Note'", #", "person", "next", "next_entity""#)
    try database.run(
      #"INSERT INTO "Entry" ("_id", "_entity", "_version", "person") VALUES (12, 'Note', 1, 9)"#)
    let rows = try read(reader())
    #expect(
      rows.first?.values == [
        "person": database.object("Person", 1), "next": database.object("Note", 12),
      ])
    #expect(rows.last?.values == [:])
  }

  // MARK: Files

  @Test func `data are read from the file that the row names`() throws {
    let name = try #require(files.keep(Data("large data".utf8)))
    try insert(", '\(name)'", #", "scan""#)
    #expect(try read(reader()).first?.values == ["scan": .data(Data("large data".utf8))])
  }

  @Test func `a missing file is named with its object and attribute`() throws {
    try insert(", 'lost'", #", "scan""#)
    let error = #expect(throws: PersistentStoreError.self) { try read(reader()) }
    guard case .unreadableData(let id, "scan", path: "lost", reason: "the file is missing")? = error
    else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(id == database.id("Entry", 11))
  }
}
