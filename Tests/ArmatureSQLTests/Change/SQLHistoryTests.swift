import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL

/// The history of a database.
@Suite(.needsDatabase) struct SQLHistoryTests {
  private let database: TrialDatabase

  init() throws {
    database = try TrialDatabase(Shelf.model())
    for statement in SQLHistory.creation(TrialDialect()) { try database.connection.run(statement) }
    try database.connection.run(SQLHistory.identification(of: "0"))
  }

  private var history: SQLHistory { SQLHistory(database.connection, database.sql) }

  /// Records a save.
  private func write(
    _ number: Int64, _ changes: StoreChange..., author: String? = nil, contextName: String? = nil
  ) throws {
    let changes = StoreChanges(StoreTransaction(changes))
    (changes.author, changes.contextName) = (author, contextName)
    try history.write(changes, number: "\(value: .integer(number))")
  }

  /// Records five saves, each of one insertion.
  private func writeFive() throws {
    for number in 1...5 as ClosedRange<Int64> {
      try write(number, database.change(.insert, "Book", number, ["title": "T"]))
    }
  }

  private func changes(_ transaction: PersistentHistoryTransaction) -> [String] {
    transaction.changes.map { change in
      "\(change.kind) \(change.objectID.entityName) \(change.objectID.key) "
        + "\(change.updatedProperties.sorted())"
    }
  }

  private func numbers(
    after token: PersistentHistoryToken? = nil, from start: Int64 = 0, to end: Int64 = 5
  ) throws -> [Int64] {
    try history.transactions(after: token, from: start, to: end).map(\.token.number)
  }

  // MARK: Saves

