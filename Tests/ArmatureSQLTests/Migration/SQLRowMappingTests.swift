import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The values that old rows give to the columns of new rows.
@Suite struct SQLRowMappingTests {
  private let dialect = SQLiteDialect()

  /// Returns the values of the new columns, by column.
  private func values(
    _ mapping: SQLRowMapping, _ name: String = "Word", from former: String? = nil
  ) throws -> [String: String] {
    let entity = try #require(mapping.new.model[name])
    let old = try #require(mapping.old.schema.model[former ?? name])
    let table = try #require(mapping.new.table(of: name))
    return Dictionary(
      uniqueKeysWithValues: mapping.values(of: entity, from: old).map {
        (table.columns[$0.key].name, $0.value.listing)
      })
  }

  private func values(_ pair: MigrationPair) throws -> [[String: String]] {
    try ["sqlite", "postgresql"].map {
      try values(pair.mapping(try #require(Pins.dialects[$0])))
    }
  }

  // MARK: Attributes

  @Test func `a continued attribute keeps its column, under the old name`() throws {
    let pair = try MigrationPair {
      Attribute("text", String.self)
      Attribute("seen", ZonedDate?.self)
      Attribute("rank", Int?.self)
    } to: {
      Attribute("word", String.self).renamed(from: "text")
      Attribute("met", ZonedDate?.self).renamed(from: "seen")
      Attribute("note", String?.self)
    }
    let expected = [
      "word": #""o"."text""#, "met": #""o"."seen""#, "met_zone": #""o"."seen_zone""#,
    ]
    #expect(try values(pair) == [expected, expected])
  }

  @Test func `a new attribute gets its default, and a newly required one where it has no value`()
    throws
  {
    let pair = try MigrationPair {
      Attribute("text", String?.self)
    } to: {
      Attribute("text", String.self).default("none")
      Attribute("rank", Int.self).default(5)
      Attribute("added", Date.self).default(.now)
      Attribute("meaning", String?.self)
    }
    #expect(
      try values(pair) == [
        [
          "text": #"CASE WHEN "o"."text" IS NULL THEN 'none' ELSE "o"."text" END"#, "rank": "5",
          "added": "60.0",
        ],
        [
          "text":
            #"CASE WHEN "o"."text" IS NULL THEN CAST('none' AS text) COLLATE "C" ELSE "o"."text" END"#,
          "rank": "CAST(5 AS bigint)", "added": "CAST(60.0 AS timestamptz)",
        ],
      ])
  }

  @Test func `SQL converts where it is exact, and the library converts otherwise`() throws {
    let pair = try MigrationPair {
      Attribute("a", Int?.self)
      Attribute("b", String?.self)
    } to: {
      Attribute("a", String?.self)
      Attribute("b", Int?.self)
    }
    #expect(
      try values(pair) == [
        ["a": #"CAST("o"."a" AS TEXT)"#, "b": #"armature_new_value(0, "o"."b")"#],
        [
          "a": #"CAST("o"."a" AS text)"#,
          "b": #"(SELECT "value" FROM pg_temp."_armature_value_0" WHERE "key" = "o"."_id")"#,
        ],
      ])
    let mapping = try pair.mapping(dialect)
    _ = try values(mapping)
    #expect(mapping.functions.result(0, [.text("12")]) == .integer(12))
    #expect(mapping.functions.result(0, [.text("twelve")]) == .null)
    #expect(mapping.functions.result(0, [.null]) == .null)
    #expect(mapping.functions.result(1, [.text("12")]) == .null)
    #expect(mapping.functions.computations.map(\.rows.text) == [#""Word" AS "o""#])
  }

  @Test func `the elements of a composite are matched by their names`() throws {
    let pair = try MigrationPair {
      Composite("size") {
        Attribute("width", Double?.self)
        Attribute("depth", Double?.self)
      }.optional()
    } to: {
      Composite("extent") {
        Attribute("height", Double?.self)
        Attribute("breadth", Double?.self).renamed(from: "width")
      }.optional().renamed(from: "size")
    }
    let expected = ["extent": #""o"."size""#, "extent.breadth": #""o"."size.width""#]
    #expect(try values(pair) == [expected, expected])
  }

  // MARK: User code

  private func computed(
    _ make: @escaping @Sendable ([String: AttributeValue]) throws -> AttributeValue
  ) throws -> MigrationPair {
    try MigrationPair("", [.set("Word.rank", from: ["text"], make)]) {
      Attribute("text", String?.self)
    } to: {
      Attribute("text", String?.self)
      Attribute("rank", Int.self)
    }
  }

  @Test func `user code receives the old values, and its results are checked`() throws {
    let pair = try computed { old in old["text"] == nil ? 0 : old["text"] == "one" ? 1 : "many" }
    let mapping = try pair.mapping(dialect)
    #expect(
      try values(mapping)["rank"] == #"armature_new_value(0, "o"."text", "o"."_id")"#)
    #expect(mapping.functions.result(0, [.text("one"), .integer(4)]) == .integer(1))
    #expect(mapping.functions.result(0, [.null, .integer(4)]) == .integer(0))
    #expect(throws: Never.self) { try mapping.functions.throwFailure() }
    #expect(mapping.functions.result(0, [.text("two"), .integer(4)]) == .null)
    let error = #expect(throws: PersistentStoreError.self) {
      try mapping.functions.throwFailure()
    }
    guard case .invalidValue(place: "Word.rank", _, value: "many")? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    // After a failure, no function runs.
    #expect(mapping.functions.result(0, [.text("one"), .integer(4)]) == .null)
  }

  @Test func `user code does not receive unreadable values`() throws {
    let mapping = try computed { _ in 1 }.mapping(dialect)
    _ = try values(mapping)
    #expect(mapping.functions.result(0, [.integer(9), .integer(4)]) == .null)
    let error = #expect(throws: PersistentStoreError.self) {
      try mapping.functions.throwFailure()
    }
    guard case .unreadableValue(place: "Word.text", key: 4, _)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
  }

