import Armature
import ArmatureTesting
import Foundation
import Testing

/// The code listings of the README, the articles and the doc comments of ArmatureTesting: `.ci/listings` checks that
/// their lines appear here.
@Suite struct ListingTests {
  private let context = ManagedObjectContext(model: library)

  @Test(.context(shop)) func `nothing has a negative price`() throws {
    let product = try ObjectGenerator(shop).make("Product", in: Test.context)
    product.price = -1
    expectFailures(of: product, [.init("Product.price", .tooSmall)])
  }

  @Test(.context(library)) func `a book without pages is refused`() throws {
    let book = try ObjectGenerator(library).make("Book", in: Test.context)
    book.pages = 0
    expectFailures(of: book, [.init("Book.pages", .tooSmall)])
  }

  @Test(.store(.sqlite)) func `a saved book is found after a restart`() throws {
    let context = try PersistentContainer(model: library, store: Test.store).makeContext()
    try ObjectGenerator(library).make("Book", in: context)
    try context.save()
    let again = try PersistentContainer(model: library, store: Test.storeAgain())
    #expect(try again.makeContext().count("Book") == 1)
    let kinds: [StoreTrait.Kind] = [.memory, .json, .sqlite]
    #expect(kinds.count == 3)
  }

  @Test func `objects are made of a model`() throws {
    let generator = ObjectGenerator(library, seed: 1)
    let book = try generator.make("Book", in: context)
    let objects = try generator.make(["Author": 20, "Book": 100], in: context)
    #expect(objects["Author"]?.count == 20)
    book.isbn = "1"
    book.pages = 2_000
    book.price = nil as Decimal?
    expectFailures(of: book, [.init("Book.isbn", .pattern), .init("Book", .rule)])
  }

  @Test func `the author of a book cannot be taken away`() throws {
    let context = ManagedObjectContext(model: library)
    let book = try ObjectGenerator(library).make("Book", in: context)
    book.author = nil
    expectSaveFails(context, [.init("Book.author", .required)])
  }

  @Test func `the head of a department is the oldest`() throws {
    let context = ManagedObjectContext(model: staff)
    let generator = ObjectGenerator(staff)
    generator.supply(for: "head", of: "Department") { [oldest($0)].compactMap(\.self) }
    try generator.make(["Department": 20, "Person": 100], in: context)
    expectValid(context)
  }

  @Test func `the head of a department is one of its people`() throws {
    let generator = ObjectGenerator(staff)
    generator.supply(for: "head", of: "Department") { department in department.people }
    let context = ManagedObjectContext(model: staff)
    let department = try generator.make("Department", in: context)
    let (head, people): (ManagedObject?, [ManagedObject]?) = (department.head, department.people)
    #expect(head.flatMap { people?.contains($0) } == true)
  }

  @Test(.seed()) func `what is exported is read back`() throws {
    let context = ManagedObjectContext(model: library)
    try ObjectGenerator(library).make(["Author": 20, "Book": 100], in: context)
    let copy = ManagedObjectContext(model: library)
    try copy.load(.data(try context.json()))
    expectEqual(copy, context)
  }