  @Test func `a save is read back with its author, context, date and changes`() throws {
    let start = Date()
    try write(
      1, database.change(.insert, "Book", 1, ["title": "A"]),
      database.change(
        .update, "Author", 2, ["name": "B", "born": 1],
        links: [database.links("friends", of: "Author", to: "Author", adding: [3])]),
      database.change(.delete, "Book", 4), author: "importer", contextName: "main")
    let saves = try history.transactions(after: nil, from: 0, to: 1)
    #expect(
      saves.map(\.token.number) == [1] && saves.map(\.token.storeID) == [database.sql.storeID])
    #expect(saves.map(\.author) == ["importer"] && saves.map(\.contextName) == ["main"])
    let date = try #require(saves.first).date
    #expect(start...Date() ~= date)
    #expect(
      changes(saves[0]) == [
        "insert Book 1 []", #"update Author 2 ["born", "friends", "name"]"#, "delete Book 4 []",
      ])
  }

  @Test func `equal changes share a row, in the order of their first objects`() throws {
    try write(
      1, database.change(.update, "Book", 3, ["title": "A"]),
      database.change(.update, "Author", 4, ["name": "A"]),
      database.change(.update, "Book", 2, ["title": "B"]),
      database.change(.update, "Book", 7, ["title": "C", "pages": 1]),
      database.change(.update, "Book", 1, ["title": "D"]))
    #expect(
      try database.rows(
        """
        SELECT "position", "change", "entity", "properties", "keys" FROM "_armature_changes" \
        WHERE "save" = 1 AND "position" >= 0
        """, 5) == [
          #"0|updated|Book|["title"]|[3,2,1]"#, #"1|updated|Author|["name"]|[4]"#,
          #"2|updated|Book|["pages","title"]|[7]"#,
        ])
  }

  @Test func `the parts of a save follow one another`() throws {
    let history = history
    for key in 1...2 as ClosedRange<Int64> {
      let part = StoreChanges(StoreTransaction([database.change(.insert, "Book", key)]))
      try history.write(part, number: "1")
    }
    try history.write(.update, of: "Author", ["name", "born"], keys: "[5, 6]", number: "1")
    try history.write(.delete, of: "Author", [], keys: "[7]", number: "1")
    let saves = try history.transactions(after: nil, from: 0, to: 1)
    #expect(
      saves.map(changes) == [
        [
          "insert Book 1 []", "insert Book 2 []", #"update Author 5 ["born", "name"]"#,
          #"update Author 6 ["born", "name"]"#, "delete Author 7 []",
        ]
      ])
  }

  @Test func `a recorded save gets another number with its changes and its identifier`() throws {
    try write(99, database.change(.insert, "Book", 1))
    let id = try history.token(of: 99).saveID
    try history.renumber(99, as: "1")
    #expect(try history.token(of: 1).saveID == id && id != nil)
    #expect(try history.transactions(after: nil, from: 0, to: 1)[0].changes.count == 1)
  }

  @Test func `only the saves after a token are read`() throws {
    try writeFive()
    #expect(try numbers() == [1, 2, 3, 4, 5])
    #expect(try numbers(after: history.token(of: 3)) == [4, 5])
    #expect(try numbers(after: history.token(of: 5)) == [])
  }

  // MARK: Tokens

  @Test func `tokens outside the history, or of another sequence of saves, are unknown`() throws {
    try writeFive()
    let storeID = database.sql.storeID
    let unknown = [
      (PersistentHistoryToken(storeID: storeID, number: 1), "begins after the save 2"),
      (PersistentHistoryToken(storeID: storeID, number: 6), "the last save is 5"),
      (PersistentHistoryToken(storeID: storeID, number: 3, saveID: UUID()), "another save"),
    ]
    for (token, reason) in unknown {
      let error = #expect(throws: PersistentStoreError.self) {
        try numbers(after: token, from: 2)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
    }
    // A token without an identifier cannot be compared.
    let plain = PersistentHistoryToken(storeID: storeID, number: 3)
    #expect(try numbers(after: plain, from: 2) == [4, 5])
  }

  @Test func `a database without a history has neither saves nor a start`() throws {
    for body in [
      { _ = try history.transactions(after: nil, from: nil, to: 0) },
      { _ = try history.remove(.before(Date()), from: nil, to: 0) },
    ] {
      let error = #expect(throws: PersistentStoreError.self) { try body() }
      guard case .noHistory? = error else {
        Issue.record("The error is \(String(describing: error)).")
        continue
      }
    }
  }

  // MARK: Damage

  @Test(arguments: [
    (#"DELETE FROM "_armature_saves" WHERE "number" = 3"#, 3, "is missing"),
    (#"DELETE FROM "_armature_saves" WHERE "number" = 1"#, 1, "is missing"),
    (#"DELETE FROM "_armature_saves" WHERE "number" = 5"#, 5, "is missing"),
    (#"UPDATE "_armature_saves" SET "date" = 'x' WHERE "number" = 2"#, 2, "has no date"),
    (
      #"UPDATE "_armature_changes" SET "change" = 'moved' WHERE "save" = 4 AND "position" = 0"#, 4,
      #"has the change "moved""#
    ),
    (
      #"UPDATE "_armature_changes" SET "entity" = 'Cat' WHERE "save" = 4 AND "position" = 0"#, 4,
      #"has the entity "Cat", which the model does not have"#
    ),
    (
      #"UPDATE "_armature_changes" SET "change" = 'updated', "properties" = '["size"]' WHERE "save" = 4 AND "position" = 0"#,
      4, "names properties that Book does not have"
    ),
    (
      #"UPDATE "_armature_changes" SET "change" = 'updated', "properties" = NULL WHERE "save" = 4 AND "position" = 0"#,
      4, "names properties that Book does not have"
    ),
    (
      #"UPDATE "_armature_changes" SET "keys" = '[1,x]' WHERE "save" = 4 AND "position" = 0"#, 4,
      "has no list of keys"
    ),
    (
      #"UPDATE "_armature_changes" SET "keys" = '4' WHERE "save" = 4 AND "position" = 0"#, 4,
      "has no list of keys"
    ),
  ])
  func `a damaged row is named with its save`(
    _ damage: String, _ save: Int64, _ reason: String
  ) throws {
    try writeFive()
    try database.run(damage)
    let error = #expect(throws: PersistentStoreError.self) { try numbers() }
    guard case .damagedHistory(let found, let text)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(found == save && text.hasSuffix(reason), "\(text)")
  }

  @Test func `the last save is missed even without its changes`() throws {
    try writeFive()
    try database.run(
      #"DELETE FROM "_armature_saves" WHERE "number" = 5"#,
      #"DELETE FROM "_armature_changes" WHERE "save" = 5"#)
    let error = #expect(throws: PersistentStoreError.self) { try numbers() }
    guard case .damagedHistory(5, _)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
  }

  @Test func `changes of a save that was never made are damage`() throws {
    try writeFive()
    try database.run(
      #"INSERT INTO "_armature_changes" VALUES (8, 0, 'deleted', 'Book', NULL, '[1]')"#)
    let error = #expect(throws: PersistentStoreError.self) { try numbers() }
    guard case .damagedHistory(8, _)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
  }

  // MARK: Purging

  @Test func `purging keeps the identifier of the last removed save`() throws {
    try writeFive()
    let tokens = try (1...5).map { try history.token(of: $0) }
    #expect(try history.remove(.upTo(tokens[2]), from: 0, to: 5) == 3)
    #expect(try numbers(from: 3) == [4, 5])
    #expect(try numbers(after: tokens[2], from: 3) == [4, 5])
    #expect(try history.token(of: 3) == tokens[2])
    #expect(try history.token(of: 2).saveID == nil)
    let other = PersistentHistoryToken(storeID: database.sql.storeID, number: 3, saveID: UUID())
    #expect(throws: PersistentStoreError.self) { try numbers(after: other, from: 3) }
    #expect(throws: PersistentStoreError.self) { try numbers(after: tokens[1], from: 3) }
  }

  @Test func `purging removes the saves before a date up to the first later save`() throws {
    try writeFive()
    for (number, day) in [(1, 10.0), (2, 20), (3, 40), (4, 30), (5, 50)] {
      try database.run(
        #"UPDATE "_armature_saves" SET "date" = \#(day) WHERE "number" = \#(number)"#)
    }
    func date(_ day: Double) -> Date { Date(timeIntervalSinceReferenceDate: day) }
    #expect(try history.remove(.before(date(10)), from: 0, to: 5) == nil)
    // The fourth save is older than the third save, and stays with it.
    #expect(try history.remove(.before(date(35)), from: 0, to: 5) == 2)
    #expect(try numbers(from: 2) == [3, 4, 5])
    #expect(try history.remove(.before(date(99)), from: 2, to: 5) == 5)
    #expect(try numbers(from: 5) == [])
  }

  @Test func `an earlier range removes nothing`() throws {
    try writeFive()
    let token = PersistentHistoryToken(storeID: database.sql.storeID, number: 2)
    #expect(try history.remove(.upTo(token), from: 2, to: 5) == nil)
    #expect(try history.remove(.upTo(token), from: 3, to: 5) == nil)
    #expect(try numbers() == [1, 2, 3, 4, 5])
  }

  @Test func `a migration forgets all saves, and identifies its own`() throws {
    try writeFive()
    let id = try history.token(of: 5).saveID
    try SQLHistory.forget(upTo: 5, database.connection)
    #expect(try numbers(from: 5) == [])
    let token = try history.token(of: 5)
    #expect(token.saveID != nil && token.saveID != id)
    #expect(try numbers(after: token, from: 5) == [])
  }

  // MARK: Tables

  @Test(arguments: Pins.dialects.keys.sorted())
  func `the tables of the history have their pinned SQL`(_ name: String) throws {
    let dialect = try #require(Pins.dialects[name])
    try Pins.expect(
      SQLHistory.creation(dialect).map { $0.pinnedLines.joined(separator: "\n") },
      in: "history.\(name).sql")
  }
}