  // MARK: Links

  private static func model(
    _ relationship: Relationship, _ inverse: Relationship?
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Teams") {
      Entity("Person") { relationship }
      Entity("Team") { if let inverse { inverse } }
    }
  }

  private static func team(_ arity: Relationship.Arity, inverse: String? = "people") -> Relationship
  {
    Relationship("team", to: "Team", arity, inverse: inverse)
  }

  private static func people(_ arity: Relationship.Arity) -> Relationship {
    Relationship("people", to: "Person", arity, inverse: "team")
  }

  private func link(_ pair: MigrationPair) throws -> [String: String] {
    try values(pair.mapping(dialect), "Person")
  }

  @Test func `a link keeps its column, and its position in an ordered list`() throws {
    let pair = MigrationPair(
      from: try Self.model(Self.team(.toOne), Self.people(.ordered)),
      to: try Self.model(
        Relationship("group", to: "Team", inverse: "people").renamed(from: "team"),
        Relationship("people", to: "Person", .ordered, inverse: "group")))
    #expect(
      try link(pair) == ["group": #""o"."team""#, "group_order": #""o"."team_order""#])
  }

  @Test func `a link that gets an inverse loses missing objects`() throws {
    let pair = MigrationPair(
      from: try Self.model(Self.team(.toOne, inverse: nil), nil),
      to: try Self.model(Self.team(.toOne), Self.people(.toMany)))
    #expect(
      try link(pair) == [
        "team":
          #"CASE WHEN EXISTS (SELECT 1 FROM "Team" AS "_there" WHERE "_there"."_id" = "o"."team") THEN "o"."team" END"#
      ])
  }

  @Test func `a link is read from the pairs of a set, with its position`() throws {
    let pair = MigrationPair(
      from: try Self.model(Self.team(.toMany), Self.people(.ordered)),
      to: try Self.model(Self.team(.toOne), Self.people(.ordered)))
    #expect(
      try link(pair) == [
        "team":
          #"(SELECT "l"."team" FROM "Person_team" AS "l" WHERE "l"."Person" = "o"."_id" LIMIT 1)"#,
        "team_order":
          #"(SELECT "l"."Person_order" FROM "Person_team" AS "l" WHERE "l"."Person" = "o"."_id" LIMIT 1)"#,
      ])
  }

  @Test func `a link is read from its inverse, if only the inverse existed`() throws {
    let pair = MigrationPair(
      from: try ManagedObjectModel("Teams") {
        Entity("Person") {}
        Entity("Team") { Relationship("people", to: "Person", .toMany) }
      }, to: try Self.model(Self.team(.toOne), Self.people(.toMany)))
    let mapping = try pair.mapping(dialect)
    #expect(
      try link(pair) == [
        "team":
          #"(SELECT "l"."Team" FROM "Team_people" AS "l" WHERE EXISTS (SELECT 1 FROM "Person" AS "_there" WHERE "_there"."_id" = "l"."people") AND "l"."people" = "o"."_id" LIMIT 1)"#
      ])
    let person = try #require(pair.new["Person"])
    let former = try #require(pair.old["Person"])
    let relationship = try #require(person.property(named: "team")?.asRelationship)
    #expect(mapping.ownSource(of: relationship, in: person, former) == nil)
    #expect(
      mapping.sources(of: relationship, in: person, former)
        == mapping.inverseSources(of: relationship))
  }

  // MARK: Kept tables

  @Test func `a table keeps its rows if each column is an old one or empty`() throws {
    func alterations(
      @PropertyBuilder to new: () -> EntityBody
    ) throws -> [Int?]? {
      let mapping = try MigrationPair {
        Attribute("a", String?.self)
        Attribute("b", Int?.self)
      } to: {
        new()
      }.mapping(dialect)
      return mapping.alterations(of: mapping.new.tables[0], mapping.dialect)
    }
    #expect(
      try alterations {
        Attribute("n", Int?.self)
        Attribute("b", Int?.self)
        Attribute("c", String?.self).renamed(from: "a")
      } == [nil, 1, 0])
    // A removed column, another type, a required column, and a value that is not empty.
    #expect(try alterations { Attribute("a", String?.self) } == nil)
    #expect(
      try alterations {
        Attribute("a", String?.self)
        Attribute("b", String?.self)
      } == nil)
    #expect(
      try alterations {
        Attribute("a", String.self)
        Attribute("b", Int?.self)
      } == nil)
    #expect(
      try alterations {
        Attribute("a", String?.self)
        Attribute("b", Int?.self)
        Attribute("c", Int?.self).default(3)
      } == nil)
  }

  @Test func `a table that gets a second entity does not keep its rows`() throws {
    func model(_ hasCats: Bool, _ hasDogs: Bool = false) throws -> ManagedObjectModel {
      try ManagedObjectModel("Zoo") {
        Entity("Animal") { Attribute("name", String?.self) }
        if hasCats { Entity("Cat", parent: "Animal") {} }
        if hasDogs { Entity("Dog", parent: "Animal") {} }
      }
    }
    func alterations(_ pair: MigrationPair) throws -> [Int?]? {
      let mapping = try pair.mapping(dialect)
      return mapping.alterations(of: mapping.new.tables[0], dialect)
    }
    // The rows need the names of their entities from now on.
    #expect(try alterations(MigrationPair(from: model(false), to: model(true))) == nil)
    #expect(try alterations(MigrationPair(from: model(true), to: model(true, true))) == [0])
    // A removed entity has no rows, unless they are dropped.
    let (two, one) = (try model(true, true), try model(true))
    #expect(try alterations(MigrationPair(from: two, to: one)) == [0])
    #expect(try alterations(MigrationPair(from: two, to: one, [.drop("Dog")])) == nil)
  }

  // MARK: Derived values and dropped objects

  @Test func `derived values of derived values are computed as often as there are statements`()
    throws
  {
    let pair = try MigrationPair {
      Attribute("text", String.self)
    } to: {
      Attribute("text", String.self)
      Attribute("first", String?.self).derived(from: .keyPath(["text"]))
      Attribute("second", String?.self).derived(from: .keyPath(["first"]))
    }
    let mapping = try pair.mapping(dialect)
    let first =
      #"UPDATE "Word" SET "first" = (SELECT "t0"."text" FROM "Word" AS "t0" WHERE "t0"."_id" = "Word"."_id")"#
    let second =
      #"UPDATE "Word" SET "second" = (SELECT "t0"."first" FROM "Word" AS "t0" WHERE "t0"."_id" = "Word"."_id")"#
    #expect(mapping.derivations().map(\.text) == [first, second, first, second])
    #expect(mapping.underivable == nil && mapping.kept.isEmpty)
    #expect(try values(mapping) == ["text": #""o"."text""#])
  }

  @Test func `a derived value without exact SQL is named`() throws {
    let pair = try MigrationPair {
      Attribute("words", [String]?.self)
    } to: {
      Attribute("words", [String]?.self)
      Attribute("count", Int?.self).derived(from: .aggregate(.count, of: .keyPath(["words"])))
    }
    let mapping = try pair.mapping(dialect)
    #expect(mapping.underivable == "Word.count" && mapping.derivations().isEmpty)
  }

  @Test func `links to dropped objects are cleared in rows and pairs`() throws {
    func model(_ hasCats: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel("Zoo") {
        Entity("Animal") { Relationship("friends", to: "Animal", .toMany, inverse: "friends") }
        if hasCats { Entity("Cat", parent: "Animal") {} }
        Entity("Keeper") { Relationship("pet", to: "Animal") }
      }
    }
    let old = try model(true)
    let kept = MigrationPair(from: old, to: old)
    #expect(try kept.mapping(dialect).clearings().isEmpty)
    let pair = MigrationPair(from: old, to: try model(false), [.drop("Cat")])
    #expect(
      try pair.mapping(dialect).clearings().map(\.text) == [
        #"UPDATE "Keeper" SET "pet" = NULL WHERE "pet" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Animal" AS "_there" WHERE "_there"."_id" = "Keeper"."pet")"#,
        #"DELETE FROM "Animal_friends" WHERE NOT EXISTS (SELECT 1 FROM "Animal" AS "_there" WHERE "_there"."_id" = "Animal_friends"."Animal") OR NOT EXISTS (SELECT 1 FROM "Animal" AS "_there" WHERE "_there"."_id" = "Animal_friends"."friends")"#,
      ])
  }
}
