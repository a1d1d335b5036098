import Armature
import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL

/// The statements that a database keeps.
@Suite struct SQLDatabaseTests {
  private let database: SQLDatabase

  init() throws {
    database = SQLDatabase(SQLSchema(try PinnedRequest.model()), TrialDialect(), storeID: UUID())
  }

  private func request(
    _ condition: String, _ entity: String = "Book", alone: Bool = false
  ) throws -> FetchRequest {
    var request = FetchRequest(entity, where: try FetchPredicate(condition))
    request.includesSubentities = !alone
    return request
  }

  // MARK: Requests

  @Test func `a request of a known form has the same SQL with its own value`() throws {
    let first = try database.request(request("title == 'Emma'"))
    let second = try database.request(request("title == 'Kim'"))
    #expect(second.request == (try request("title == 'Kim'")))
    #expect(first.listing.text == second.listing.text)
    #expect(first.listing.values == [.text("Emma")] && second.listing.values == [.text("Kim")])
    #expect(second.count.values == [.text("Kim")])
    // The query with values is kept, and not written again.
    let rows = [first, second].map { $0.rows(includingValues: true) }
    #expect(rows[0].reader === rows[1].reader)
    #expect(rows.map(\.statement.values) == [[.text("Emma")], [.text("Kim")]])
  }

  @Test func `a value that the statement contains twice does not replace both`() throws {
    // The name of the entity is a value of the statement as well.
    let first = try database.request(request("title == 'Book'", alone: true))
    let second = try database.request(request("title == 'Emma'", alone: true))
    #expect(first.listing.values == [.text("Book"), .text("Book")])
    #expect(Set(second.listing.values) == [.text("Book"), .text("Emma")])
  }

  @Test func `forms differ in entity, attribute and kind of value`() throws {
    for (condition, entity, alone, values) in [
      ("title == 'a'", "Book", false, [.text("a")] as Set<SQLValue>),
      ("title == 'b'", "Book", true, [.text("b"), .text("Book")]),
      ("title == 'c'", "Atlas", false, [.text("c"), .text("Atlas")]),
      ("pages == 1", "Book", false, [.integer(1)]),
      ("title == nil", "Book", false, []),
    ] {
      let found = try database.request(request(condition, entity, alone: alone))
      #expect(Set(found.count.values) == values, "\(condition)")
      #expect(found.omission == nil)
    }
  }

  // MARK: Readers

  @Test func `readers of the same columns are one`() throws {
    let book = try #require(database.schema.table(of: "Book"))
    func reader(_ entities: [String], _ alias: String, _ includingValues: Bool) -> SQLRowReader {
      database.reader(of: entities, in: book, alias: alias, includingValues: includingValues)
    }
    let first = reader(["Book"], "t0", true)
    #expect(first === reader(["Book"], "t0", true))
    #expect(first !== reader(["Book", "Atlas"], "t0", true))
    #expect(first !== reader(["Book"], "t1", true))
    #expect(first !== reader(["Book"], "t0", false))
  }

  // MARK: Lookups

