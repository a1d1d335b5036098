// The declarations that listings of doc comments use: `.ci/listings` turns each listing into a method of `Setting`.
import Armature
import Foundation

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().default("")
  let works = ToMany<Work>(inverse: \.writer)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().length(1...200)
  let writer = ToOne<Writer>()
  let pages = Attribute<Int>().default(1)
  let rating = Attribute<Double?>().range(0...5)
}

final class Album: ManagedObject {
  @Property("title") var title: String
  @Property("sold") var sold: Int
}

/// Runs a listing in a new setting.
func run(_ place: String, _ listing: (Setting) async throws -> Void) async {
  print("--- \(place)")
  fflush(nil)  // A listing that traps is the last one that is printed.
  do {
    try await listing(Setting())
  } catch {
    print("\(place): error: \(error)")
  }
}

/// The model of a small library, and a context with a book, its author and a work.
struct Setting {
  let model: ManagedObjectModel
  let container: PersistentContainer
  let context: ManagedObjectContext
  let author: ManagedObject
  let book: ManagedObject
  let work: Managed<Work>

  init() throws {
    model = try Self.library()
    container = try PersistentContainer(model: model)
    context = container.makeContext()
    author = try context.insert("Author")
    author.name = "Frank Herbert"
    book = try context.insert("Book")
    book.title = "Dune"
    book.isbn = "978-0441013593"
    book.pages = 412
    book.author = author
    work = try context.insert(Work.self) {
      $0.title = "Middlemarch"; $0.pages = 904
    }
    work.writer = try context.insert(Writer.self) { $0.name = "George Eliot" }
    try context.save()
  }

  static func library() throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).length(1...100).identifying()
        Attribute("born", Int?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Book") {
        Attribute("isbn", String?.self).matching("97[89]-[0-9]{10}").unique()
        Attribute("title", String.self).length(1...200)
        Attribute("pages", Int.self).default(1).range(1...)
        Attribute("year", Int?.self)
        Attribute("price", Decimal?.self).range(0...)
        Attribute("editor", String?.self)
        Relationship("author", to: "Author", inverse: "books").required()
        Rule("long books have a price") { $0.pages < 1000 || $0.price != nil }
        FetchTemplate("since") { $0.year >= QueryVariable("YEAR") }
        FullText("title", "author.name", weights: [4])
      }
      Entity("Album", class: Album.self) {
        Attribute("title", String.self).default("")
        Attribute("sold", Int.self).default(0)
      }
      Work.self
      Writer.self
    }
  }
}
