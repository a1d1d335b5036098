// The listings of doc comments, in places where they compile: `.ci/listings` runs this, and checks
// that every line of theirs stands here.
import Armature
import Observation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().default("")
  let works = ToMany<Work>(inverse: \.writer)
  static var rules: Rules<Writer> {
    Rule("a writer in print has a long work") { $0.works.any { $0.pages > 100 } }
  }
}

/// A class with an initializer of its own.
final class Seeded: ManagedObject {
  required init(_ seed: consuming ObjectSeed) { super.init(seed) }
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().length(1...200)
  let writer = ToOne<Writer>()
  let pages = Attribute<Int>().default(1)
  let rating = Attribute<Double?>()
  static var rules: Rules<Work> {
    Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
  }
}

struct Novel: SubentityType {
  typealias Parent = Work
  static let schema = Novel()
  let chapters = Attribute<Int>().default(1)
}

let released = try ManagedObjectModel("Shelf") {
  Work.self
  Writer.self
  Entity("Book") {
    Attribute("title", String.self)
    Attribute("pages", Int.self).default(1)
    Attribute("year", Int?.self)
    Attribute("price", Decimal?.self)
    Relationship("author", to: "Author", inverse: "books")
    Rule("a priced book has pages") { $0.price == nil || $0.pages > 0 }
    FetchTemplate("since") { $0.year >= QueryVariable("YEAR") }
  }
  Entity("Author") {
    Attribute("name", String.self).default("")
    Relationship("books", to: "Book", .toMany, inverse: "author")
  }
}
let model = released

func object(_ context: ManagedObjectContext) throws {
  let book = try context.insert("Book")
  book.title = "Dune"
  let title: String? = book.title
  precondition(title == "Dune")
}

