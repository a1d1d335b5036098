import Armature
import ArmatureModel

@testable import ArmaturePostgreSQL

/// A model whose next version requires steps of all kinds: rebuilt tables, renamed columns, all kinds of links, values
/// computed by the library and the database, and indexes.
enum SteppedShop {
  /// - Parameter hasLabels: Whether articles also have labels, which are derived and unique.
  static func old(hasLabels: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Article") {
        Attribute("code", Int.self).unique()
        Attribute("title", String.self)
        if hasLabels {
          Attribute("label", String?.self)
            .derived(from: .function(.uppercase, [.keyPath(["title"])])).unique()
        }
        Attribute("price", Int?.self)
        Relationship("maker", to: "Maker", inverse: "articles")
        Relationship("tags", to: "Tag", .ordered, inverse: "articles")
      }
      Entity("Maker") {
        Attribute("name", String.self)
        Relationship("articles", to: "Article", .toMany, inverse: "maker")
      }
      Entity("Tag") {
        Attribute("word", String.self)
        Relationship("articles", to: "Article", .toMany, inverse: "tags")
      }
    }
  }

  static func new() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Article") {
        Attribute("code", String.self).unique()
        Attribute("name", String.self).renamed(from: "title")
        Attribute("price", Decimal?.self)
        Attribute("shelf", String.self)
        Attribute("tagCount", Int.self).derived(from: .aggregate(.count, of: .keyPath(["tags"])))
        Relationship("maker", to: "Company", inverse: "articles")
        Relationship("tags", to: "Tag", .ordered, inverse: "articles")
      }
      Entity("Company") {
        Attribute("name", String.self)
        Relationship("articles", to: "Article", .toMany, inverse: "maker")
      }.renamed(from: "Maker")
      Entity("Tag") {
        Attribute("text", String.self).renamed(from: "word")
        Attribute("hint", String?.self)
        Relationship("articles", to: "Article", .toMany, inverse: "tags")
      }
    }
  }

  static let migration = StoreMigration.custom([shelving])

  private static let shelving = StoreMigration.Step.set("Article.shelf", from: ["title"]) { old in
    .string("shelf \(old["title"]?.description.count ?? 0)")
  }

  /// Returns the same migration in two stages.
  static func versions() throws -> [StoreMigration.Version] {
    try [
      .init("1", old()), .init("2", new(), [shelving]),
      .init(
        "3",
        ManagedObjectModel("Shop") {
          Entity("Article") {
            Attribute("name", String.self)
            Attribute("shelf", Int.self)
          }
        },
        [
          .set("Article.shelf", from: ["shelf"]) { old in
            .int(Int64(old["shelf"]?.description.count ?? 0))
          },
          .drop("Company"), .drop("Tag"), .drop("Article.code"), .drop("Article.price"),
          .drop("Article.tagCount"), .drop("Article.maker"), .drop("Article.tags"),
        ]),
    ]
  }

  private static let rows = """
    {"Maker": [
      {"name": "A", "articles": [
        {"code": 1, "title": "one", "price": 5, "tags": [{"word": "red"}, {"word": "blue"}]},
        {"code": 2, "title": "two", "tags": [{"word": "green"}]}
      ]},
      {"name": "B"}
    ], "Article": [{"code": 3, "title": "three", "price": 7}]}
    """

  static func fill(_ rows: ChangedRows) throws { try rows.fill(old(), self.rows) }
}
