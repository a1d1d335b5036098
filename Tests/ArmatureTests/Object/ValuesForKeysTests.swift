import Armature
import Testing

@Suite struct ValuesForKeysTests {
  private let shelf: Bookshelf
  private let book: ManagedObject

  init() throws {
    shelf = try Bookshelf()
    book = try shelf.book("Dune")
  }

  @Test func `several values are set and read at once`() throws {
    let author = try shelf.author("Frank")
    try book.setValuesForKeys(["title": "Messiah", "pages": 256, "author": author, "rating": nil])
    #expect(
      try book.dictionaryWithValues(forKeys: ["title", "pages", "author", "rating"]) == [
        "title": "Messiah", "pages": 256, "author": .object(author.objectID), "rating": .null,
      ])
    #expect(author.many("books") == [book])
    #expect(throws: ManagedObjectError.self) { try book.dictionaryWithValues(forKeys: ["titel"]) }
  }

  @Test(arguments: [true, false])
  func `a value that is refused leaves all as they were`(_ isInContext: Bool) throws {
    let book = isInContext ? book : try shelf.context.model.makeObject("Book")
    book.pages = 7
    for values in [
      ["pages": 3, "title": 5], ["pages": 3, "titel": "x"], ["pages": 3, "tags": 1],
    ] as [[String: (any PropertyConvertible)?]] {
      #expect(throws: ManagedObjectError.self) { try book.setValuesForKeys(values) }
      #expect(book.pages == 7)
    }
  }

  @Test func `distinct values stand once, where they were first`() throws {
    let author = try shelf.author("Frank")
    for (title, pages) in [("A", 3), ("B", 1), ("C", 3)] {
      try shelf.book(title, by: author).pages = pages
    }
    let path = "books.@distinctUnionOfObjects.pages"
    #expect(try author.values(forKeyPath: path) == [3, 1])
    #expect(try author.values(forKeyPath: "books.pages") == [3, 1, 3])
    #expect(
      try author.values(forKeyPath: "books.@distinctUnionOfObjects.author")
        == [.object(author.objectID)])
    #expect(throws: ManagedObjectError.toManyPath(entity: "Author", path: path)) {
      try author.value(forKeyPath: path)
    }
    #expect(throws: ManagedObjectError.self) {
      try author.values(forKeyPath: "books.@distinctUnionOfObjects.page")
    }
  }
}

@Suite struct ContextInitializerTests {
  class Animal: ManagedObject {
    var wakes = 0
    override func awakeFromInsert() { wakes += 1 }
  }
  final class Dog: Animal {}

  @Test func `an object is made by its class, in a context`() throws {
    let model = try ManagedObjectModel("Animals") {
      Entity("Animal", class: Animal.self) { Attribute("name", String.self).default("?") }
      Entity("Dog", class: Dog.self, parent: "Animal") { Attribute("tag", String?.self) }
    }
    let context = ManagedObjectContext(model: model)
    let (animal, dog) = (Animal(context: context), Dog(context: context))
    #expect(animal.entity.name == "Animal" && dog.entity.name == "Dog")
    #expect(type(of: dog) == Dog.self && dog.wakes == 1 && dog["name"] == "?")
    #expect(context.insertedObjects == [animal, dog] && dog.managedObjectContext === context)
    try context.save()
    #expect(dog.objectState == .unchanged)
  }

  @Test func `a class that no entity declares ends the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = ManagedObjectContext(
        model: try ManagedObjectModel("Empty") { Entity("A") { Attribute("x", Int.self) } })
      _ = Dog(context: context)
    }
    expect(
      result,
      says: "No entity declares the class Dog. Write Entity(\"…\", class: Dog.self).")
  }
}
