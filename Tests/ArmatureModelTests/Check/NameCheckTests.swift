import ArmatureModel
import Testing

@Suite struct NameCheckTests {
  @Test(arguments: badModels) func `a bad name is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "entity without a name",
      Expected(
        .invalidName, 0,
        "An entity must have a name with at least one character, but has an empty one.")
    ) { Entity("") {} },
    BadModel(
      "entity and attribute without names",
      Expected(
        .invalidName, 0,
        "An entity must have a name with at least one character, but has an empty one."),
      Expected(
        .invalidName, 0,
        "A property of an entity must have a name with at least one character, but has an empty one."
      )
    ) { Entity("") { Attribute("", String.self) } },
    BadModel(
      "entity with a blank name",
      Expected(
        .invalidName, 0, #"" " must have a name with visible characters, but has only blanks."#)
    ) { Entity(" ") {} },
    BadModel(
      "entity with a dot",
      Expected(
        .invalidName, 0,
        #""My.Book" must have a name without a dot, which separates the names in a key path,"#
          + " but has one."
      )
    ) { Entity("My.Book") {} },
    BadModel(
      "attribute without a name",
      Expected(
        .invalidName, 0,
        "A property of Book must have a name with at least one character, but has an empty one.")
    ) { Entity("Book") { Attribute("", String.self) } },
    BadModel(
      "attribute with the sign of an aggregate",
      Expected(
        .invalidName, 0,
        #"Book."@count" must have a name without "@", which starts an aggregate in a key path, but"#
          + " has one."
      )
    ) { Entity("Book") { Attribute("@count", String.self) } },
    BadModel(
      "attribute with a variable's sign",
      Expected(
        .invalidName, 0,
        #"Book."a$" must have a name without "$", which starts a variable in a condition, but"#
          + " has one."
      )
    ) { Entity("Book") { Attribute("a$", String.self) } },
    BadModel(
      "attribute with a zero byte",
      Expected(
        .invalidName, 0,
        #"Book."a\u{0}b" must have a name without control characters, but has one."#)
    ) { Entity("Book") { Attribute("a\0b", String.self) } },
    BadModel(
      "relationship over two lines",
      Expected(
        .invalidName, 0,
        #"Book."a\nb" must have a name without control characters, but has one."#)
    ) { Entity("Book") { Relationship("a\nb", to: "Book") } },
    BadModel(
      "attribute with a line separator",
      Expected(
        .invalidName, 0,
        "Book.\"a\\u{2028}b\" must have a name on one line, but has a line separator."
      )
    ) { Entity("Book") { Attribute("a\u{2028}b", String.self) } },
    BadModel(
      "attribute that leads out of quantifiers",
      Expected(
        .invalidName, 0,
        #"Book."^" must have a name other than "^", which leads out of a quantifier in a path."#
      )
    ) { Entity("Book") { Attribute("^", String.self) } },
    BadModel(
      "names with one hash",
      Expected(
        .ambiguousHash, 2,
        "Book.iemfpcparjkyohk must have another name, since objects cannot distinguish it from"
          + " Book.bbbvfrufqraoadc: both names have the same hash. Rename one.")
    ) {
      Entity("Book") {
        Attribute("bbbvfrufqraoadc", String.self)
        Attribute("iemfpcparjkyohk", String.self)
      }
    },
    BadModel(
      "inherited name with the hash of another",
      Expected(
        .ambiguousHash, 2,
        "Novel.bbbvfrufqraoadc must have another name, since objects cannot distinguish it from"
          + " Book.iemfpcparjkyohk: both names have the same hash. Rename one.")
    ) {
      Entity("Book") { Attribute("iemfpcparjkyohk", String.self) }
      Entity("Film") { Attribute("title", String.self) }
      Entity("Novel", parent: "Book") { Attribute("bbbvfrufqraoadc", Int.self) }
    },
    BadModel(
      "entity declared twice",
      Expected(
        .duplicateEntity, 1,
        "Book must be declared once, but is declared again; the first is at +0. Rename one, or"
          + " remove it."
      )
    ) {
      Entity("Book") { Attribute("title", String.self) }
      Entity("Book") { Attribute("pages", Int.self) }
    },
    BadModel(
      "entity declared twice as data",
      Expected(
        .duplicateEntity, 0,
        "Book must be declared once, but is declared again. Rename one, or remove it.")
    ) {
      book()
      book()
    },
    BadModel(
      "property declared three times",
      Expected(
        .duplicateProperty, 2,
        "Book.title must be declared once, but is declared again; the first is at +1. Rename"
          + " one, or remove it."
      ),
      Expected(
        .duplicateProperty, 3,
        "Book.title must be declared once, but is declared again; the first is at +1. Rename"
          + " one, or remove it."
      )
    ) {
      Entity("Book") {
        Attribute("title", String.self).key("name")
        Attribute("title", Int.self).range(5...)
        Relationship("title", to: "Book", inverse: "title")
      }
    },
    BadModel(
      "inherited property declared again",
      Expected(
        .redefinedProperty, 2,
        "Novel.title must not be declared again, but Novel inherits one from Publication at +0."
          + " Rename one, or remove it."
      )
    ) {
      Entity("Publication") { Attribute("title", String.self) }
      Entity("Book", parent: "Publication") {}
      Entity("Novel", parent: "Book") { Attribute("title", Int?.self) }
    },
    BadModel(
      "property called like a member of every object",
      Expected(
        .reservedName, 0,
        #"Book.description must have another name, since every object has a member "description"."#
          + #" Call it "bookDescription", and read its data with .key("description")."#)
    ) { Entity("Book") { Attribute("description", String.self) } },
    BadModel(
      "relationship called like a member of every object",
      Expected(
        .reservedName, 0,
        #"WorkItem.entity must have another name, since every object has a member "entity"."#
          + #" Call it "workItemEntity", and read its data with .key("entity")."#)
    ) { Entity("WorkItem") { Relationship("entity", to: "WorkItem") } },
    BadModel(
      "blank configuration",
      Expected(
        .invalidName, 0, "Book must be in configurations with names, but one has none.")
    ) { Entity("Book", in: "local", "") {} },
    BadModel(
      "empty JSON keys",
      Expected(
        .invalidKey, 0,
        "Book must have a JSON key with at least one character, but has an empty one."),
      Expected(
        .invalidKey, 0,
        "Book.title must have a JSON key with at least one character, but has an empty one.")
    ) { Entity("Book") { Attribute("title", String.self).key("") }.key("") },
    BadModel(
      "JSON key of another property",
      Expected(
        .duplicateKey, 2,
        #"Book.name must have a JSON key of its own, but shares "title" with Book.title."#
          + " Change one of the keys.")
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("name", String.self).key("title")
      }
    },
    BadModel(
      "JSON key of an inherited property",
      Expected(
        .duplicateKey, 1,
        #"Novel.title must have a JSON key of its own, but shares "title" with Novel.name."#
          + " Change one of the keys.")
    ) {
      Entity("Book") { Attribute("name", String.self).key("title") }
      Entity("Novel", parent: "Book") { Attribute("title", String.self) }
    },
    BadModel(
      "JSON key of another entity",
      Expected(
        .duplicateKey, 1,
        #"Novel must have a JSON key of its own, but shares "books" with Book."#
          + " Change one of the keys.")
    ) {
      Entity("Book") {}.key("books")
      Entity("Novel") {}.key("books")
    },
    BadModel(
      "two properties with one earlier name",
      Expected(
        .duplicateRenaming, 2,
        #"Book.heading must have an earlier name of its own, but Book.title was called "name","#
          + " too."
      )
    ) {
      Entity("Book") {
        Attribute("title", String.self).renamed(from: "name")
        Attribute("heading", String.self).renamed(from: "name")
      }
    },
    BadModel(
      "two entities with one earlier name, and a blank one",
      Expected(
        .duplicateRenaming, 1,
        #"Novel must have an earlier name of its own, but Book was called "Work", too."#),
      Expected(
        .invalidName, 2, "Poem must have an earlier name with visible characters, but has none.")
    ) {
      Entity("Book") {}.renamed(from: "Work")
      Entity("Novel") {}.renamed(from: "Work")
      Entity("Poem") {}.renamed(from: " ")
    },
  ]

  @Test(arguments: [
    "x", "title_de", "größe", "書名", "my name", "\"", "'; DROP TABLE book; --", "a`b]", "🙂", "👨‍👩‍👧",
    "select", "1st", "-", "^^", String(repeating: "n", count: 500),
  ])
  func `a name may be nearly anything`(name: String) throws {
    let model = try ManagedObjectModel("Names") {
      Entity(name) { Attribute(name, String.self) }
    }
    #expect(model[name]?.properties.map(\.name) == [name])
    #expect(model.warnings == [])
  }

  @Test func `every reserved name is refused, and every hidden one has a warning`() throws {
    for name in ReservedNames.members.sorted() {
      let error = #expect(throws: ModelError.self) {
        try ManagedObjectModel("Names") { Entity("Book") { Attribute(name, String.self) } }
      }
      #expect(error?.issues.map(\.code) == [.reservedName], "\(name)")
    }
    for name in ReservedNames.viewMembers.union(ReservedNames.conditionMembers).sorted() {
      let model = try ManagedObjectModel("Names") {
        Entity("Book") { Attribute(name, String.self) }
      }
      #expect(model.warnings.map(\.code) == [.hiddenName], "\(name)")
    }
    for name in ReservedNames.collectionMembers.sorted() {
      let model = try ManagedObjectModel("Names") {
        Entity("Book") { Relationship(name, to: "Page") }
        Entity("Page") { Attribute(name, String.self) }
      }
      let hidden = model.warnings.filter { $0.code == .hiddenName }
      #expect(hidden.map(\.entity) == ["Book"], "\(name)")
    }
  }
}
