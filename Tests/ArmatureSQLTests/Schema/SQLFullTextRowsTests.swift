import Armature
import ArmatureSQL
import TestSupport
import Testing

/// The parts of statements about the rows of a full-text index with texts across two links.
@Suite struct SQLFullTextRowsTests {
  private let rows: SQLFullTextRows

  init() throws {
    let schema = SQLSchema(try SearchModel.make())
    rows = SQLFullTextRows(try #require(schema.fullText(of: "Memo")), schema)
  }

  @Test func `a text of another row is read by following its links`() {
    let texts = rows.texts(in: "b").map(\.text)
    #expect(texts.count == 4)
    #expect(texts[0] == "\"b\".\"title\"")
    #expect(
      texts[3]
        == """
        (SELECT "e"."name" FROM "Country" AS "e" WHERE "e"."_id" = \
        (SELECT "s2"."country" FROM "Author" AS "s2" WHERE "s2"."_id" = "b"."author"))
        """)
  }

  @Test func `each column that a text depends on belongs to one source`() {
    let sources = rows.sources.map { "\($0.table.name): \($0.names.text)" }
    #expect(
      sources == [
        "Note: \"title\", \"body\", \"author\"", "Author: \"name\", \"country\"",
        "Country: \"name\"",
      ])
    #expect(rows.tables.count == 3)
    let groups = rows.sourcesByTable
    #expect(groups.map { $0.sources.count } == [1, 1, 1])
    #expect(groups.map { $0.all.names.text } == rows.sources.map(\.names.text))
  }

  @Test func `sources of one table have each column once`() throws {
    let model = try ManagedObjectModel("Tree") {
      Entity("Node") {
        Attribute("title", String?.self)
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .toMany, inverse: "parent")
        FullText("title", "parent.title", "parent.parent.title")
      }
    }
    let schema = SQLSchema(model)
    let rows = SQLFullTextRows(try #require(schema.fullTexts.first), schema)
    let groups = rows.sourcesByTable
    #expect(groups.count == 1 && groups[0].sources.count == 3)
    #expect(groups[0].all.names.text == "\"title\", \"parent\"")
    #expect(
      groups[0].all.differ(by: "IS NOT").text
        == "(\"old\".\"title\" IS NOT \"new\".\"title\" OR \"old\".\"parent\" IS NOT \"new\".\"parent\")"
    )
  }

  @Test func `links are followed back from a changed row, and forward from rows of the index`()
    throws
  {
    let source = try #require(rows.sources.last)
    #expect(
      rows.rowsLeading(along: source.links, to: "new", place: "s.").text
        == """
        SELECT "_id" FROM s."Note" WHERE "author" IN (\
        SELECT "_id" FROM s."Author" WHERE "country" IN ("new"."_id"))
        """)
    #expect(
      rows.rowsReached(along: source.links, from: "1, 2").text
        == """
        SELECT "country" FROM "Author" WHERE "_id" IN (\
        SELECT "author" FROM "Note" WHERE "_id" IN (1, 2))
        """)
  }

  @Test func `an index of one branch of a hierarchy leaves other entities out`() throws {
    #expect(rows.filter(of: "b").text == "")
    let model = try ManagedObjectModel("Branch") {
      Entity("Book") { Attribute("title", String?.self) }
      Entity("It's", parent: "Book") { FullText("title") }
    }
    let schema = SQLSchema(model)
    let branch = SQLFullTextRows(try #require(schema.fullTexts.first), schema)
    #expect(branch.filter(of: "b", " WHERE ").text == " WHERE \"b\".\"_entity\" IN ('It''s')")
  }
}
