import Armature
import Testing

@Suite struct ChangesetLinkTests {
  private let context: ManagedObjectContext
  private let author: ManagedObject
  private let book: ManagedObject
  private let other: ManagedObject

  init() throws {
    context = ManagedObjectContext(model: try Self.model())
    author = try context.insert("Author")
    author.name = "Frank Herbert"
    book = try context.insert("Book")
    book.title = "Dune"
    other = try context.insert("Book")
    other.title = "Emma"
    try context.save()
  }

  private static func model(
    rule: @escaping @Sendable (ManagedObject) throws -> Bool = { _ in true }
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Entity("Author") {
        Attribute("name", String.self).default("Nobody").identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author").count(...2)
      }
      Entity("Book") {
        Attribute("title", String?.self)
        Relationship("author", to: "Author", inverse: "books")
        Rule("own", check: rule)
      }
    }
  }

  private func lines(_ changes: Changeset) -> String { changes.report.rendered(as: .lines) }

  @Test func `a to-many relationship takes a list of IDs and replaces its own`() throws {
    try author.insert(other, into: "books")
    let changes = Changeset(
      author, casting: ["books": .objects([book.objectID])], allowing: ["books"])
    #expect(changes.isValid)
    #expect(try author.value(forKey: "books") == .objects([other.objectID]))
    try changes.apply()
    #expect(try author.value(forKey: "books") == .objects([book.objectID]))
    #expect(book.author?.name == "Frank Herbert")
    #expect(try other.value(forKey: "author").isNull)
  }

  @Test func `a to-many relationship refuses one ID and one identifying value`() throws {
    for value in [.object(book.objectID), "Dune"] as [AttributeValue] {
      let changes = Changeset(author, casting: ["books": value], allowing: ["books"])
      #expect(
        lines(changes)
          == "error: Author \"Frank Herbert\": Author.books must be an array of references to Book, "
          + "but is \(value). [type.structure]")
    }
    #expect(try author.value(forKey: "books") == .objects([]))
    #expect(context.validate().isEmpty)
  }

  @Test func `a list that is longer than the rule allows is refused`() throws {
    let third = try context.insert("Book")
    let changes = Changeset(
      author, casting: ["books": .objects([book, other, third].map(\.objectID))],
      allowing: ["books"])
    #expect(changes.report.failures.map(\.code) == ["count.tooMany"])
  }

  @Test func `an ID of another entity is refused before a rule sees it`() throws {
    let changes = Changeset(
      book, casting: ["author": .object(other.objectID)], allowing: ["author"])
    #expect(changes.report.failures.map(\.code) == ["type.structure"])
    let list = Changeset(
      author, casting: ["books": .objects([book.objectID, author.objectID])], allowing: ["books"])
    #expect(list.report.failures.map(\.code) == ["type.structure"])
    #expect(list.pending.isEmpty && changes.pending.isEmpty)
  }

  @Test func `an ID of a deleted object or of another context leads nowhere`() throws {
    let stranger = try ManagedObjectContext(model: context.model).insert("Author")
    let deleted = try context.insert("Author")
    try context.save()
    try context.delete(deleted)
    for id in [stranger.objectID, deleted.objectID] {
      let changes = Changeset(book, casting: ["author": .object(id)], allowing: ["author"])
      #expect(changes.report.failures.map(\.code) == ["reference.broken"])
    }
  }

  @Test func `nothing is applied when an object has been deleted meanwhile`() throws {
    let changes = Changeset(
      book, casting: ["author": .object(author.objectID), "title": "Messiah"],
      allowing: ["author", "title"])
    #expect(changes.isValid)
    try context.delete(author)
    let report = try #require(throws: ValidationReport.self) { try changes.apply() }
    #expect(report.failures.map(\.code) == ["reference.broken"])
    #expect(book.title == "Dune" && !book.hasChanges)
  }

  @Test func `nothing is applied to an object that has been deleted meanwhile`() throws {
    let changes = Changeset(book, casting: ["title": "Messiah"], allowing: ["title"])
    try context.delete(book)
    #expect(throws: ManagedObjectError.invalidated(book.objectID, property: nil)) {
      try changes.apply()
    }
    #expect(book.title == "Dune")
  }

  @Test func `a rule that links what it validates is reported and changes no live object`() throws {
    let context = ManagedObjectContext(
      model: try Self.model { book in
        // Saved objects do not have this title.
        guard book.title == "tried" else { return true }
        let authors = book.managedObjectContext?.objects(of: "Author") ?? []
        book.author = authors.last
        book["author"] = nil
        if let author = authors.first { try? author.insert(book, into: "books") }
        try? book.managedObjectContext?.insert(book)
        return true
      })
    let authors = [try context.insert("Author"), try context.insert("Author")]
    authors[1].name = "Jane Austen"
    let book = try context.insert("Book")
    try authors[0].insert(book, into: "books")
    try context.save()
    let changes = Changeset(book, casting: ["title": "tried"], allowing: ["title"])
    #expect(changes.report.failures.map(\.code) == ["object.changed"])
    #expect(changes.report.failures.map(\.objectID) == [book.objectID])
    #expect(try authors[0].value(forKey: "books") == .objects([book.objectID]))
    #expect(try authors[1].value(forKey: "books") == .objects([]))
    #expect(!context.hasChanges && context.registeredObjects.count == 3)
  }

  @Test func `a rule sees the object with the values, which it has only meanwhile`() throws {
    let kept = Kept()
    let context = ManagedObjectContext(
      model: try Self.model { book in
        if book.title == "tried" {
          kept.object = book
          kept.author = book.author?.name
          kept.id = book.objectID
        }
        return true
      })
    let author = try context.insert("Author")
    author.name = "Frank Herbert"
    let book = try context.insert("Book")
    try book.setValue(author, forKey: "author")
    try context.save()
    #expect(Changeset(book, casting: ["title": "tried"], allowing: ["title"]).isValid)
    #expect(kept.author == "Frank Herbert" && kept.id == book.objectID && kept.object === book)
    #expect(book["title"] != "tried" && book.one("author") === author && !context.hasChanges)
    // Breaks the cycle: the model owns the rule, the rule the object, and the object the model.
    kept.object = nil
  }

  @Test func `a rule that resets the context does not pull the rug from under itself`() throws {
    let context = ManagedObjectContext(
      model: try Self.model { book in
        guard book.title == "tried" else { return true }
        book.managedObjectContext?.reset()
        return book.author == nil as ManagedObject?
      })
    let author = try context.insert("Author")
    let book = try context.insert("Book")
    try book.setValue(author, forKey: "author")
    try context.save()
    let changes = Changeset(book, casting: ["title": "tried"], allowing: ["title"])
    #expect(changes.report.map(\.code) == ["object.changed"])
    #expect(throws: ValidationReport.self) { try changes.apply() }
  }

  /// State kept by a rule. Rules run on the task that requests them, so it is not shared.
  private final class Kept: @unchecked Sendable {
    var object: ManagedObject?
    var author: String?
    var id: ManagedObjectID?
  }
}
