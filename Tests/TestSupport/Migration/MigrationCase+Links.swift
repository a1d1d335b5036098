import ArmatureModel

extension MigrationCase {
  /// Returns a model of a writer and works with the given relationships.
  private static func library(
    _ works: Relationship?, _ writer: Relationship?
  ) -> ModelBody {
    ModelBuilder.buildBlock(
      ModelBuilder.buildExpression(
        Entity("Writer") {
          Attribute("name", String.self).identifying()
          if let works { works }
        }),
      ModelBuilder.buildExpression(
        Entity("Work") {
          Attribute("title", String.self).identifying()
          if let writer { writer }
        }))
  }

  private static let works = Relationship("works", to: "Work", .toMany, inverse: "writer")
  private static let orderedWorks = Relationship("works", to: "Work", .ordered, inverse: "writer")
  private static let work = Relationship("works", to: "Work", inverse: "writer")
  private static let writer = Relationship("writer", to: "Writer", inverse: "works")
  private static let writers = Relationship("writer", to: "Writer", .toMany, inverse: "works")
  private static let loneWorks = Relationship("works", to: "Work", .toMany)
  private static let loneWriter = Relationship("writer", to: "Writer")

  private static let rows = """
    {"Writer": [{"name": "A"}, {"name": "B"}],
     "Work": [{"title": "c", "writer": "A"}, {"title": "d", "writer": "A"}, {"title": "e"}]}
    """
  private static let ownRows = """
    {"Writer": [{"name": "A", "works": ["d", "c"]}, {"name": "B"}],
     "Work": [{"title": "c"}, {"title": "d"}, {"title": "e"}]}
    """
  private static let severalRows = """
    {"Writer": [{"name": "A", "works": ["d", "c"]}, {"name": "B", "works": ["c"]}],
     "Work": [{"title": "c"}, {"title": "d"}, {"title": "e"}]}
    """
  private static let linked = """
    Writer 1 name: "A", works: [3, 4]
    Writer 2 name: "B"
    Work 3 title: "c", writer: [1]
    Work 4 title: "d", writer: [1]
    Work 5 title: "e"
    """

  /// Changes of relationships: the old ones, the rows, the new ones, and the objects.
  static let links: [MigrationCase] = [
    ("one to many becomes many to many", works, writer, rows, works, writers, linked),
    ("many to many becomes one to many", works, writers, ownRows, works, writer, linked),
    (
      "many to many becomes one to many, and one has two", works, writers, severalRows, works,
      writer,
      "be chosen. It was many-to-many, and is many-to-one. 1 row is an obstacle: Work 3 (2)"
    ),
    ("members get an order, that of their keys", works, writer, rows, orderedWorks, writer, linked),
    (
      "pairs keep their order", orderedWorks, writers, ownRows, orderedWorks, writer,
      linked.replacing("[3, 4]", with: "[4, 3]")
    ),
    (
      "members keep their order in pairs", orderedWorks, writer, ownRows, orderedWorks, writers,
      linked.replacing("[3, 4]", with: "[4, 3]")
    ),
    (
      "an order is lost", orderedWorks, writer, ownRows, works, writer,
      "order is dropped. 1 row is an obstacle: Writer 1 (2)"
    ),
    (
      "several become one", works, writers, ownRows, work, writers,
      "is many-to-one. 1 row is an obstacle: Writer 1 (2)"
    ),
    ("a relationship gets an inverse", nil, loneWriter, rows, works, writer, linked),
    ("a relationship of several gets an inverse", loneWorks, nil, ownRows, works, writers, linked),
    (
      "a relationship of several gets an inverse to one", loneWorks, nil, ownRows, works, writer,
      linked
    ),
    (
      "a relationship loses its inverse", works, writer, rows, nil, loneWriter,
      linked.replacing(", works: [3, 4]", with: "")
    ),
    (
      "a relationship of several loses its inverse", works, writers, ownRows, loneWorks, nil,
      linked.replacing(", writer: [1]", with: "")
    ),
    (
      "a relationship is lost", nil, loneWriter, rows, nil, nil,
      "dropped. 2 rows are obstacles: Work 3 (1), Work 4 (1)"
    ),
    (
      "two relationships become each other's inverse", loneWorks, loneWriter,
      """
      {"Writer": [{"name": "A", "works": ["d", "c"]}, {"name": "B"}],
       "Work": [{"title": "c", "writer": "A"}, {"title": "d", "writer": "A"}, {"title": "e"}]}
      """, works, writer, linked
    ),
    (
      "a link must be there", works, writer, rows, works,
      writer.required(), "need one. 1 row is an obstacle: Work 5"
    ),
  ].map { words, oldWorks, oldWriter, rows, newWorks, newWriter, outcome in
    MigrationCase(words) {
      library(oldWorks, oldWriter)
    } rows: {
      rows
    } to: {
      library(newWorks, newWriter)
    } becomes: {
      outcome
    }
  }
}