func changeset(_ book: ManagedObject) throws {
  let changes = Changeset(
    book, casting: #"{"title": "Dune", "pages": 412}"#, allowing: ["title", "pages"])
  if changes.isValid { try changes.apply() } else { print(changes.report) }
}

func pattern() throws {
  let isbn = try TextPattern("97[89]-[0-9]{10}")
  let answers = [
    isbn.matches("978-3161484100"),  // true
    isbn.matches("ISBN 978-3161484100"),  // false
  ]
  precondition(answers == [true, false])
}

func conditions(_ book: ManagedObject, _ author: ManagedObject, _ template: FetchPredicate) throws {
  let condition = template.binding(["YEAR": 1965, "AUTHOR": .value(author), "TAGS": ["new"]])
  let isLong = try FetchPredicate.comparison(.keyPath(["pages"]), .greater, 100).holds(for: book)
  precondition(condition == .constant(true) && !isLong)
}

func format() throws -> FetchPredicate {
  let condition = try FetchPredicate("pages > %d AND author.name BEGINSWITH[cd] %@", 100, "fr")
  return condition
}

func predicates() throws -> FetchPredicate {
  let predicate = #Predicate<Managed<Work>> { $0.pages > 100 && $0.writer?.name == "Frank" }
  let condition = try FetchPredicate(predicate, in: model)
  return condition
}

func requests(_ context: ManagedObjectContext) throws {
  let books = try context.fetch("Book") { $0.pages > 100 && $0.author.name == "Frank Herbert" }
  precondition(books.isEmpty)
  let request = FetchRequest("Book", orderedBy: [.ascending("title")], limit: 10) { $0.pages > 100 }
  let numbered = try context.fetch(
    "Book", orderedBy: [.ascending("title", options: [.caseInsensitive, .numeric])])
  _ = numbered
  let page = try context.fetch(request)
  precondition(page.count <= 10)
}

func textRequests(_ context: ManagedObjectContext) throws {
  let books = try context.fetch("Book", where: FetchPredicate("pages > %d", 100))
  precondition(books.isEmpty)
}

func typedRequests(_ context: ManagedObjectContext) throws {
  let works = try context.fetch(Work.self, orderedBy: { [.ascending($0.title)] }) {
    $0.pages > 100 && $0.writer.name.hasPrefix("F")
  }
  let request =
    FetchRequest(Work.self, orderedBy: { [.ascending($0.writer.name)] }) { $0.pages > 100 }
  let count = try context.count(request)
  precondition(works.count <= count)
}

func requestsByKeyPath(_ context: ManagedObjectContext) throws {
  let works = try context.fetch(Work.self, orderedBy: \.writer.name) { $0.pages > 100 }
  let request = FetchRowRequest(
    Work.self, { [.property($0.writer.name), .aggregate(.average, $0.pages, as: "pages")] }
  ) { $0.pages > 10 }
  let rows = try context.fetch(request)
  precondition(rows.count <= works.count)
}

final class Album: ManagedObject {
  @Property("sold") var sold: Int
}

func classRequest(_ context: ManagedObjectContext) throws {
  let request = try FetchRequest(Album.self, in: context.model) { $0.sold >= 100 }
  precondition(request.entity == "Album")
}

func typedResults(_ context: ManagedObjectContext) throws {
  let works = try FetchedResults(
    FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context)
  precondition(works.objects.isEmpty)
}

func rows(_ context: ManagedObjectContext) throws {
  let request = FetchRowRequest(
    "Book", [.property("author.name"), .count(as: "books"), .average("pages", as: "pages")],
    having: { $0.books > 1 }, orderedBy: [.descending("books")])
  for row in try context.fetch(request) { print(row["author.name"], row["books"]) }
}

func films() throws -> ManagedObjectModel {
  try ManagedObjectModel("Films") {
    Entity("Film") {
      Attribute("year", Int.self).default(1900)
      Attribute("studio", String?.self)
      FetchedProperty("latest", of: "Film", orderedBy: [.descending("year")], limit: 3) {
        $0.studio == QueryVariable.fetchSource.studio
      }
    }
  }
}

func template(_ context: ManagedObjectContext) throws {
  let books = try context.fetch(context.model.fetchRequest(template: "since", ["YEAR": 1965]))
  precondition(books.isEmpty)
}

func containers(_ library: ManagedObjectModel) async throws {
  let container = try PersistentContainer(model: library)
  let context = container.makeContext()
  let count = try await container.perform { context in try context.count("Book") }
  precondition(count == 0 && !context.hasChanges)
}

func snapshots(_ book: ManagedObject) {
  let snapshot = book.snapshot()
  let title: String? = snapshot.title
  precondition(title == snapshot["title"].flatMap { String(attributeValue: $0) })
}

func archive(_ book: ManagedObject, _ context: ManagedObjectContext) throws {
  let data = try JSONEncoder().encode(ObjectArchive([book]))
  let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
  let same = archive.objects[0]
  precondition(same === book)
}

func batches(_ context: ManagedObjectContext) throws {
  var pages = 0
  var request = FetchRequest("Book")
  request.batchSize = 500
  try context.forEachBatch(of: request) { books in pages += books.count }
  let count = try context.count("Book")
  precondition(pages == count)
}

func conditionAsText(_ context: ManagedObjectContext) throws {
  let works = try context.fetch(Work.self, where: FetchPredicate("pages > %d", 100))
  precondition(works.allSatisfy { $0.pages > 100 })
}

func attempt(_ book: ManagedObject, _ values: [String: any PropertyConvertible]) throws {
  guard let context = book.managedObjectContext else { return }
  try context.attempt {
    try book.setValuesForKeys(values)
    try book.validateForSave()
  }
}

func willSave(_ context: ManagedObjectContext, _ editor: String) {
  context.willSave = { context in
    for object in context.updatedObjects { try object.setValue(editor, forKey: "editor") }
  }
  context.willSave = nil
}

func saves(_ context: ManagedObjectContext) async {
  for await change in context.changes { print(change.inserted.count) }
}

func objectChanges(_ context: ManagedObjectContext) async {
  for await changes in context.objectChanges { print(changes.updated.count) }
}

func results(_ context: ManagedObjectContext, _ book: ManagedObject) throws {
  let results = try FetchedResults(
    FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
  book.title = "Dune Messiah"
  for step in try results.update() { print(step) }
}

func tracking(_ context: ManagedObjectContext, _ book: ManagedObject) {
  context.tracksReads = true
  withObservationTracking {
    print(book.title ?? "")
  } onChange: {
    print("has another title")
  }
  context.tracksReads = false
}

func difference() {
  let difference = model.difference(from: released)
  print(difference)
  precondition(difference.compatibility <= .lightweight)
}

let context = ManagedObjectContext(model: model)
try rows(context)
try object(context)
try changeset(try context.insert("Book"))
try pattern()
let book = try context.insert("Book")
try conditions(book, book, .constant(true))
let formatted = try format()
precondition(formatted != .constant(true))
try requests(context)
try typedRequests(context)
try template(context)
try attempt(book, ["title": "Dune"])
snapshots(book)
try batches(context)
try archive(book, context)
try await containers(context.model)
difference()
