import Armature
import ArmatureModel
import Testing

@testable import ArmatureSQL

/// The writer of one save.
@Suite(.needsDatabase) struct SQLSaveTests {
  private let database: TrialDatabase

  init() throws {
    database = try TrialDatabase(Shelf.model())
    try database.run(
      """
      INSERT INTO "Author" ("_id", "_version", "name", "born") VALUES
      (1, 1, 'Anne', 1820), (2, 1, 'Emily', 1818), (3, 1, 'Charlotte', 1816), (4, 1, 'Mary', NULL)
      """,
      """
      INSERT INTO "Book" ("_id", "_version", "title", "author", "author_order") VALUES
      (11, 1, 'Agnes Grey', 1, 0), (12, 1, 'Poems', 1, 16777216), (13, 1, 'Letters', 1, 33554432)
      """,
      #"INSERT INTO "Author_friends" VALUES (1, 2), (2, 1), (1, 4), (4, 1)"#,
      #"INSERT INTO "Club" ("_id", "_version", "name") VALUES (21, 1, 'Diogenes')"#)
  }

  // MARK: Order

  @Test func `members are removed, then rows deleted, updated and inserted, then members added`()
    throws
  {
    let recording = RecordingConnection(database.connection)
    let versions = try database.save(
      database.change(.insert, "Author", 5, ["name": "Emily"]),
      database.change(
        .update, "Author", 1, version: 1, ["born": 1821],
        links: [
          database.links("friends", of: "Author", to: "Author", adding: [5], removing: [2, 4])
        ]),
      database.change(.delete, "Author", 2, version: 1), version: 2, on: recording)
    #expect(versions == [2, 2, 0])
    #expect(
      recording.heads == [
        "DELETE FROM Author_friends", "DELETE FROM Author", "UPDATE Author", "INSERT INTO Author",
        "INSERT INTO Author_friends", "UPDATE Book",
      ])
    #expect(recording.usedCount == 0)
    #expect(
      try database.rows(#"SELECT * FROM "Author_friends" ORDER BY 1, 2"#, 2) == ["1|5", "5|1"])
    // The name of the deleted row was free for the new row.
    #expect(
      try database.rows(#"SELECT "_id", "_version", "name", "born" FROM "Author""#, 4) == [
        "1|2|Anne|1821", "3|1|Charlotte|1816", "4|1|Mary|-", "5|2|Emily|-",
      ])
  }

  // MARK: Conflicts

