import Armature
import ArmatureModel
import Testing

@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The search for rows that a migration would lose.
@Suite(.needsDatabase) struct SQLObstacleSearchTests {
  /// Returns the obstacles to each step: the place of the step, the entity and the key of the row, and its value.
  private func obstacles(
    _ pair: MigrationPair, keepsInvalid: Bool = false, _ rows: String...
  ) throws -> [String] {
    let file = try MigrationFile(pair.oldSchema)
    for text in rows { try file.run(text) }
    let search = try pair.search(file.dialect, keepsInvalid: keepsInvalid)
    file.connection.migrationFunctions = search.functions
    var found: [String] = []
    for step in pair.names.plan.steps {
      for obstacle in search.obstacles(of: step) {
        found += try self.rows(obstacle, file).map { "\(step.place): \($0)" }
      }
    }
    try search.functions.throwFailure()
    return found
  }

  private func rows(_ obstacle: SQLObstacle, _ file: MigrationFile) throws -> [String] {
    var rows: [String] = []
    try file.connection.forEachRow(of: obstacle.first(10)) { row in
      let (key, value) = obstacle.row(row)
      rows.append("\(obstacle.entity)#\(key)" + (value.isNull ? "" : " \(value)"))
    }
    #expect(try file.connection.integer(obstacle.count) == Int64(rows.count))
    return rows
  }

  /// Three words: one with all values, one without a rank, and one without a text.
  private static let words = """
    INSERT INTO "Word" ("_id", "_version", "text", "rank") VALUES
    (1, 1, '12', 5), (2, 1, 'two', NULL), (3, 1, NULL, 7)
    """

  private func words(
    keepsInvalid: Bool = false, _ steps: [StoreMigration.Step] = [],
    @PropertyBuilder to new: () -> EntityBody
  ) throws -> [String] {
    let pair = try MigrationPair("", steps) {
      Attribute("text", String?.self)
      Attribute("rank", Int?.self)
    } to: {
      new()
    }
    return try obstacles(pair, keepsInvalid: keepsInvalid, Self.words)
  }

  // MARK: Attributes

