import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().length(1...100)
  let works = ToMany<Work>(inverse: \.writer, onDelete: .cascade)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().length(1...200)
  let pages = Attribute<Int>().default(1).range(1...)
  let rating = Attribute<Double?>().range(0...5)
  let writer = ToOne<Writer>()
  static var rules: Rules<Work> {
    Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
    Unique(\.title, \.writer)
  }
}

final class BookObject: ManagedObject {
  @Property("title") var title: String
  @Property("pages") var pages: Int
  @Property("added") var added: Date
  override func awakeFromInsert() { added = Date(timeIntervalSinceReferenceDate: 0) }
  override func validateForUpdate() throws {}
}

@Suite struct DesignShapesTests {
  private func library(languages: [String] = ["de", "fr"]) throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).length(1...100)
        Attribute("born", Date?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Book") {
        Attribute("title", String.self).length(1...200)
        Attribute("pages", Int.self).default(1).range(1...)
        Attribute("price", Decimal?.self).range(0..<1000)
        Attribute("added", Date.self).default(.now)
        Relationship("author", to: "Author", inverse: "books")
        Unique("title", "author")
        Rule("a priced book has pages") { $0.price == nil || $0.pages > 0 }
        Rule(
          "the title is not its author's name", check: { book in book.title != book.author?.name })
        for language in languages { Attribute("title_\(language)", String?.self) }
      }
    }
  }

  @Test func `the dynamic tier reads and writes by name`() throws {
    let context = ManagedObjectContext(model: try library())
    let book = try context.insert("Book")
    book.title = "Dune"
    book.pages = 412
    let title: String? = book.title
    #expect(title == "Dune")
    #expect(book["title"] == "Dune")
    #expect(book.pages == 412)
    let author = try context.insert("Author")
    author.name = "Frank Herbert"
    book.author = author
    #expect(book.author?.name == "Frank Herbert")
    let books: Set<ManagedObject>? = author.books
    #expect(books == [book])
    let untyped = book.title
    #expect(untyped == "Dune")
    book.title_de = "Der Wüstenplanet"
    #expect(book.title_de == "Der Wüstenplanet")
    book.title_de = nil
    #expect(book.title_de == nil)
    book.pages! += 1
    #expect((book.pages ?? 0) + 1 == 414)
    try context.save()
    #expect(!context.hasChanges)
    book.author?.name = "Herbert"
    #expect(author.name == "Herbert")
    #expect(context.hasChanges)
    context.rollback()
    #expect(author.name == "Frank Herbert")
  }

  @Test func `a failed save says everything that is wrong and keeps the changes`() throws {
    let context = ManagedObjectContext(model: try library())
    let book = try context.insert("Book")
    book.pages = 0
    book.price = Decimal(5)
    let error = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(error?.failures.map(\.code) == ["required", "range.tooSmall", "rule"])
    #expect(book.isInserted)
    book.title = "Dune"
    book.pages = 1
    try context.save()
    #expect(book.objectState == .unchanged)
  }

  @Test func `the typed tier is checked by the compiler`() throws {
    let model = try ManagedObjectModel("Shelf") {
      Work.self
      Writer.self
    }
    let context = ManagedObjectContext(model: model)
    let work = try context.insert(Work.self) {
      $0.title = "Dune"
      $0.pages = 412
    }
    work.pages += 1
    #expect(work.pages == 413)
    #expect(work.writer?.name == nil)
    let writer = try context.insert(Writer.self) { $0.name = "Frank" }
    work.writer = writer
    #expect(writer.works == [work])
    #expect(work.managedObject.title == "Dune")
    #expect(work.isSet(\.title) && !work.isSet(\.rating))
    work.pages = 1200
    #expect(throws: ValidationReport.self) { try context.save() }
    work.rating = 4.5
    try context.save()
    #expect(work.rating == 4.5)
  }

  @Test func `the class tier has typed accessors and hooks`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Book", class: BookObject.self) {
        Attribute("title", String.self).length(1...200)
        Attribute("pages", Int.self).default(1).range(1...)
        Attribute("added", Date.self).default(.now)
      }
    }
    let context = ManagedObjectContext(model: model)
    let book = try context.insert(BookObject.self)
    #expect(book.added == Date(timeIntervalSinceReferenceDate: 0))
    book.title = "Dune"
    book.pages += 2
    #expect(book.pages == 3)
    #expect(book["title"] == "Dune")
    let same: BookObject? = try context.insert("Book") as? BookObject
    #expect(same != nil)
  }

  // With typed throws, the compiler crashes on a closure in such a `catch` (Swift 6.3).
  @Test func `errors can be caught by their types and looked at with closures`() throws {
    do {
      _ = try ManagedObjectModel("Empty") { Entity("A", parent: "B") {} }
    } catch let error as ModelError {
      #expect(error.issues.contains { $0.entity == "A" })
    }
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("One") { Entity("A") { Attribute("x", Int.self) } })
    do {
      try context.insert("B")
    } catch let error as ManagedObjectError {
      #expect([error].map(\.description) == ["\(error)"])
    }
    let object = try context.insert("A")
    do {
      try context.save()
    } catch let report as ValidationReport {
      #expect(report.map { $0.code } == ["required"])
    }
    do {
      try context.delete(object)
    } catch let report as ValidationReport {
      #expect(report.contains { $0.code == "delete.denied" })
    }
  }
}