  @Test func `each change of another state of its row is a conflict, named by its position`() throws
  {
    let conflicts = #expect(throws: SQLConflicts.self) {
      try database.save(
        database.change(.insert, "Author", 4, ["name": "Jane"]),
        database.change(.insert, "Author", 6, ["name": "George"]),
        database.change(.update, "Author", 1, version: 7, ["born": 1900]),
        database.change(.update, "Author", 2, version: 1, ["born": 1900]),
        database.change(.update, "Author", 9, version: 1, ["born": 1900]),
        database.change(
          .update, "Author", 8, version: 1,
          links: [database.links("friends", of: "Author", to: "Author", removing: [1])]),
        database.change(.delete, "Author", 3, version: 2),
        database.change(.delete, "Author", 7, version: 1), version: 2)
    }
    // A row that is already missing may be deleted.
    #expect(conflicts?.positions == [0, 2, 4, 5, 6])
    #expect(try database.rows(#"SELECT COUNT(*), MAX("_version") FROM "Author""#, 2) == ["4|1"])
  }

  @Test func `a change of lists alone needs no version and keeps it`() throws {
    let versions = try database.save(
      database.change(
        .update, "Author", 3, version: 0,
        links: [database.links("friends", of: "Author", to: "Author", adding: [4])]), version: 9)
    #expect(versions == [1])
    #expect(
      try database.rows(#"SELECT * FROM "Author_friends" WHERE "Author" > 2 ORDER BY 1"#, 2) == [
        "3|4", "4|1", "4|3",
      ])
  }

  // MARK: Unique values

  @Test func `rows swap unique values in the second try`() throws {
    func swap(_ isSecondTry: Bool) throws {
      try database.save(
        database.change(.update, "Author", 1, version: 1, ["name": "Emily"]),
        database.change(.update, "Author", 2, version: 1, ["name": "Anne"]), version: 2,
        isSecondTry: isSecondTry)
    }
    let error = #expect(throws: TrialError.self) { try swap(false) }
    #expect(error?.violation == .unique)
    try swap(true)
    #expect(
      try database.rows(#"SELECT "_id", "name" FROM "Author" WHERE "_version" = 2"#, 2) == [
        "1|Emily", "2|Anne",
      ])
  }

  @Test func `the second try names the objects with the same value`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try database.save(
        database.change(.insert, "Author", 6, ["name": "Anne"]),
        database.change(.update, "Author", 2, version: 1, ["name": "Mary"]), version: 2,
        isSecondTry: true)
    }
    let failures = report?.failures ?? []
    #expect(failures.map(\.objectID?.key) == [2, 6])
    #expect(failures.map(\.objectID?.isTemporary) == [false, true])
    #expect(failures.map(\.value) == ["Mary", "Anne"])
    let others = failures.map { failure -> [Int64?] in
      guard case .rule(.unique(["name"]), _, _, let others) = failure.kind else { return [] }
      return others.map(\.id?.key)
    }
    #expect(others == [[4], [1]])
  }

  // MARK: Values

  @Test func `a missing required value is a failure, and all changes are tried`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try database.save(
        database.change(.insert, "Book", 14, ["pages": 3]),
        database.change(.update, "Book", 11, version: 1, ["title": .null]), version: 2)
    }
    let failures = report?.failures ?? []
    #expect(failures.map(\.code) == ["required", "required"])
    #expect(failures.map(\.objectID?.key) == [11, 14])
    #expect(failures.map(\.keyPath) == [["title"], ["title"]])
  }

  @Test func `a row that a trigger discards is an error`() throws {
    try database.run(
      #"CREATE TRIGGER "t" BEFORE UPDATE ON "Book" BEGIN SELECT RAISE(IGNORE); END"#)
    let error = #expect(throws: TrialError.self) {
      try database.save(
        database.change(.update, "Book", 11, version: 1, ["pages": 5]), version: 2)
    }
    #expect(error?.description == "A row of Book was not written.")
  }

  // MARK: Guarded deletions

  @Test func `a row that a guarded link leads to is not deleted, unless the save changes the link`()
    throws
  {
    try database.run(#"UPDATE "Author" SET "club" = 21 WHERE "_id" = 3"#)
    let deletion = database.change(.delete, "Club", 21, version: 1)
    let conflicts = #expect(throws: SQLConflicts.self) { try database.save(deletion, version: 2) }
    #expect(conflicts?.positions == [0])
    try database.save(
      database.change(.update, "Author", 3, version: 1, ["club": .null]), deletion, version: 2)
    #expect(try database.rows(#"SELECT COUNT(*) FROM "Club""#, 1) == ["0"])
  }

  @Test func `a guarded pair keeps a row, unless the same save deletes the other row`() throws {
    try database.run(
      #"INSERT INTO "Room" ("_id", "_version", "number") VALUES (31, 1, 5)"#,
      #"INSERT INTO "Club_rooms" VALUES (21, 31)"#)
    let deletion = database.change(.delete, "Club", 21, version: 1)
    let conflicts = #expect(throws: SQLConflicts.self) { try database.save(deletion, version: 2) }
    #expect(conflicts?.positions == [0])
    try database.save(deletion, database.change(.delete, "Room", 31, version: 1), version: 2)
    #expect(try database.rows(#"SELECT COUNT(*) FROM "Club_rooms""#, 1) == ["0"])
  }

  // MARK: Links

  @Test func `links to a deleted row are cleared, with a new version and without a position`()
    throws
  {
    try database.save(database.change(.delete, "Author", 1, version: 1), version: 5)
    #expect(
      try database.rows(
        #"SELECT "_id", "_version", "author", "author_order" FROM "Book""#, 4) == [
          "11|5|-|-", "12|5|-|-", "13|5|-|-",
        ])
  }

  @Test func `dangling links without a foreign key are failures`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try database.save(
        database.change(
          .insert, "Book", 14, ["title": "New", "sequel": database.object("Book", 11)]),
        database.change(.update, "Book", 12, version: 1, ["sequel": database.object("Book", 99)]),
        version: 2)
    }
    #expect(report?.failures.map(\.objectID?.key) == [12])
    #expect(report?.failures.map(\.keyPath) == [["sequel"]])
  }

  @Test func `dangling links that the database rejects at the end are named afterwards`() throws {
    let error = #expect(throws: TrialError.self) {
      try database.save(
        database.change(
          .update, "Book", 12, version: 1, ["author": database.object("Author", 99)]),
        database.change(
          .update, "Author", 3, version: 1,
          links: [database.links("friends", of: "Author", to: "Author", adding: [98])]),
        version: 2)
    }
    #expect(error?.violation == .link)
    let save = try #require(database.lastSave)
    let ends = try save.danglingLinks().failures.map { failure -> String in
      guard case .danglingReference(let end) = failure.kind else { return "" }
      return "\(failure.entity).\(failure.keyPath.joined()) \(end.id?.key ?? 0)"
    }
    #expect(ends == ["Book.author 99", "Author.friends 98"])
  }

  // MARK: Lists

  /// The books of the first author in their order.
  private func books() throws -> [String] {
    try database.rows(
      #"SELECT "_id" FROM "Book" WHERE "author" = 1 ORDER BY "author_order" IS NULL, "author_order""#,
      1)
  }

  @Test(arguments: [
    (added: [Int64](), order: [13, 11, 12] as [Int64]?, result: ["13", "11", "12"]),
    (added: [14], order: nil, result: ["11", "12", "13", "14"]),
    (added: [14], order: [11, 14, 12, 13], result: ["11", "14", "12", "13"]),
    // The members that the order does not list come last.
    (added: [14], order: [14, 12], result: ["14", "12", "11", "13"]),
  ])
  func `a list gets the order of the context`(
    _ added: [Int64], _ order: [Int64]?, _ result: [String]
  ) throws {
    let author = database.object("Author", 1)
    try database.save(
      database.change(.insert, "Book", 14, ["title": "New", "author": author]),
      database.change(
        .update, "Author", 1, version: 1,
        links: [database.links("books", of: "Author", to: "Book", adding: added, order: order)]),
      version: 2)
    let rest = added.isEmpty ? ["14"] : []
    #expect(try books() == result + rest)
  }

  @Test func `members that others have added keep their order after the listed ones`() throws {
    try database.run(
      #"UPDATE "Book" SET "author_order" = 0 WHERE "_id" = 13"#,
      #"UPDATE "Book" SET "author_order" = 9 WHERE "_id" = 11"#,
      #"UPDATE "Book" SET "author_order" = NULL WHERE "_id" = 12"#)
    try database.save(
      database.change(
        .insert, "Book", 14, ["title": "New", "author": database.object("Author", 1)]),
      database.change(
        .update, "Author", 1, version: 1,
        links: [database.links("books", of: "Author", to: "Book", adding: [14], order: [14])]),
      version: 2)
    #expect(try books() == ["14", "13", "11", "12"])
  }

  @Test func `appended members move no others, and the others are not read`() throws {
    let recording = RecordingConnection(database.connection)
    try database.save(
      database.change(
        .update, "Author", 1, version: 1,
        links: [
          database.links("books", of: "Author", to: "Book", adding: [11], removing: [11])
        ]), version: 2, on: recording)
    #expect(try books() == ["12", "13", "11"])
    #expect(
      recording.heads == ["SELECT _version", "SELECT MAX(author_order", "UPDATE Book"])
  }

  @Test func `pairs have a position for each side with an order`() throws {
    try database.run(
      #"INSERT INTO "Prize" ("_id", "_version") VALUES (41, 1), (42, 1), (43, 1)"#,
      #"INSERT INTO "Author_prizes" ("Author", "prizes", "prizes_order") VALUES (1, 41, 0)"#)
    try database.save(
      database.change(
        .update, "Author", 1, version: 1,
        links: [
          database.links(
            "prizes", of: "Author", to: "Prize", adding: [42, 43], order: [43, 41, 42])
        ]), version: 2)
    #expect(
      try database.rows(
        #"SELECT "prizes" FROM "Author_prizes" WHERE "Author" = 1 ORDER BY "prizes_order""#, 1)
        == ["43", "41", "42"])
  }
}