  /// Returns the statements of lookups, with their parameters shortened.
  private func texts(_ connection: RecordingConnection) -> [String] {
    connection.texts.map { text in
      text.replacing(/IN \((\?, )+\?\)/) { "IN (\($0.output.0.count { $0 == "?" }))" }
        .replacing(/SELECT .* FROM "Book" AS/, with: #"SELECT … FROM "Book" AS"#)
    }
  }

  @Test(.needsDatabase) func `rows are found by one key, or by 256 keys at a time`() throws {
    let trial = try TrialDatabase(PinnedRequest.model())
    let sql = SQLDatabase(
      trial.sql.schema, TrialDialect(), storeID: trial.sql.storeID, rowCondition: "1 = 1")
    let connection = RecordingConnection(trial.connection)
    let entity = try #require(sql.schema.model["Book"])
    try trial.run(
      """
      INSERT INTO "Book" ("_id", "_entity", "_version", "title", "inPrint", "size") VALUES
      (7, 'Book', 1, 'a', 0, 1), (8, 'Atlas', 1, 'b', 0, 1), (300, 'Book', 1, 'c', 0, 1)
      """)
    let query = try #require(sql.rows(of: entity))
    #expect(query.reader === sql.rows(of: entity)?.reader)
    func keys(_ keys: [Int64]) throws -> [Int64] {
      try StoreRow.list(of: sql.schema.model, storeID: sql.storeID) { rows in
        try connection.giveRows(of: keys, query, to: rows)
      }.map(\.id.key)
    }
    #expect(try keys([7]) == [7])
    #expect(try keys(Array(1...400)) == [7, 300])
    #expect(try keys([8]) == [])
    let one =
      #"SELECT … FROM "Book" AS "t" WHERE "t"."_id" = ? AND "t"."_entity" = ? AND 1 = 1"#
    let several =
      #"SELECT … FROM "Book" AS "t" WHERE "t"."_id" IN (256) AND "t"."_entity" = ? AND 1 = 1"#
    #expect(texts(connection) == [one, several, several, one])
  }

  @Test(arguments: [
    (
      "Book", "chapters",
      #"SELECT "t"."book", "t"."_id" FROM "Chapter" AS "t" WHERE "t"."book" = ? ORDER BY "t"."book_order" IS NULL, "t"."book_order", "t"."_id""#
    ),
    (
      "Author", "books",
      #"SELECT "t"."author", "t"."_id", "t"."_entity" FROM "Book" AS "t" WHERE "t"."author" = ? ORDER BY "t"."_id""#
    ),
    (
      "Tag", "books",
      #"SELECT "p"."tags", "t"."_id", "t"."_entity" FROM "Book_tags" AS "p" JOIN "Book" AS "t" ON "t"."_id" = "p"."Book" WHERE "p"."tags" = ? ORDER BY "t"."_id""#
    ),
  ])
  func `members are found by their owner, in their order`(
    _ entity: String, _ name: String, _ text: String
  ) throws {
    let trial = try TrialDatabase(PinnedRequest.model())
    let description = try #require(database.schema.model[entity])
    let relationship = try #require(description.property(named: name)?.asRelationship)
    let query = try #require(database.links(along: relationship, of: description))
    let connection = RecordingConnection(trial.connection)
    #expect(try connection.links(of: [5], query, storeID: UUID()).isEmpty)
    #expect(connection.texts == [text])
  }

  @Test func `a link to one object and an unknown entity have no lookup of members`() throws {
    let book = try #require(database.schema.model["Book"])
    let author = try #require(book.property(named: "author")?.asRelationship)
    #expect(database.links(along: author, of: book) == nil)
    #expect(database.rows(of: EntityDescription("Nothing")) == nil)
  }

  @Test(.needsDatabase) func `a key that is asked for twice gets its members once`() throws {
    let trial = try TrialDatabase(PinnedRequest.model())
    try trial.run(
      #"INSERT INTO "Author" ("_id", "_version", "name") VALUES (1, 1, 'a')"#,
      """
      INSERT INTO "Book" ("_id", "_entity", "_version", "title", "inPrint", "size", "author")
      VALUES (11, 'Book', 1, 'a', 0, 1, 1), (12, 'Atlas', 1, 'b', 0, 1, 1)
      """)
    let author = try #require(trial.sql.schema.model["Author"])
    let books = try #require(author.property(named: "books")?.asRelationship)
    let query = try #require(trial.sql.links(along: books, of: author))
    let keys = [1] + Array(2...300) + [1] as [Int64]
    let links = try trial.connection.links(of: keys, query, storeID: trial.sql.storeID)
    #expect(links == [1: [trial.id("Book", 11), trial.id("Atlas", 12)]])
  }
}
