import Armature
import ArmatureTesting
import Testing

#if APP
  @testable import MainActorDefault
#else
  @testable import Nonisolated
#endif

private let library = Result { try makeLibrary() }

@Suite struct IsolationTests {
  let model: ManagedObjectModel
  let context: ManagedObjectContext

  init() throws {
    model = try library.get()
    context = ManagedObjectContext(model: model)
  }

  @Test func `hooks, accessors and rules work`() throws {
    let book = try context.insert(Book.self)
    #expect(book.title == Book.untitled && book.calls == ["awakeFromInsert()"])
    book.size = Size(width: 2)
    book.colour = Colour(red: 7)
    expectValid(book)
    book.title = " Dune"
    expectFailures(of: book, [.init("Book.title", .rule("is tidy"))])
    book.title = "Dune"
    book.sequel = book
    expectFailures(of: book, [.init("Book", .rule("no book is its own sequel"))])
    let review = try context.insert(Review.self)
    #expect(review.isNew)
  }

  @Test func `objects are made up, and laws hold`() throws {
    try ObjectGenerator(model, seed: 1).make("Review", in: context)
    expectValid(context)
    checkLaws(model, histories: 50)
  }

  @Test(.context(try makeLibrary())) func `a context comes with the test`() throws {
    #expect(try Test.context.insert(Film.self) { $0.minutes = 162 }.minutes == 162)
  }

  @Test func `contexts live on actors and in tasks`() async throws {
    let container = try PersistentContainer(model: model, store: NotingStore())
    let list = ShelfList(container)
    try list.add("Emma")
    let librarian = Librarian(container)
    let id = try await librarian.add("Dune")
    #expect(try await librarian.snapshot(of: id)["title"] == "Dune")
    #expect(try await countBooks(container) == 2)
    try list.refresh()
    #expect(list.titles == ["Emma", "Dune", "Emma"])
  }
}