  @Test func `a shelf is written down once`() throws {
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

  @Test func `the store does what stores must`() async {
    await expectConformance(StoreConformance { InMemoryStore() }, [.identity, .keys])
  }

  @Test func `each finding is a value`() async {
    let conformance = StoreConformance { InMemoryStore() }
    for finding in await conformance.findings([.commits]) { print(finding) }
  }

  @Test(.context(library), arguments: library.counterexamples())
  func `what the model refuses, the form refuses`(example: Counterexample) throws {
    let object = try example.make(in: Test.context)
    #expect(Form(object).problems.map(\.path) == [example.expected.path])
  }

  @Test func `an audit finds the rule that says nothing`() throws {
    let audit = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("price", Int.self).range(1...1000)
        Rule("no price is negative") { $0.price >= 0 }
      }
    }.audit()
    print(audit)
    #expect(audit.findings.count == 1)
  }

  @Test func `rules that nothing keeps end the search`() throws {
    let tickets = try ManagedObjectModel("Tickets") {
      Entity("Ticket") { Attribute("code", String.self).rule("is right") { _ in false } }
    }
    let (generator, context) = (ObjectGenerator(tickets), ManagedObjectContext(model: tickets))
    #expect(throws: GenerationError.self) { try generator.make("Ticket", in: context) }
  }

  @Test func `a seed says which numbers come`() {
    var random = SplitMix64(seed: 42)
    var again = SplitMix64(seed: 42)
    #expect((1...6).map { _ in random.next() } == (1...6).map { _ in again.next() })
  }

  @Test func `receipts are compared line by line`() {
    struct Receipt: LineComparable {
      let lines: [String]
      func difference(from expected: Receipt) -> String? {
        lines.joined(separator: "\n").difference(from: expected.lines.joined(separator: "\n"))
      }
    }
    expectEqual(Receipt(lines: ["Tea 2.50"]), Receipt(lines: ["Tea 2.50"]))
  }

  @Test func `an invoice is as it was recorded`() {
    struct Invoice: SnapshotConvertible {
      let total: Decimal
      func snapshotText() -> String { "Total: \(total)\n" }
    }
    expectSnapshot(of: Invoice(total: 10), named: "invoice")
  }

  @Test func `what is in a basket is valid`() throws {
    struct Basket: Validatable {
      let products: [ManagedObject]
      func validate() -> ValidationReport {
        products.reduce(ValidationReport()) { $0.merging($1.validate()) }
      }
    }
    let context = ManagedObjectContext(model: shop)
    let generator = ObjectGenerator(shop)
    expectValid(Basket(products: try generator.make("Product", count: 3, in: context)))
  }

  @Test func `the quick checks of a store find nothing`() async {
    let quick = StoreCheck.allCases.filter { ![.transactions, .contexts, .tasks].contains($0) }
    await expectConformance(StoreConformance { InMemoryStore() }, quick)
  }

  @Test func `a finding says what was done, what must be and what is`() async {
    let findings = await StoreConformance { InMemoryStore() }.findings([.commits, .conflicts])
    for finding in findings { print(finding.action, finding.expected, finding.found) }
    #expect(findings.isEmpty)
  }

  @Test func `no key is given twice`() async {
    let broken = Set(await StoreConformance { InMemoryStore() }.findings([.keys]).map(\.rule))
    #expect(broken.isDisjoint(with: [StoreRule.keys, .keyCount]))
  }
}

@Suite(.context(library)) struct BookTests {
  @Test(arguments: ["", "1", "978-044101359"]) func `an isbn has its form`(isbn: String) throws {
    let book = try ObjectGenerator(library).make("Book", in: Test.context)
    book.isbn = isbn
    expectFailures(of: book, [.init("Book.isbn", .pattern)])
  }
}

private let library: ManagedObjectModel = {
  do {
    let library = try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).length(2...100).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Book") {
        Attribute("isbn", String.self).matching("97[89]-[0-9]{10}").identifying()
        Attribute("title", String.self).length(1...200)
        Attribute("pages", Int.self).default(1).range(1...10_000)
        Attribute("price", Decimal?.self).range(0..<1000)
        Relationship("author", to: "Author", inverse: "books").required()
        Rule("long books have a price") { $0.pages < 1000 || $0.price != nil }
      }
    }
    return library
  } catch {
    preconditionFailure("\(error)")
  }
}()

private let staff: ManagedObjectModel = {
  do {
    let staff = try ManagedObjectModel("Staff") {
      Entity("Department") {
        Attribute("name", String.self).length(1...40).identifying()
        Relationship("head", to: "Person").required()
        Relationship("people", to: "Person", .toMany, inverse: "department").required()
        Rule("the head is the oldest", on: "head", "people", check: { $0.head == oldest($0) })
      }
      Entity("Person") {
        Attribute("age", Int.self).range(16...99)
        Relationship("department", to: "Department", inverse: "people").required()
      }
    }
    return staff
  } catch {
    preconditionFailure("\(error)")
  }
}()

func oldest(_ department: ManagedObject) -> ManagedObject? {
  let people: [ManagedObject] = department.people ?? []
  return people.max { ($0.age ?? 0) < ($1.age ?? 0) }
}

private let shop: ManagedObjectModel = {
  do {
    let model = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(0...)
      }
    }
    return model
  } catch {
    preconditionFailure("\(error)")
  }
}()

/// Stands in for a user interface of a model.
private struct Form {
  let problems: [(path: String, message: String)]

  init(_ object: ManagedObject) {
    problems = object.validate().map { (ExpectedFailure($0).path, $0.message) }
  }
}
