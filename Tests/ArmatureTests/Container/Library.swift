@testable import Armature

/// A small library in a container, with every kind of relationship and objects of a class.
enum Library {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author")
        Relationship("best", to: "Book", inverse: "bestOf")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self).default(1).range(0...10_000)
        Attribute("note", String?.self)
        Attribute("draft", String?.self).transient()
        Relationship("author", to: "Author", inverse: "books")
        Relationship("bestOf", to: "Author", inverse: "best")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
        Relationship("chapters", to: "Chapter", .ordered, inverse: "book", onDelete: .cascade)
        Relationship("next", to: "Book")
      }
      Entity("Novel", parent: "Book") {
        Attribute("genre", String?.self)
      }
      Entity("Tag") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
      Entity("Chapter") {
        Attribute("title", String.self)
        Relationship("book", to: "Book", inverse: "chapters")
      }
      Entity("Loan", class: Loan.self) {
        Attribute("days", Int.self).default(14)
        Attribute("caption", String?.self).transient()
        Relationship("book", to: "Book")
      }
    }
  }

  /// Returns a container and a context with two authors, three books, two tags and three chapters, saved.
  static func stocked() throws -> (container: PersistentContainer, context: ManagedObjectContext) {
    let container = try PersistentContainer(model: model())
    let context = container.makeContext()
    try stock(context)
    try context.save()
    return (container, context)
  }

  static func stock(_ context: ManagedObjectContext) throws {
    func make(_ entity: String, _ values: [String: any PropertyConvertible]) throws
      -> ManagedObject
    {
      let object = try context.insert(entity)
      for (key, value) in values { try object.setValue(value, forKey: key) }
      return object
    }
    let frank = try make("Author", ["name": "Frank"])
    let ursula = try make("Author", ["name": "Ursula"])
    let (desert, space) = (try make("Tag", ["name": "desert"]), try make("Tag", ["name": "space"]))
    let dune = try make("Book", ["title": "Dune", "pages": 412, "author": frank])
    let left = try make("Book", ["title": "The Left Hand", "pages": 286, "author": ursula])
    let worm = try make(
      "Novel", ["title": "Children", "pages": 408, "author": frank, "genre": "saga"])
    try dune.setValue([desert, space], forKey: "tags")
    try left.setValue([space], forKey: "tags")
    try frank.setValue(dune, forKey: "best")
    try dune.setValue(worm, forKey: "next")
    let chapters = try ["One", "Two", "Three"].map { try make("Chapter", ["title": $0]) }
    try dune.setValue(chapters, forKey: "chapters")
    let loan = try make("Loan", ["days": 3])
    try loan.setValue(left, forKey: "book")
  }
}

/// A class that computes a value when an object comes from the store.
final class Loan: ManagedObject {
  @Property("days") var days: Int
  @Property("caption") var caption: String?
  private(set) var events: [String] = []

  override func awakeFromInsert() { events.append("insert") }
  override func awakeFromFetch() {
    events.append("fetch")
    caption = "\(days) days"
  }
  override func willTurnIntoFault() { events.append("will fault \(days)") }
  override func didTurnIntoFault() { events.append("did fault") }
}

extension ManagedObjectContext {
  /// Returns the object with the ID of another context's object.
  func same(_ object: ManagedObject) throws -> ManagedObject {
    try existingObject(with: object.objectID)
  }

  /// Returns the first object of an entity with a value among the context's objects.
  func first(_ entity: String, _ key: String, _ value: AttributeValue) throws -> ManagedObject {
    guard let found = objects(of: entity).first(where: { $0[key] == value }) else {
      throw ManagedObjectError.unknownEntity(name: entity, suggestion: nil)
    }
    return found
  }
}
