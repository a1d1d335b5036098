import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL

/// The tables of a new model as the destination of objects that custom steps create.
@Suite(.needsDatabase) struct SQLSplitTargetTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Parts") {
      Entity("Part") {
        Attribute("name", String?.self)
        Attribute("label", String.self).derived(from: .keyPath(["name"]))
        Relationship("owner", to: "Owner", inverse: "parts")
        Relationship("next", to: "Part", inverse: "previous")
        Relationship("previous", to: "Part", inverse: "next")
        Relationship("tags", to: "Tag", .toMany, inverse: "parts")
      }
      Entity("Gear", parent: "Part") {}
      Entity("Owner") { Relationship("parts", to: "Part", .ordered, inverse: "owner") }
      Entity("Tag") { Relationship("parts", to: "Part", .toMany, inverse: "tags") }
    }
  }

  private let database: TrialDatabase
  private let target: SQLSplitTarget

  init() throws {
    database = try TrialDatabase(Self.model())
    target = SQLSplitTarget(database.sql, database.connection, version: 7) { 50..<50 + Int64($0) }
    try database.run(
      #"INSERT INTO "Owner" ("_id", "_version") VALUES (1, 3), (2, 3)"#,
      #"INSERT INTO "Tag" ("_id", "_version") VALUES (5, 3)"#,
      """
      INSERT INTO "Part" ("_id", "_entity", "_version", "name", "label", "owner", "owner_order")
      VALUES (11, 'Part', 3, 'a', 'a', 1, 0), (12, 'Gear', 3, 'b', 'b', NULL, NULL)
      """)
  }

  /// Inserts a part with a name.
  private func insert(_ key: Int64, _ name: AttributeValue, _ entity: String = "Part") throws {
    let properties = database.sql.schema.model[entity]?.persistentProperties ?? []
    try target.insert(
      database.id(entity, key), properties.map { $0.name == "name" ? name : .null })
  }

  /// Writes the changes in a transaction, at the end of which the database checks the links.
  private func flush() throws { try database.inTransaction { try target.flush() } }

  private func parts() throws -> [String] {
    try database.rows(
      #"SELECT "_id", "_entity", "_version", "name", "label", "owner" FROM "Part" ORDER BY "_id""#,
      6)
  }

  // MARK: Objects

  @Test func `an object is written with the next batch, and there before`() throws {
    try insert(20, "new", "Gear")
    #expect(try parts().count == 2)
    #expect(try target.isThere(database.id("Gear", 20)))
    try flush()
    // A required derived attribute has a placeholder until it is computed.
    #expect(try parts().last?.hasPrefix("20|Gear|7|new|") == true)
    #expect(try parts().last?.hasSuffix("|-|-") == false)
    #expect(try target.isThere(database.id("Gear", 20)))
  }

  @Test func `an object is there only as an object of its entity`() throws {
    let there = [("Part", 11), ("Gear", 12), ("Gear", 11), ("Part", 12), ("Part", 13), ("Tag", 5)]
    #expect(
      try there.map { try target.isThere(database.id($0.0, Int64($0.1))) } == [
        true, true, false, false, false, true,
      ])
    #expect(try target.takeKeys(3) == 50..<53)
  }

  @Test func `changes are written as soon as there are 500`() throws {
    for key in 100..<600 as Range<Int64> { try insert(key, "n") }
    #expect(try parts().count == 2)
    try insert(600, "n")
    #expect(try parts().count == 502)
    try flush()
    #expect(try parts().count == 503)
  }

  @Test func `a dropped object is deleted after the changes before it`() throws {
    try insert(20, "new")
    try target.drop(database.id("Part", 20))
    try target.drop(database.id("Gear", 12))
    // No object of this entity has the key.
    try target.drop(database.id("Gear", 11))
    #expect(try database.rows(#"SELECT "_id" FROM "Part""#, 1) == ["11"])
  }

  // MARK: Links

  @Test func `a link is known before it is written`() throws {
    let owner = database.position("owner", of: "Part")
    let (old, new) = (database.id("Part", 11), database.id("Gear", 20))
    #expect(try target.end(of: old, at: owner) == database.id("Owner", 1))
    #expect(try target.end(of: database.id("Gear", 12), at: owner) == nil)
    try insert(20, "new", "Gear")
    #expect(try target.end(of: new, at: owner) == nil)
    try target.setEnd(of: new, at: owner, to: database.id("Owner", 1))
    try target.setEnd(of: old, at: owner, to: nil)
    #expect(try target.end(of: new, at: owner) == database.id("Owner", 1))
    #expect(try target.end(of: old, at: owner) == nil)
    try target.setEnd(of: new, at: owner, to: database.id("Owner", 2))
    try flush()
    #expect(
      try parts().map { $0.split(separator: "|").last ?? "" } == ["-", "-", "2"])
    #expect(try target.end(of: new, at: owner) == database.id("Owner", 2))
  }

  @Test func `the entity of a linked object is read with its key`() throws {
    let next = database.position("next", of: "Part")
    try target.setEnd(of: database.id("Part", 11), at: next, to: database.id("Gear", 12))
    try flush()
    #expect(
      try database.rows(
        #"SELECT "_version", "next", "next_entity" FROM "Part" WHERE "_id" = 11"#, 3)
        == ["7|12|Gear"])
    #expect(
      try target.end(of: database.id("Part", 11), at: next) == database.id("Gear", 12))
  }

  @Test func `two objects exchange the objects of a link that is unique`() throws {
    let next = database.position("next", of: "Part")
    try insert(20, "new")
    try target.setEnd(of: database.id("Part", 11), at: next, to: database.id("Part", 20))
    try target.setEnd(of: database.id("Gear", 12), at: next, to: database.id("Part", 11))
    try flush()
    try target.setEnd(of: database.id("Part", 11), at: next, to: database.id("Part", 11))
    try target.setEnd(of: database.id("Gear", 12), at: next, to: database.id("Part", 20))
    try flush()
    #expect(
      try database.rows(#"SELECT "next" FROM "Part" WHERE "_id" < 20 ORDER BY "_id""#, 1) == [
        "11", "20",
      ])
  }

  @Test func `members are added and removed in the order of the calls`() throws {
    let tags = database.position("tags", of: "Part")
    let part = database.id("Part", 11)
    try target.change(part, at: tags, adding: database.id("Tag", 5), removing: nil)
    try target.change(part, at: tags, adding: nil, removing: database.id("Tag", 5))
    try flush()
    #expect(try database.rows(#"SELECT * FROM "Part_tags""#, 2) == [])
    try target.change(part, at: tags, adding: nil, removing: database.id("Tag", 5))
    try target.change(part, at: tags, adding: database.id("Tag", 5), removing: nil)
    try flush()
    #expect(try database.rows(#"SELECT * FROM "Part_tags""#, 2) == ["11|5"])
  }

  @Test func `a member comes to the end of an ordered list`() throws {
    let (owner, parts) = (
      database.position("owner", of: "Part"), database.position("parts", of: "Owner")
    )
    try insert(20, "new")
    for id in [database.id("Part", 20), database.id("Gear", 12)] {
      try target.setEnd(of: id, at: owner, to: database.id("Owner", 1))
      try target.change(database.id("Owner", 1), at: parts, adding: id, removing: nil)
    }
    try flush()
    #expect(
      try database.rows(
        #"SELECT "_id" FROM "Part" WHERE "owner" = 1 ORDER BY "owner_order""#, 1)
        == ["11", "20", "12"])
    // The list belongs to the members, so the owner keeps its version.
    #expect(try database.rows(#"SELECT "_version" FROM "Owner""#, 1) == ["3", "3"])
  }

  // MARK: Rules

  @Test func `objects with too few or too many members are found`() throws {
    let model = try ManagedObjectModel("Counts") {
      Entity("Owner") {
        Relationship("parts", to: "Part", .toMany, inverse: "owner").count(2...3)
        Relationship("rest", to: "Part", .toMany, inverse: "rest").count(1...1).required()
      }
      Entity("Part") {
        Relationship("owner", to: "Owner", inverse: "parts")
        Relationship("rest", to: "Owner", .toMany, inverse: "rest")
      }
    }
    let database = try TrialDatabase(model)
    try database.run(
      #"INSERT INTO "Owner" ("_id", "_version") VALUES (1, 1), (2, 1), (3, 1)"#,
      """
      INSERT INTO "Part" ("_id", "_version", "owner") VALUES
      (11, 1, 1), (12, 1, 2), (13, 1, 2)
      """, #"INSERT INTO "Owner_rest" VALUES (1, 11), (2, 11), (2, 12)"#)
    func invalid(_ name: String) throws -> [String] {
      let entity = try #require(model["Owner"])
      let relationship = try #require(entity.property(named: name)?.asRelationship)
      let rows = try #require(database.sql.schema.invalidRows(relationship, of: entity))
      return try database.connection.rows(rows.first(9), 2)
    }
    // An optional relationship may be empty.
    #expect(try invalid("parts") == ["1|1"])
    #expect(try invalid("rest") == ["2|2", "3|0"])
  }
}