  @Test func `rows with a value of a removed attribute are obstacles`() throws {
    #expect(
      try words { Attribute("text", String?.self) } == [
        "Word.rank: Word#1 5", "Word.rank: Word#3 7",
      ])
    #expect(try words([.drop("Word.rank")]) { Attribute("text", String?.self) } == [])
  }

  @Test func `rows of a sub-entity that keeps the attribute are not obstacles`() throws {
    func model(isShared: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel("Zoo") {
        Entity("Animal") { if isShared { Attribute("legs", Int?.self) } }
        Entity("Cat", parent: "Animal") { if !isShared { Attribute("legs", Int?.self) } }
      }
    }
    let pair = MigrationPair(from: try model(isShared: true), to: try model(isShared: false))
    #expect(
      try obstacles(
        pair,
        """
        INSERT INTO "Animal" ("_id", "_entity", "_version", "legs") VALUES
        (1, 'Animal', 1, 2), (2, 'Cat', 1, 4), (3, 'Animal', 1, NULL)
        """) == ["Animal.legs: Animal#1 2"])
  }

  @Test func `rows without a newly required value are obstacles`() throws {
    #expect(
      try words {
        Attribute("text", String.self)
        Attribute("rank", Int.self)
      } == ["Word.text: Word#3", "Word.rank: Word#2"])
    #expect(
      try words {
        Attribute("text", String.self).default("none")
        Attribute("rank", Int.self).default(0)
      } == [])
  }

  @Test func `all rows lack a new required value`() throws {
    func new(_ steps: [StoreMigration.Step] = []) throws -> [String] {
      try words(steps) {
        Attribute("text", String?.self)
        Attribute("rank", Int?.self)
        Attribute("level", Int.self)
      }
    }
    #expect(try new() == (1...3).map { "Word.level: Word#\($0)" })
    #expect(try new([.set("Word.level") { _ in 3 }]) == [])
  }

  @Test func `rows with a value that the new type cannot represent are obstacles`() throws {
    #expect(
      try words {
        Attribute("text", Int?.self)
        Attribute("rank", Double?.self)
      } == [#"Word.text: Word#2 "two""#])
    #expect(
      try words {
        Attribute("text", String?.self)
        Attribute("rank", Bool?.self)
      } == ["Word.rank: Word#1 5", "Word.rank: Word#3 7"])
  }

  @Test func `rows with a value of a removed element are obstacles`() throws {
    let pair = try MigrationPair {
      Composite("size") {
        Attribute("width", Double?.self)
        Attribute("height", Double?.self)
      }.optional()
    } to: {
      Composite("size") { Attribute("width", Double?.self) }.optional()
    }
    #expect(
      try obstacles(
        pair,
        """
        INSERT INTO "Word" ("_id", "_version", "size", "size.height") VALUES
        (1, 1, NULL, NULL), (2, 1, 1, NULL), (3, 1, 1, 2.5)
        """) == ["Word.size.height: Word#3 2.5"])
  }

  @Test func `rows need a derived value that SQL cannot compute`() throws {
    func derived(_ expression: FetchExpression) throws -> [String] {
      let pair = try MigrationPair {
        Attribute("words", [String]?.self)
      } to: {
        Attribute("words", [String]?.self)
        Attribute("count", Int?.self).derived(from: expression)
      }
      return try obstacles(pair, #"INSERT INTO "Word" ("_id", "_version") VALUES (1, 1), (2, 1)"#)
    }
    #expect(try derived(.constant(3)) == [])
    #expect(
      try derived(.aggregate(.count, of: .keyPath(["words"]))) == [
        "Word.count: Word#1", "Word.count: Word#2",
      ])
  }

  // MARK: Relationships

  /// Returns a model of teams and people.
  private static func model(
    _ team: Relationship? = nil, _ people: Relationship? = nil, hasTeams: Bool = true,
    hasClubs: Bool = true
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Teams") {
      Entity("Person") { if let team { team } }
      if hasTeams { Entity("Team") { if let people { people } } }
      if hasClubs { Entity("Club", parent: "Team") {} }
    }
  }

  private static func team(_ arity: Relationship.Arity, inverse: String? = "people") -> Relationship
  {
    Relationship("team", to: "Team", arity, inverse: inverse)
  }

  private static func people(_ arity: Relationship.Arity) -> Relationship {
    Relationship("people", to: "Person", arity, inverse: "team")
  }

  private static let pairs = [
    #"INSERT INTO "Person" ("_id", "_version") VALUES (1, 1), (2, 1), (3, 1)"#,
    #"INSERT INTO "Team" ("_id", "_entity", "_version") VALUES (11, 'Team', 1), (12, 'Club', 1)"#,
    #"INSERT INTO "Person_team" ("Person", "team") VALUES (1, 11), (1, 12), (2, 12)"#,
  ]

  private func links(
    from old: ManagedObjectModel? = nil, to new: ManagedObjectModel,
    _ steps: [StoreMigration.Step] = [], keepsInvalid: Bool = false
  ) throws -> [String] {
    let old = try old ?? Self.model(Self.team(.toMany), Self.people(.toMany))
    return try obstacles(
      MigrationPair(from: old, to: new, steps), keepsInvalid: keepsInvalid, Self.pairs[0],
      Self.pairs[1], Self.pairs[2])
  }

  @Test func `rows with several objects cannot get a link to one`() throws {
    #expect(
      try links(to: Self.model(Self.team(.toOne), Self.people(.toMany))) == [
        "Person.team: Person#1 2"
      ])
  }

  @Test func `rows with links of a removed relationship are obstacles`() throws {
    #expect(
      try links(to: Self.model()) == [
        "Person.team: Person#1 2", "Person.team: Person#2 1", "Team.people: Team#11 1",
        "Team.people: Club#12 2",
      ])
    #expect(try links(to: Self.model(), [.drop("Person.team"), .drop("Team.people")]) == [])
  }

  @Test func `rows with too few or too many objects are obstacles, unless they may stay`() throws {
    let new = try Self.model(Self.team(.toMany).count(1...1).required(), Self.people(.toMany))
    #expect(
      try links(to: new) == [
        "Person.team: Person#3", "Person.team: Person#1 2", "Person.team: Person#3 0",
      ])
    #expect(try links(to: new, keepsInvalid: true) == [])
  }

  @Test func `all rows lack a new required link`() throws {
    #expect(
      try links(
        to: ManagedObjectModel("Teams") {
          Entity("Person") {
            Self.team(.toMany)
            Relationship("captain", to: "Person").required()
          }
          Entity("Team") { Self.people(.toMany) }
          Entity("Club", parent: "Team") {}
        }) == (1...3).map { "Person.captain: Person#\($0)" })
  }

  @Test func `rows that lead outside a new destination are obstacles`() throws {
    let new = try ManagedObjectModel("Teams") {
      Entity("Person") { Relationship("team", to: "Club", .toMany) }
      Entity("Team") {}
      Entity("Club", parent: "Team") {}
    }
    let found = try links(from: Self.model(Self.team(.toMany, inverse: nil)), to: new)
    #expect(found == ["Person.team: Person#1 11"])
  }

  @Test func `links that would contradict the other side are obstacles, once each`() throws {
    // The links of the people and of the teams were independent.
    let old = try ManagedObjectModel("Teams") {
      Entity("Person") { Self.team(.toMany, inverse: nil) }
      Entity("Team") { Relationship("people", to: "Person", .toMany) }
      Entity("Club", parent: "Team") {}
    }
    let pair = MigrationPair(
      from: old, to: try Self.model(Self.team(.toMany), Self.people(.toMany)))
    #expect(
      try obstacles(
        pair, Self.pairs[0],
        #"INSERT INTO "Team" ("_id", "_entity", "_version") VALUES (11, 'Team', 1), (12, 'Club', 1)"#,
        Self.pairs[2],
        #"INSERT INTO "Team_people" ("Team", "people") VALUES (11, 1), (12, 2), (12, 3)"#) == [
          "Person.team: Person#1 12", "Person.team: Person#3 12", "Team.people: Club#12 3",
          "Team.people: Club#12 1",
        ])
  }

  // MARK: Entities

  @Test func `rows of a removed or abstract entity are obstacles`() throws {
    let old = try Self.model(Self.team(.toMany), Self.people(.toMany))
    let removed = try Self.model(Self.team(.toMany), Self.people(.toMany), hasClubs: false)
    #expect(try links(from: old, to: removed) == ["Club: Club#12"])
    // Objects of the entity may be dropped, and the links to them end.
    #expect(try links(from: old, to: removed, [.drop("Club")]) == [])
    let abstract = try ManagedObjectModel("Teams") {
      Entity("Person") { Self.team(.toMany) }
      Entity("Team", isAbstract: true) { Self.people(.toMany) }
      Entity("Club", parent: "Team") {}
    }
    #expect(try links(from: old, to: abstract) == ["Team: Team#11"])
  }

  @Test func `rows that need dropped objects are obstacles, with the first of these`() throws {
    func model(_ hasClubs: Bool) throws -> ManagedObjectModel {
      try Self.model(
        Self.team(.toMany).required(), Self.people(.toMany), hasClubs: hasClubs)
    }
    let (old, new) = (try model(true), try model(false))
    #expect(try links(from: old, to: new, [.drop("Club")]) == ["Club: Person#2 12"])
    #expect(try links(from: old, to: new, [.drop("Club")], keepsInvalid: true) == [])
  }

  @Test func `the rows of a step are counted`() throws {
    let pair = MigrationPair(
      from: try Self.model(), to: try Self.model(hasTeams: false, hasClubs: false))
    let file = try MigrationFile(pair.oldSchema)
    for text in Self.pairs.prefix(2) { try file.run(text) }
    let search = try pair.search(file.dialect)
    let counts = try pair.names.plan.steps.map { step in
      "\(step.place) \(try search.counts(of: step).map { try file.connection.integer($0) ?? 0 })"
    }
    #expect(Set(counts) == ["Team [1]", "Club [1]"])
  }

  // MARK: Unique values

  private func unique(
    @PropertyBuilder to new: () -> EntityBody
  ) throws -> (search: SQLObstacleSearch, rows: [String]) {
    let pair = try MigrationPair {
      Attribute("text", String?.self)
      Attribute("rank", Int?.self)
    } to: {
      new()
    }
    let file = try MigrationFile(
      pair.oldSchema,
      """
      INSERT INTO "Word" ("_id", "_version", "text", "rank") VALUES
      (1, 1, '1', 5), (2, 1, '1.0', 5), (3, 1, '2', 5), (4, 1, '2', 5), (5, 1, NULL, 5), (6, 1, NULL, 5)
      """)
    let search = try pair.search(file.dialect)
    let duplicates = search.duplicates(pair.names.plan)
    file.connection.migrationFunctions = search.functions
    return (search, try duplicates.flatMap { try rows($0.rows, file) })
  }

  @Test func `rows with duplicate values in the new model are found in the old tables`() throws {
    let plain = try unique {
      Attribute("text", String?.self).unique()
      Attribute("rank", Int?.self)
    }
    #expect(plain.rows == [#"Word#3 "2""#, #"Word#4 "2""#] && plain.search.unforeseeable == nil)
    let pair = try unique {
      Attribute("text", String?.self)
      Attribute("rank", Int?.self)
      Unique("rank", "text")
    }
    #expect(pair.rows == [#"Word#3 [5, "2"]"#, #"Word#4 [5, "2"]"#])
    // The converted values are compared.
    let converted = try unique {
      Attribute("text", Double?.self).unique()
      Attribute("rank", Int?.self)
    }
    #expect(converted.rows == ["Word#1 1", "Word#2 1", "Word#3 2", "Word#4 2"])
  }

  @Test func `duplicates of derived values are not foreseeable`() throws {
    let derived = try unique {
      Attribute("text", String?.self)
      Attribute("rank", Int?.self)
      Attribute("copy", String?.self).derived(from: .keyPath(["text"])).unique()
    }
    #expect(derived.rows == [] && derived.search.unforeseeable?.name == "Word_unique_copy")
  }

  // MARK: User code

  @Test func `user code runs for all rows, and its errors end the search`() throws {
    let pair = try MigrationPair(
      "",
      [
        .set("Word.level", from: ["text"]) { old in
          if old["text"] == "bad" { throw PersistentStoreError.notOpen }
          return 1
        }
      ]
    ) {
      Attribute("text", String?.self)
    } to: {
      Attribute("text", String?.self)
      Attribute("level", Int.self)
    }
    let file = try MigrationFile(
      pair.oldSchema, #"INSERT INTO "Word" ("_id", "_version", "text") VALUES (1, 1, 'good')"#)
    let search = try pair.search(file.dialect)
    file.connection.migrationFunctions = search.functions
    let statements = search.customValues()
    #expect(
      statements.map(\.text) == [
        #"SELECT COUNT(armature_new_value(0, "o"."text", "o"."_id")) FROM "Word" AS "o""#
      ])
    #expect(try statements.map { try file.connection.integer($0) } == [1])
    try search.functions.throwFailure()
    try file.run(#"UPDATE "Word" SET "text" = 'bad'"#)
    for statement in statements { try file.connection.run(statement) }
    #expect(throws: PersistentStoreError.self) { try search.functions.throwFailure() }
  }
}
