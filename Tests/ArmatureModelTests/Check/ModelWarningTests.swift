import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ModelWarningTests {
  @Test(arguments: oddModels) func `what is odd has a warning`(model: BadModel) throws {
    let found = try model.warnings
    #expect(found == model.issues)
    // Each kind can be silenced.
    _ = try ManagedObjectModel("Silent") {
      for warning in found {
        Entity("\(warning.code)\(warning.line)") { Attribute("a", Int.self) }
          .silencing(warning.code)
      }
    }
  }

  static let oddModels: [BadModel] = [
    BadModel(
      "no inverse",
      Expected(
        .missingInverse, 0,
        "Book.author has no inverse: objects at the other end do not know of its links."
          + " Declare one in Author.")
    ) {
      Entity("Book") { Relationship("author", to: "Author") }
      Entity("Author") {}
    },
    BadModel(
      "no inverse, but a way back",
      Expected(
        .missingInverse, 0,
        "Book.author has no inverse: objects at the other end do not know of its links."
          + " Did you mean inverse: \"books\"?"),
      Expected(
        .missingInverse, 1,
        "Author.books has no inverse: objects at the other end do not know of its links."
          + " Did you mean inverse: \"author\"?")
    ) {
      Entity("Book") { Relationship("author", to: "Author") }
      Entity("Author") { Relationship("books", to: "Book", .toMany) }
    },
    BadModel(
      "no inverse, and two ways back",
      Expected(
        .missingInverse, 0,
        "Book.author has no inverse: objects at the other end do not know of its links."
          + " Declare one in Author."),
      Expected(
        .missingInverse, 2,
        "Author.books has no inverse: objects at the other end do not know of its links."
          + " Did you mean inverse: \"author\"?"),
      Expected(
        .missingInverse, 3,
        "Author.essays has no inverse: objects at the other end do not know of its links."
          + " Did you mean inverse: \"author\"?")
    ) {
      Entity("Book") { Relationship("author", to: "Author") }
      Entity("Author") {
        Relationship("books", to: "Book", .toMany)
        Relationship("essays", to: "Book", .toMany)
      }
    },
    BadModel(
      "to-many with at most one",
      Expected(
        .toManyOfOne, 1,
        "Team.heads leads to one object at most. Make it .toOne, which can be read without a loop.")
    ) {
      Entity("Team") {
        Relationship("heads", to: "Team", .toMany, inverse: "heads").count(...1)
      }
    },
    BadModel(
      "across configurations",
      Expected(
        .acrossConfigurations, 1,
        "Book.loans leads to Loan, with which Book shares no configuration."
          + " Stores keep no links to other stores; put both into one.")
    ) {
      Entity("Book", in: "shared", "other") {
        Relationship("loans", to: "Loan", .toMany, inverse: "book")
        Relationship("base", to: "Base")
      }
      Entity("Loan", in: "local") { Relationship("book", to: "Book") }
      Entity("Base") { Relationship("books", to: "Book", .toMany, inverse: "base") }
    },
    BadModel(
      "dangling links, and links that are needed",
      Expected(
        .danglingDeleteRule, 1,
        "Author.books does nothing on deletion, so Book.author would lead to deleted objects."
          + " Use .nullify, .cascade or .deny."),
      Expected(
        .nullifiedRequired, 2,
        "Author.diaries nullifies Diary.author on deletion, which is required, so its objects"
          + " become"
          + " invalid. Use .cascade or .deny, or make it optional.")
    ) {
      Entity("Author") {
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .noAction)
        Relationship("diaries", to: "Diary", .toMany, inverse: "author")
        Relationship("prizes", to: "Prize", .toMany, inverse: "authors")
        Relationship("pets", to: "Pet", .toMany, inverse: "owner", onDelete: .deny)
      }
      Entity("Book") { Relationship("author", to: "Author") }
      Entity("Diary") { Relationship("author", to: "Author").required() }
      Entity("Prize") { Relationship("authors", to: "Author", .toMany).required() }
      Entity("Pet") { Relationship("owner", to: "Author").required() }
    },
    BadModel(
      "cascades to what others share",
      Expected(
        .sharedCascade, 1,
        "Book.author cascades to objects that others share through Author.books. Use .nullify or"
          + " .deny."),
      Expected(
        .sharedCascade, 2,
        "Book.tags cascades to objects that others share through Tag.books. Use .nullify or .deny.")
    ) {
      Entity("Book") {
        Relationship("author", to: "Author", inverse: "books", onDelete: .cascade)
        Relationship("tags", to: "Tag", .toMany, inverse: "books", onDelete: .cascade)
      }
      Entity("Author") { Relationship("books", to: "Book", .toMany) }
      Entity("Tag") { Relationship("books", to: "Book", .toMany) }
    },
    BadModel(
      "cascades both ways",
      Expected(
        .cascadeBothWays, 1,
        "Book.author cascades, and so does Author.books: deleting one object deletes all that are"
          + " linked. Let one side nullify."),
      Expected(
        .cascadeBothWays, 5,
        "Friend.friends cascades, and is its own inverse: deleting one object deletes all that are"
          + " linked. Let one side nullify.")
    ) {
      Entity("Book") {
        Relationship("author", to: "Author", inverse: "books", onDelete: .cascade)
      }
      Entity("Author") { Relationship("books", to: "Book", .toMany, onDelete: .cascade) }
      Entity("Friend") {
        Relationship(
          "friends", to: "Friend", .toMany, inverse: "friends", onDelete: .cascade)
      }
    },
    BadModel(
      "cascades in a cycle, through a sub-entity",
      Expected(
        .cascadeCycle, 2,
        "Order.lines cascades in a cycle: Order.lines → Line.product → Ware.orders."
          + " Deleting one object may delete all. Let one of them nullify.")
    ) {
      Entity("Order") {
        Relationship("ware", to: "Ware")
        Relationship("lines", to: "Line", .toMany, inverse: "order", onDelete: .cascade)
      }
      Entity("Line") {
        Relationship("order", to: "Order")
        Relationship("product", to: "Product", inverse: "line", onDelete: .cascade)
      }
      Entity("Ware") {
        Relationship("orders", to: "Order", .toMany, inverse: "ware", onDelete: .cascade)
      }
      Entity("Product", parent: "Ware") { Relationship("line", to: "Line") }
    },
    BadModel(
      "optional numbers",
      Expected(
        .optionalNumber, 2,
        "Book.pages is an optional number, and stores distinguish a missing value from 0: sums "
          + "and orders must handle both. Make it required with a default, unless you need the "
          + "difference."),
      Expected(
        .optionalNumber, 3,
        "Book.rating is an optional number, and stores distinguish a missing value from 0: sums "
          + "and orders must handle both. Make it required with a default, unless you need the "
          + "difference.")
    ) {
      Entity("Book") {
        Attribute("a", Int?.self).transient()
        Attribute("pages", Int?.self)
        Attribute("rating", Float?.self).range(0...5)
        Attribute("title", String?.self)
        Attribute("b", Int?.self).derived(from: .keyPath(["pages"]))
        Composite("size") { Attribute("height", Int?.self) }
      }
    },
    BadModel(
      "hidden in typed views",
      Expected(
        .hiddenName, 0,
        #"Stock.isSet is hidden in typed views, which have a member "isSet". Read it there as"#
          + #" view.managedObject["isSet"], or rename it."#
      )
    ) { Entity("Stock") { Attribute("isSet", Bool.self) } },
    BadModel(
      "hidden in conditions",
      Expected(
        .hiddenName, 0,
        #"Stock.fetchExpression is hidden in conditions, whose parts have a member"#
          + #" "fetchExpression". Write $0["fetchExpression"] there, or rename it."#
      )
    ) { Entity("Stock") { Attribute("fetchExpression", String.self) } },
    BadModel(
      "hidden behind a to-many relationship",
      Expected(
        .hiddenName, 0,
        "Stock.all is hidden in typed conditions after a to-many relationship, whose objects "
          + #"have a member "all". Rename it if conditions use it there."#
      )
    ) {
      Entity("Stock") { Relationship("all", to: "Part", .toMany, inverse: "stock") }
      Entity("Part") { Relationship("stock", to: "Stock") }
    },
    BadModel(
      "unique with a default, and unique twice",
      Expected(
        .uniqueDefault, 2,
        #"Book.isbn is unique, but new objects share the default "-". Remove it, or use a closure."#
      ),
      Expected(
        .duplicateUniqueness, 4, "Book declares twice that isbn, title is unique. Remove one.")
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("isbn", String.self).unique().default("-")
        Unique("title", "isbn")
        Unique("isbn", "title")
      }
    },
    BadModel(
      "earlier names that are in use",
      Expected(
        .renamedFromPresent, 1,
        #"Novel was called "Book", but Book still exists. Its old data goes to Novel."#),
      Expected(
        .renamedFromPresent, 2,
        #"Novel.name was called "title", but Novel.title still exists. "#
          + "Its old data goes to Novel.name.")
    ) {
      Entity("Book") { Attribute("title", String.self) }
      Entity("Novel", parent: "Book") {
        Attribute("name", String.self).renamed(from: "title")
      }.renamed(from: "Book")
    },
    BadModel(
      "default that breaks a rule of little weight",
      Expected(
        .defaultBreaksRule, 1,
        #"Book.title must have a default that satisfies its own rule, a length of at least 3, but"#
          + #" has "a"."#
      )
    ) {
      Entity("Book") {
        Attribute("title", String.self).length(3..., severity: .warning).default("a")
      }
    },
  ]

  @Test func `closures that data could not keep are missed`() throws {
    let model = try ManagedObjectModel("Books") {
      Entity("Book") {
        Attribute("pages", Int.self).rule("is even") { $0 % 2 == 0 }
        Attribute("code", Int.self).default { 3 }
      }
    }
    #expect(model.warnings == [])
    let copy = try JSONDecoder().decode(
      ManagedObjectModel.self, from: try JSONEncoder().encode(model))
    #expect(
      copy.warnings.map(\.message) == [
        #"Book.pages has the rule "is even" without its closure, which cannot be encoded. Bind "#
          + #"it again; otherwise every object fails it."#,
        "Book.code has a default without its closure, which cannot be encoded: new objects get "
          + "no value. Bind it again with bindingDefaults(_:in:).",
      ])
    #expect(copy.warnings.map(\.code) == [.unboundRule, .unboundDefault])
  }

  @Test func `trees cascade without a warning`() throws {
    let model = try ManagedObjectModel("Files") {
      Entity("Item", isAbstract: true) {
        Attribute("name", String.self)
        Relationship("folder", to: "Folder", inverse: "items")
      }
      Entity("Folder", parent: "Item") {
        Relationship("items", to: "Item", .toMany, onDelete: .cascade)
      }
      Entity("File", parent: "Item") {
        Relationship("pages", to: "Page", .ordered, inverse: "file", onDelete: .cascade)
      }
      Entity("Page") { Relationship("file", to: "File").required() }
    }
    #expect(model.warnings == [])
  }
}
