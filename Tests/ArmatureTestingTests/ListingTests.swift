import Armature
import ArmatureTesting
import Testing

/// The listings of the doc comments of ArmatureTesting: `.ci/listings` checks that they stand here.
@Suite struct ListingTests {
  @Test func `objects are made of a model`() throws {
    let context = ManagedObjectContext(model: library)
    let generator = ObjectGenerator(library, seed: 1)
    let book = try generator.make("Book", in: context)
    let objects = try generator.make(["Author": 20, "Book": 100], in: context)
    #expect(objects["Author"]?.count == 20)
    book.isbn = "1"
    book.pages = 0
    expectFailures(of: book, [.init("Book.isbn", .pattern), .init("Book", .rule("has pages"))])
  }

  @Test func `a shelf is written down once`() throws {
    let context = ManagedObjectContext(model: library)
    let shelf = try Fixture(library) { shelf in
      let herbert = try shelf.insert("Author", as: "herbert")
      herbert.name = "Frank Herbert"
      let dune = try shelf.insert("Book", as: "dune")
      dune.isbn = "978-0441013593"
      dune.title = "Dune"
      dune.author = herbert
    }
    let objects = try shelf.load(into: context)
    let title: String? = objects["dune"].title
    #expect(title == "Dune")
  }

  @Test(.context(library)) func `a new book has a page`() throws {
    let book = try Test.context.insert("Book")
    #expect(book.pages == 1)
  }

  @Test(.seed(42)) func `totals add up`() throws {
    let (shop, context) = (try shopModel(), ManagedObjectContext(model: try shopModel()))
    let orders = try ObjectGenerator(shop).make("Order", count: 50, in: context)
    #expect(orders.count == 50)
  }

  @Test(.seed()) func `the laws hold`() throws {
    checkLaws(library, histories: 1_000)
  }

  @Test(.context(library), arguments: library.counterexamples())
  func `what the model refuses, the form refuses`(example: Counterexample) throws {
    let object = try example.make(in: Test.context)
    #expect(Form(object).problems.map(\.path) == [example.expected.path])
  }
}

private let library: ManagedObjectModel = {
  let model = try? ManagedObjectModel("Library") {
    Entity("Author") {
      Attribute("name", String.self).length(2...100).identifying()
      Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
    }
    Entity("Book") {
      Attribute("isbn", String.self).matching("97[89]-[0-9]{10}").identifying()
      Attribute("title", String.self).length(1...200)
      Attribute("pages", Int.self).default(1).range(0...10_000)
      Relationship("author", to: "Author", inverse: "books").required()
      Rule("has pages") { $0.pages > 0 }
    }
  }
  guard let model else { preconditionFailure("The model of the listings must be valid.") }
  return model
}()

/// Stands for the code in front of a model.
private struct Form {
  let problems: [(path: String, message: String)]

  init(_ object: ManagedObject) {
    problems = object.validate().map { (ExpectedFailure($0).path, $0.message) }
  }
}
