import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MigrationPlanTests {
  static let steps: [ModelStep] = [
    ModelStep(
      "the order of steps",
      "renameEntity: Store: renamed from Shop (no loss). Its objects are kept under the"
        + " new name.",
      "renameProperty: Book.c: renamed from b (no loss). Its values are kept under the"
        + " new name.",
      "addEntity: New: added (no loss). Old stores have no objects of it.",
      "addAttribute: Store.new: added, required and without a default (needs a value)."
        + " Old objects have no value for it.",
      "convertValues: Book.a: the type changed from Int16 to Int32 (no loss). Every old"
        + " value fits.",
      "removeAttribute: Store.old: removed (may lose). Its values are dropped.",
      "removeEntity: Gone: removed (may lose). Its objects are dropped.",
      "requireUniqueness: Store: new became unique (needs a value). Old objects may have"
        + " equal values, so they must be checked.",
      "changeDeclaration: Book.a: the default changed (nothing to do). Only new objects"
        + " get it."
    ) {
      Entity("Gone") {}
      Entity("Shop") { Attribute("old", String.self) }
      Entity("Book") {
        Attribute("a", Int16.self)
        Attribute("b", String.self)
      }
    } to: {
      Entity("New") {}
      Entity("Store") {
        Attribute("new", String.self)
        Unique("new")
      }.renamed(from: "Shop")
      Entity("Book") {
        Attribute("a", Int32.self).default(1)
        Attribute("c", String.self).renamed(from: "b")
      }
    },
    ModelStep(
      "entities split, merged, and given a parent",
      "addEntity: Story: added (no loss). Old stores have no objects of it.",
      "addEntity: Party: added (no loss). Old stores have no objects of it.",
      "splitEntity: Work: became abstract (needs a value). Each of its own objects must"
        + " become one of Novel or Story.",
      "moveEntity: Person: the parent changed from none to Party (no loss). Objects keep the "
        + "properties that old and new ancestors share.",
      "moveEntity: Item: the parent changed from Base to none (no loss). Objects keep the "
        + "properties that old and new ancestors share.",
      "addAttribute: Person.name: added, optional (no loss). Old objects have no value"
        + " for it.",
      "removeAttribute: Item.note: removed (may lose). Its values are dropped.",
      "removeEntity: Poem: removed (may lose). Its objects are dropped.",
      "removeEntity: Base: removed (no loss). It has no objects of its own."
    ) {
      Entity("Work") { Attribute("title", String.self) }
      Entity("Novel", parent: "Work") { Attribute("pages", Int.self) }
      Entity("Poem", parent: "Work") {}
      Entity("Person") {}
      Entity("Base", isAbstract: true) { Attribute("note", String?.self) }
      Entity("Item", parent: "Base") {}
    } to: {
      Entity("Work", isAbstract: true) { Attribute("title", String.self) }
      Entity("Novel", parent: "Work") { Attribute("pages", Int.self) }
      Entity("Story", parent: "Work") {}
      Entity("Party") { Attribute("name", String?.self) }
      Entity("Person", parent: "Party") {}
      Entity("Item") {}
    },
    ModelStep(
      "an entity becomes a part of its parent",
      "addAttribute: Work.lines: added, optional (no loss). Old objects have no value"
        + " for it.",
      "removeEntity: Poem: removed (may lose). Its objects are dropped, unless they"
        + " become objects of Work."
    ) {
      Entity("Work") {}
      Entity("Poem", parent: "Work") { Attribute("lines", Int?.self) }
    } to: {
      Entity("Work") { Attribute("lines", Int?.self) }
    },
    ModelStep(
      "types",
      "convertValues: Book.a: the type changed from Int to Int16 (may lose). Each value is "
        + "checked; a value without an equal in Int16 is an obstacle.",
      "convertValues: Book.b: the type changed from Int to String (no loss). Each value"
        + " becomes its text, as JSON has it.",
      "convertValues: Book.c: the type changed from String to Int (may lose). Each value is "
        + "checked; a value without an equal in Int is an obstacle.",
      "convertValues: Book.d: the type changed from Date to String (may lose). Each"
        + " value becomes its text, which may say less than the value.",
      "convertValues: Book.e: the type changed from UUID to String (no loss). Each value"
        + " becomes its text, as JSON has it.",
      "convertValues: Book.f: the type changed from Int16 to Double (no loss). Every old"
        + " value fits.",
      "convertValues: Book.g: the type changed from Date to Bool (impossible). No old"
        + " value can become a new one. Keep the old attribute, and add another.",
      "convertValues: Book.h: the type changed from Int to Int16 (no loss). Its values are "
        + "computed again.",
      "changeDerivation: Book.h: became derived (may lose). Values that were set are"
        + " replaced by computed ones."
    ) {
      Attribute("a", Int.self)
      Attribute("b", Int.self)
      Attribute("c", String.self)
      Attribute("d", Date.self)
      Attribute("e", UUID.self)
      Attribute("f", Int16.self)
      Attribute("g", Date.self)
      Attribute("h", Int.self)
    } new: {
      Attribute("a", Int16.self)
      Attribute("b", String.self)
      Attribute("c", Int.self)
      Attribute("d", String.self)
      Attribute("e", String.self)
      Attribute("f", Double.self)
      Attribute("g", Bool.self)
      Attribute("h", Int16.self).derived(from: .keyPath(["f"]))
    },
    ModelStep(
      "values that were never stored, are no longer, or from now on",
      "changeStorage: Book.d: became transient (may lose). Its stored values are dropped.",
      "changeDerivation: Book.e: became derived (may lose). Values that were set are"
        + " replaced by computed ones.",
      "changeStorage: Book.f: became stored, optional (no loss). Old objects have no"
        + " value for it.",
      "removeAttribute: Book.a: removed (no loss). It was not stored.",
      "removeAttribute: Book.b: removed (no loss). Its values were computed."
    ) {
      Attribute("a", String.self).transient()
      Attribute("b", String.self).derived(from: .keyPath(["c"]))
      Attribute("c", String.self)
      Attribute("d", String.self)
      Attribute("e", String.self)
      Attribute("f", String?.self).transient()
    } new: {
      Attribute("c", String.self)
      Attribute("d", String.self).transient()
      Attribute("e", String.self).derived(from: .keyPath(["c"]))
      Attribute("f", String?.self)
    },
    ModelStep(
      "shapes of relationships",
      "changeArity: Book.author: was to-one and is to-many (no loss). The one object"
        + " stays. It was many-to-one, and is many-to-many.",
      "changeArity: Book.parts: was ordered and is to-many (may lose). The order is"
        + " dropped.",
      "changeArity: Book.notes: was to-many and is ordered (no loss). Old objects get"
        + " the order in which they are found.",
      "changeArity: Tag.books: was to-many and is to-one (may lose). One of several"
        + " objects must be chosen. It was many-to-many, and is many-to-one."
    ) {
      Entity("Book") {
        Relationship("author", to: "Author", inverse: "books")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
        Relationship("parts", to: "Tag", .ordered)
        Relationship("notes", to: "Tag", .toMany)
      }
      Entity("Author") { Relationship("books", to: "Book", .toMany, inverse: "author") }
      Entity("Tag") { Relationship("books", to: "Book", .toMany, inverse: "tags") }
    } to: {
      Entity("Book") {
        Relationship("author", to: "Author", .toMany, inverse: "books")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
        Relationship("parts", to: "Tag", .toMany)
        Relationship("notes", to: "Tag", .ordered)
      }
      Entity("Author") { Relationship("books", to: "Book", .toMany, inverse: "author") }
      Entity("Tag") { Relationship("books", to: "Book", inverse: "tags") }
    },
    ModelStep(
      "sides of relationships",
      "addRelationship: Page.a: added (no loss). Its links are the other side of those of Book.a.",
      "addRelationship: Page.b: added (no loss). Its links are the other side of those of Book.b.",
      "changeInverse: Book.a: the inverse changed from none to a (no loss). The other"
        + " side follows from the links.",
      "changeInverse: Book.b: the inverse changed from none to b (may lose). Several objects "
        + "may lead to the same one, which can lead back to only one.",
      "changeInverse: Book.c: the inverse changed from none to c (may lose). Both sides"
        + " had links of their own, which may contradict each other.",
      "changeInverse: Page.c: the inverse changed from none to c (may lose). Both sides"
        + " had links of their own, which may contradict each other.",
      "changeInverse: Page.d: the inverse changed from d to none (no loss). The links of"
        + " this side stay.",
      "changeInverse: Page.e: the inverse changed from e to none (no loss). The links of"
        + " this side stay.",
      "removeRelationship: Book.d: removed (no loss). Its links stay as those of Page.d.",
      "removeRelationship: Book.e: removed (may lose). Its links stay as those of"
        + " Page.e, and their order is dropped."
    ) {
      Entity("Book") {
        Relationship("a", to: "Page")
        Relationship("b", to: "Page")
        Relationship("c", to: "Page")
        Relationship("d", to: "Page", .toMany, inverse: "d")
        Relationship("e", to: "Page", .ordered, inverse: "e")
      }
      Entity("Page") {
        Relationship("c", to: "Book")
        Relationship("d", to: "Book", inverse: "d")
        Relationship("e", to: "Book", inverse: "e")
      }
    } to: {
      Entity("Book") {
        Relationship("a", to: "Page", inverse: "a")
        Relationship("b", to: "Page", inverse: "b")
        Relationship("c", to: "Page", inverse: "c")
      }
      Entity("Page") {
        Relationship("a", to: "Book", .toMany, inverse: "a")
        Relationship("b", to: "Book", inverse: "b")
        Relationship("c", to: "Book", inverse: "c")
        Relationship("d", to: "Book")
        Relationship("e", to: "Book")
      }
    },
    ModelStep(
      "other destinations",
      "changeDestination: Book.wider: the destination changed from Novel to Work (no"
        + " loss). Old links lead to objects of the new destination.",
      "changeDestination: Book.narrower: the destination changed from Work to Novel (may"
        + " lose). A link to an object other than a Novel does not fit.",
      "changeDestination: Book.other: the destination changed from Work to Book (needs a"
        + " value). Old links may lead to objects of another entity."
    ) {
      Entity("Book") {
        Relationship("wider", to: "Novel")
        Relationship("narrower", to: "Work")
        Relationship("other", to: "Work")
      }
      Entity("Work") {}
      Entity("Novel", parent: "Work") {}
    } to: {
      Entity("Book") {
        Relationship("wider", to: "Work")
        Relationship("narrower", to: "Novel")
        Relationship("other", to: "Book")
      }
      Entity("Work") {}
      Entity("Novel", parent: "Work") {}
    },
  ]
}
