import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The writer for the rows of one entity.
@Suite(.needsDatabase) struct SQLEntityWriterTests {
  /// A model with an entity alone in its table, and two entities in one table.
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Zoo") {
      Entity("Animal") {
        Attribute("name", String.self)
        Attribute("tag", String?.self).unique()
        Attribute("legs", Int?.self)
      }
      Entity("Bird", parent: "Animal") { Attribute("span", Double?.self) }
      Entity("Keeper") {
        Attribute("name", String?.self)
        Attribute("photo", Data?.self).storedExternally()
      }
    }
  }

  private let database: TrialDatabase
  private let recording: RecordingConnection
  private let files = TrialFiles()

  init() throws {
    database = try TrialDatabase(Self.model(), SQLiteDialect(), externalData: files)
    recording = RecordingConnection(database.connection)
  }

  private func writer(
    _ entity: String, _ database: TrialDatabase? = nil
  ) throws -> SQLEntityWriter {
    let sql = (database ?? self.database).sql
    let description = try #require(sql.schema.model[entity])
    return try #require(SQLEntityWriter(description, sql, recording))
  }

  private func changes(_ changes: StoreChange...) -> StoreChanges {
    StoreChanges(StoreTransaction(changes))
  }

  // MARK: Statements

  @Test func `an entity of a shared table is a part of each condition`() throws {
    let writer = try writer("Bird")
    let bird = changes(database.change(.insert, "Bird", 1, ["name": "Owl", "span": 1.5]))
    try writer.insert(0, of: bird, version: 3)
    let update = changes(
      database.change(.update, "Bird", 1, version: 3, ["legs": 2, "name": "Eagle"]))
    #expect(try writer.update(0, of: update, version: 4))
    #expect(try writer.version(of: 1) == 4)
    #expect(try writer.delete(1, version: 4))
    #expect(
      recording.texts == [
        #"INSERT INTO "Animal" ("_id", "_version", "_entity", "name", "tag", "legs", "span") VALUES (?, ?, ?, ?, ?, ?, ?)"#,
        #"UPDATE "Animal" SET "legs" = ?, "name" = ?, "_version" = ? WHERE "_id" = ? AND "_entity" = ? AND "_version" = ?"#,
        #"SELECT "_version" FROM "Animal" WHERE "_id" = ? AND "_entity" = ?"#,
        #"DELETE FROM "Animal" WHERE "_id" = ? AND "_entity" = ? AND "_version" = ?"#,
      ])
  }

  @Test func `an entity alone in its table is not a part of the conditions`() throws {
    let writer = try writer("Keeper")
    #expect(try writer.version(of: 1) == nil)
    #expect(try !writer.delete(1, version: 4))
    #expect(
      recording.texts == [
        #"SELECT "_version" FROM "Keeper" WHERE "_id" = ?"#,
        #"DELETE FROM "Keeper" WHERE "_id" = ? AND "_version" = ?"#,
        #"SELECT "photo" FROM "Keeper" WHERE "_id" = ? AND typeof("photo") = 'text'"#,
      ])
  }

  @Test func `each statement is prepared once, and given back at the end`() throws {
    let writer = try writer("Animal")
    let all = changes(
      database.change(.insert, "Animal", 1, ["name": "Cat"]),
      database.change(.insert, "Animal", 2, ["name": "Dog"]),
      database.change(.update, "Animal", 1, version: 1, ["legs": 4]),
      database.change(.update, "Animal", 2, version: 1, ["name": "Fox"]),
      database.change(.update, "Animal", 2, version: 1, ["legs": 4]))
    for position in 0..<2 { try writer.insert(position, of: all, version: 1) }
    for position in 2..<4 { #expect(try writer.update(position, of: all, version: 1)) }
    #expect(try writer.update(4, of: all, version: 1))
    #expect(recording.texts.count == 3 && recording.usedCount == 3)
    writer.finish()
    #expect(recording.usedCount == 0)
    #expect(
      try database.rows(#"SELECT "name", "legs" FROM "Animal" ORDER BY "_id""#, 2) == [
        "Cat|4", "Fox|4",
      ])
  }

  // MARK: Versions

  @Test func `a row of another version or entity is neither updated nor deleted`() throws {
    let animals = try writer("Animal")
    let birds = try writer("Bird")
    try animals.insert(
      0, of: changes(database.change(.insert, "Animal", 1, ["name": "Cat"])), version: 2)
    let update = database.change(.update, "Animal", 1, version: 1, ["name": "Dog"])
    #expect(try !animals.update(0, of: changes(update), version: 3))
    let other = database.change(.update, "Bird", 1, version: 2, ["name": "Dog"])
    #expect(try !birds.update(0, of: changes(other), version: 3))
    #expect(try !animals.delete(1, version: 1))
    #expect(try !birds.delete(1, version: 2))
    #expect(try birds.version(of: 1) == nil)
    #expect(try database.rows(#"SELECT "name", "_version" FROM "Animal""#, 2) == ["Cat|2"])
  }

  // MARK: Several rows

  @Test func `several rows are inserted at once where this saves time`() throws {
    #expect(try writer("Animal").severalCount == 32)
    // Files would be written twice for a rejected row.
    #expect(try writer("Keeper").severalCount == 1)
    let plain = try TrialDatabase(Self.model())
    #expect(try writer("Animal", plain).severalCount == 1)
  }

  @Test func `a statement for several rows has at most 32,766 parameters`() throws {
    let model = try ManagedObjectModel("Wide") {
      EntityDescription(
        "Row", properties: (0..<1500).map { .attribute(AttributeDescription("a\($0)", .int64)) })
    }
    let wide = SQLDatabase(SQLSchema(model), SQLiteDialect(), storeID: UUID())
    let writer = try #require(SQLEntityWriter(model.entities[0], wide, recording))
    #expect(writer.severalCount == 21)
  }

  @Test func `no row of a group stays if one of them is rejected`() throws {
    let writer = try writer("Animal")
    var rows = (1...32).map {
      database.change(.insert, "Animal", Int64($0), ["name": "Cat", "tag": .string("t\($0)")])
    }
    rows[20] = database.change(.insert, "Animal", 21, ["name": "Cat", "tag": "t3"])
    let rejected = StoreChanges(StoreTransaction(rows))
    #expect(try !writer.insertSeveral(0..<32, of: rejected, version: 1))
    #expect(try database.rows(#"SELECT COUNT(*) FROM "Animal""#, 1) == ["0"])
    #expect(try !writer.insertSeveral(0..<31, of: rejected, version: 1))
    rows[20] = database.change(.insert, "Animal", 21, ["name": "Cat", "tag": "t21"])
    let valid = StoreChanges(StoreTransaction(rows))
    #expect(try writer.insertSeveral(0..<32, of: valid, version: 1))
    #expect(try database.rows(#"SELECT COUNT(DISTINCT "tag") FROM "Animal""#, 1) == ["32"])
  }

  // MARK: Values

  @Test func `a value of another type is a failure with its property`() throws {
    let writer = try writer("Animal")
    let invalid = changes(
      database.change(.insert, "Animal", 1, ["name": 7, "legs": "four", "tag": "t"]))
    let report = #expect(throws: ValidationReport.self) {
      try writer.insert(0, of: invalid, version: 1)
    }
    #expect(report?.failures.map(\.keyPath) == [["legs"], ["name"]])
    #expect(report?.failures.map(\.value) == ["four", 7])
    #expect(report?.failures.map(\.code) == ["type.wrong", "type.wrong"])
  }

  @Test func `only unique values are cleared before others get them`() throws {
    let writer = try writer("Animal")
    try writer.insert(
      0,
      of: changes(database.change(.insert, "Animal", 1, ["name": "Cat", "tag": "t", "legs": 4])),
      version: 1)
    let count = recording.texts.count
    try writer.clearUniques(database.change(.update, "Animal", 1, version: 1, ["legs": 3]))
    #expect(recording.texts.count == count)
    try writer.clearUniques(
      database.change(.update, "Animal", 1, version: 1, ["legs": 3, "tag": "u"]))
    #expect(try database.rows(#"SELECT "tag", "legs" FROM "Animal""#, 2) == ["-|4"])
  }

  // MARK: Files

  @Test func `files are recorded before a row loses their names`() throws {
    let writer = try writer("Keeper")
    let photo = AttributeValue.data(Data("portrait".utf8))
    try writer.insert(
      0, of: changes(database.change(.insert, "Keeper", 1, ["name": "Ann", "photo": photo])),
      version: 1)
    #expect(try database.rows(#"SELECT "photo" FROM "Keeper""#, 1) == ["file-1"])
    let renamed = changes(database.change(.update, "Keeper", 1, version: 1, ["name": "Bob"]))
    #expect(try writer.update(0, of: renamed, version: 2))
    #expect(files.dropped == [])
    let small = AttributeValue.data(Data("dot".utf8))
    let replaced = changes(database.change(.update, "Keeper", 1, version: 2, ["photo": small]))
    #expect(try writer.update(0, of: replaced, version: 3))
    #expect(files.dropped == ["file-1"])
    #expect(try database.rows(#"SELECT "photo" FROM "Keeper""#, 1) == ["3 bytes"])
    #expect(try writer.delete(1, version: 3))
    #expect(files.dropped == ["file-1"])
  }
}
