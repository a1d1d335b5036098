import Armature
import ArmatureModel

/// The pairs of models whose statements are pinned.
extension MigrationPair {
  static func all() throws -> [MigrationPair] {
    try attributes() + conversions() + relationships() + entities() + constraints()
  }

  private static func attributes() throws -> [MigrationPair] {
    [
      try MigrationPair("an optional attribute is added") {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String.self)
        Attribute("meaning", String?.self)
      },
      try MigrationPair("a required attribute with a default is added") {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String.self)
        Attribute("rank", Int.self).default(5)
      },
      try MigrationPair("an attribute gets the time of the migration, and a new identifier") {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String.self)
        Attribute("added", Date.self).default(.now)
        Attribute("number", UUID.self).default(.uuid)
        Attribute("order", UUID.self).default(.uuidv7)
      },
      try MigrationPair("an attribute is renamed") {
        Attribute("text", String.self)
        Attribute("rank", Int?.self)
      } to: {
        Attribute("word", String.self).renamed(from: "text")
        Attribute("rank", Int?.self)
      },
      try MigrationPair("two attributes swap their names") {
        Attribute("text", String?.self)
        Attribute("word", String?.self)
      } to: {
        Attribute("text", String?.self).renamed(from: "word")
        Attribute("word", String?.self).renamed(from: "text")
      },
      try MigrationPair("an attribute is removed") {
        Attribute("text", String.self)
        Attribute("rank", Int?.self)
      } to: {
        Attribute("text", String.self)
      },
      try MigrationPair("an attribute becomes required, with a default") {
        Attribute("text", String?.self)
      } to: {
        Attribute("text", String.self).default("none")
      },
      try MigrationPair("an attribute becomes optional") {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String?.self)
      },
    ]
  }

  private static func conversions() throws -> [MigrationPair] {
    [
      try MigrationPair("an integer becomes text, which SQL converts") {
        Attribute("rank", Int?.self)
      } to: {
        Attribute("rank", String?.self)
      },
      try MigrationPair("text becomes an integer, which the library converts") {
        Attribute("rank", String?.self)
      } to: {
        Attribute("rank", Int?.self)
      },
      try MigrationPair("an element of a composite is renamed, and another one is added") {
        Composite("size") { Attribute("width", Double?.self) }.optional()
      } to: {
        Composite("size") {
          Attribute("breadth", Double?.self).renamed(from: "width")
          Attribute("height", Double?.self)
        }.optional()
      },
      try MigrationPair(
        "a value is computed by user code",
        [
          .set("Word.length", from: ["text"]) { old in
            if case .string(let text) = old["text"] { .int(Int64(text.count)) } else { 0 }
          }
        ]
      ) {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String.self)
        Attribute("length", Int.self)
      },
      try MigrationPair("a derived attribute is added") {
        Attribute("text", String.self)
      } to: {
        Attribute("text", String.self)
        Attribute("capital", String?.self).derived(
          from: .function(.uppercase, [.keyPath(["text"])]))
      },
    ]
  }

  /// Returns a model of articles and tags.
  private static func tagged(
    _ arity: Relationship.Arity, inverse: Relationship.Arity? = .toMany, tags: String = "tags"
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Tagged") {
      Entity("Article") {
        Attribute("title", String?.self)
        if inverse == nil {
          Relationship(tags, to: "Tag", arity)
        } else {
          Relationship(tags, to: "Tag", arity, inverse: "articles")
        }
      }
      Entity("Tag") {
        Attribute("name", String?.self)
        if let inverse { Relationship("articles", to: "Article", inverse, inverse: tags) }
      }
    }
  }

  private static func relationships() throws -> [MigrationPair] {
    [
      MigrationPair(
        "a set of members with links becomes ordered", from: try tagged(.toMany, inverse: .toOne),
        to: try tagged(.ordered, inverse: .toOne)),
      MigrationPair(
        "a set of pairs becomes ordered", from: try tagged(.toMany), to: try tagged(.ordered)),
      MigrationPair(
        "a link becomes a set", from: try tagged(.toOne), to: try tagged(.toMany)),
      MigrationPair(
        "pairs become links", from: try tagged(.toMany), to: try tagged(.toOne)),
      MigrationPair(
        "a relationship gets an inverse", from: try tagged(.toOne, inverse: nil),
        to: try tagged(.toOne)),
      MigrationPair(
        "the links of a relationship are dropped", from: try tagged(.toMany),
        to: try ManagedObjectModel("Tagged") {
          Entity("Article") { Attribute("title", String?.self) }
          Entity("Tag") { Attribute("name", String?.self) }
        }, [.drop("Article.tags"), .drop("Tag.articles")]),
    ]
  }

  private static func entities() throws -> [MigrationPair] {
    let flat = try ManagedObjectModel("Zoo") {
      Entity("Cat") { Attribute("name", String?.self) }
      Entity("Keeper") { Relationship("pet", to: "Cat") }
    }
    let parted = try ManagedObjectModel("Zoo") {
      Entity("Animal") { Attribute("name", String?.self) }
      Entity("Cat", parent: "Animal") {}
      Entity("Keeper") { Relationship("pet", to: "Animal") }
    }
    return [
      MigrationPair(
        "an entity is added", from: try ManagedObjectModel("Zoo") { Entity("Cat") {} },
        to: try ManagedObjectModel("Zoo") {
          Entity("Cat") {}
          Entity("Dog") { Attribute("name", String?.self) }
        }),
      MigrationPair(
        "an entity is renamed", from: flat,
        to: try ManagedObjectModel("Zoo") {
          Entity("Tiger") { Attribute("name", String?.self) }.renamed(from: "Cat")
          Entity("Keeper") { Relationship("pet", to: "Tiger") }
        }),
      MigrationPair("an entity gets a parent", from: flat, to: parted),
      MigrationPair(
        "an entity is dropped, with the links to it", from: parted,
        to: try ManagedObjectModel("Zoo") {
          Entity("Animal") { Attribute("name", String?.self) }
          Entity("Keeper") { Relationship("pet", to: "Animal") }
        }, [.drop("Cat")]),
      MigrationPair(
        "objects are split", from: flat,
        to: try ManagedObjectModel("Zoo") {
          Entity("Cat") { Relationship("label", to: "Label", inverse: "cat") }
          Entity("Label") {
            Attribute("text", String?.self)
            Relationship("cat", to: "Cat", inverse: "label")
          }
          Entity("Keeper") { Relationship("pet", to: "Cat") }
        },
        [
          .drop("Cat.name"),
          .split("Cat", from: ["name"]) { cat in
            cat.link("label", to: try cat.make("Label", ["text": cat["name"]]))
          },
        ]),
    ]
  }

  private static func constraints() throws -> [MigrationPair] {
    [
      try MigrationPair("values become unique, and an index is replaced") {
        Attribute("text", String.self)
        Attribute("rank", Int?.self)
        Index("rank")
      } to: {
        Attribute("text", String.self).unique()
        Attribute("rank", Int?.self)
        Index("rank", "text")
      },
      try MigrationPair("values need no longer be unique") {
        Attribute("text", String?.self).unique()
      } to: {
        Attribute("text", String?.self)
      },
    ]
  }
}
