import ArmatureModel

extension ModelStepTests {
  static let entitySteps: [ModelStep] = [
    ModelStep(
      "entities added, removed and renamed",
      "Tome: renamed from Book (lightweight). Its objects are kept under the new name.",
      "Author: added (lightweight). Old stores have no objects of it.",
      "Loan: removed (may lose). Its objects are dropped."
    ) {
      Entity("Book") {}
      Entity("Loan") { Attribute("day", Int.self) }
    } to: {
      Entity("Tome") {}.renamed(from: "Book")
      Entity("Author") { Attribute("name", String.self) }
    },
    ModelStep(
      "what an entity says of itself",
      "Book: became abstract (needs a mapping). Each of its own objects must become one of Novel or"
        + " Thriller.",
      "Novel: is no longer abstract (lightweight). Old objects are unchanged.",
      "Poem: the configurations changed, added: local (nothing to migrate)."
        + " Stores keep the objects of all configurations.",
      "Poem: the JSON key changed from Poem to poems (nothing to migrate)."
        + " It does not affect stores; files with the old key must be changed.",
      "Poem: the user info changed (nothing to migrate). It does not affect stores.",
      "Essay: the class changed from ManagedObject to EssayObject (nothing to migrate)."
        + " It does not affect stores.",
      "Essay: the configurations changed, added: b, removed: a (nothing to migrate)."
        + " Stores keep the objects of all configurations.",
      "Essay: the version modifier changed from 1 to 2 (needs a mapping)."
        + " The meaning of the stored values has changed."
    ) {
      Entity("Book") {}
      Entity("Novel", parent: "Book", isAbstract: true) {}
      Entity("Thriller", parent: "Novel") {}
      Entity("Poem", in: "shared") {}
      Entity("Essay", in: "a") {}.version("1")
    } to: {
      Entity("Book", isAbstract: true) {}
      Entity("Novel", parent: "Book") {}
      Entity("Thriller", parent: "Novel") {}
      Entity("Poem", in: "local", "shared") {}.key("poems").userInfo(["a": "b"])
      EntityDescription(
        "Essay", className: "EssayObject", configurations: ["b"], versionHashModifier: "2")
    },
    ModelStep(
      "uniqueness, rules and indexes",
      "Book: b, a became unique (needs a mapping)."
        + " Old objects may have equal values, so they must be checked.",
      "Book: a is no longer unique (lightweight). Old objects stay valid.",
      #"Book: the rule "x" (a != b) became "x" (a != "") (nothing to migrate)."#
        + " Old objects are checked when they are next validated.",
      "Book: the indexes changed (nothing to migrate). Indexes hold no data of their own."
    ) {
      Entity("Book") {
        Attribute("a", String.self).unique()
        Attribute("b", String.self).unique()
        rule("x") { $0.a != $0.b }
      }
      Entity("Novel", parent: "Book") {}
    } to: {
      Entity("Book") {
        Attribute("a", String.self)
        Attribute("b", String.self).unique()
        Unique("b", "a")
        Index("a")
        rule("x") { $0.a != "" }
      }
      Entity("Novel", parent: "Book") {}
    },
    ModelStep(
      "a property moves up into a new parent",
      "Publication: added (lightweight). Old stores have no objects of it.",
      "Book: the parent changed from none to Publication (lightweight)."
        + " Objects keep the properties that old and new ancestors share.",
      "Book.price: added, required and without a default (needs a mapping)."
        + " Old objects have no value for it.",
      "Book.title: moved from Book to Publication (lightweight). Its values move along.",
      "Book.title: became optional (lightweight). Old objects stay valid."
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
      }
    } to: {
      Entity("Publication") {
        Attribute("price", Int.self)
        Attribute("title", String?.self)
      }
      Entity("Book", parent: "Publication") { Attribute("pages", Int.self) }
    },
    ModelStep(
      "a property moves down, and others follow",
      "Publication.issn: added, required and without a default (needs a mapping)."
        + " Old objects have no value for it.",
      "Publication.pages: removed (may lose). Its values are dropped.",
      "Book.pages: moved from Publication to Book (lightweight). Its values move along.",
      "Journal.issn: moved from Journal to Publication (lightweight). Its values move along."
    ) {
      Entity("Publication") { Attribute("pages", Int.self) }
      Entity("Book", parent: "Publication") {}
      Entity("Novel", parent: "Book") {}
      Entity("Journal", parent: "Publication") { Attribute("issn", String.self) }
    } to: {
      Entity("Publication") { Attribute("issn", String.self) }
      Entity("Book", parent: "Publication") { Attribute("pages", Int.self) }
      Entity("Novel", parent: "Book") {}
      Entity("Journal", parent: "Publication") {}
    },
    ModelStep(
      "an entity leaves its parent",
      "Novel: the parent changed from Book to none (lightweight)."
        + " Objects keep the properties that old and new ancestors share.",
      "Novel.title: moved from Book to Novel (lightweight). Its values move along.",
      "Novel.pages: removed (may lose). Its values are dropped."
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
      }
      Entity("Novel", parent: "Book") { Attribute("genre", String.self) }
    } to: {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
      }
      Entity("Novel") {
        Attribute("title", String.self)
        Attribute("genre", String.self)
      }
    },
    ModelStep(
      "an entity changes its parent within the hierarchy",
      "Novel: the parent changed from Prose to Work (lightweight)."
        + " Objects keep the properties that old and new ancestors share.",
      "Novel.words: removed (may lose). Its values are dropped."
    ) {
      Entity("Work") { Attribute("title", String.self) }
      Entity("Prose", parent: "Work") { Attribute("words", Int.self) }
      Entity("Novel", parent: "Prose") {}
    } to: {
      Entity("Work") { Attribute("title", String.self) }
      Entity("Prose", parent: "Work") { Attribute("words", Int.self) }
      Entity("Novel", parent: "Work") {}
    },
    ModelStep(
      "two hierarchies become one",
      "Item: added (lightweight). Old stores have no objects of it.",
      "Book: the parent changed from none to Item (lightweight)."
        + " Objects of separate hierarchies are brought together.",
      "Film: the parent changed from none to Item (lightweight)."
        + " Objects of separate hierarchies are brought together."
    ) {
      Entity("Book") {}
      Entity("Film") {}
    } to: {
      Entity("Item", isAbstract: true) {}
      Entity("Book", parent: "Item") {}
      Entity("Film", parent: "Item") {}
    },
  ]
}
