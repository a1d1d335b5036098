import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct KeyPathTests {
  private let shelf: Bookshelf
  private let author: ManagedObject

  init() throws {
    shelf = try Bookshelf()
    author = try shelf.author("Frank")
    for (title, pages, price, rating) in [
      ("Dune", 412, Decimal(string: "9.90"), 4.5), ("Messiah", 256, nil, 3.5),
      ("Children", 444, Decimal(string: "10.10"), nil),
    ] as [(String, Int, Decimal?, Double?)] {
      let book = try shelf.book(title, by: author)
      book.pages = pages
      book.price = price
      book.rating = rating
    }
  }

  @Test(
    arguments: [
      ("name", "Frank"), ("born", .null), ("patron.name", .null), ("books.@count", 3),
      ("books.@count.price", 2), ("books.@sum.pages", 1112), ("books.@min.pages", 256),
      ("books.@max.pages", 444), ("books.@sum.price", .decimal(20)),
      ("books.@avg.price", .decimal(10)),
      ("books.@avg.rating", 4.0), ("books.@max.title", "Messiah"), ("books.@min.title", "Children"),
      ("books.tags.@count", 0), ("books.tags.@sum.books.pages", 0), ("clients.@avg.born", .null),
      ("clients.@sum.born", 0), ("clients.@min.born", .null), ("patron.@count", 0),
    ] as [(String, AttributeValue)])
  func `a key path yields one value`(_ path: String, _ value: AttributeValue) throws {
    #expect(try author.value(forKeyPath: path) == value)
  }

  @Test func `a path of very many names ends in a value, not in the stack`() throws {
    author.patron = author
    let way = String(repeating: "patron.", count: 20_000)
    #expect(try author.value(forKeyPath: way + "name") == "Frank")
    #expect(throws: ManagedObjectError.self) { try author.value(forKeyPath: way + "nmae") }
  }

  @Test func `a path to more than a million values is an error, and an aggregate of them is not`()
    throws
  {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Friends") {
        Entity("Person") {
          Relationship("friends", to: "Person", .toMany, inverse: "fans")
          Relationship("fans", to: "Person", .toMany, inverse: "friends")
        }
      })
    let people = try (0..<4).map { _ in try context.insert("Person") }
    for person in people { person.friends = people }
    let path = Array(repeating: "friends", count: 12).joined(separator: ".")
    let error = #expect(throws: ManagedObjectError.self) {
      try people[0].values(forKeyPath: path)
    }
    #expect(error == .tooManyValues(entity: "Person", path: path, limit: 1_000_000))
    #expect(
      error?.description == "Person.\(path) must lead to at most 1000000 values, but leads to more."
        + " Use an aggregate such as @count, or a shorter path.")
    #expect(try people[0].value(forKeyPath: path + ".@count") == 16_777_216)
  }

  @Test func `a mean of integers is a double, also of great ones`() throws {
    #expect(try author.value(forKeyPath: "books.@avg.pages") == .double(1112.0 / 3))
    for book in author.many("books") { book.pages = 1 << 60 | 1 }
    #expect(try author.value(forKeyPath: "books.@avg.pages") == .double(0x1p60))
    for book in author.many("books") { book.pages = Int.max }
    #expect(try author.value(forKeyPath: "books.@sum.pages") == .null)
    #expect(try author.value(forKeyPath: "books.@max.pages") == .int(.max))
  }

  @Test func `all values stand in the order of the relationships`() throws {
    #expect(try author.values(forKeyPath: "books.title") == ["Dune", "Messiah", "Children"])
    #expect(try author.values(forKeyPath: "books.rating") == [4.5, 3.5])
    let books = author.many("books")
    #expect(
      try author.values(forKeyPath: "books") == books.map { AttributeValue.object($0.objectID) })
    #expect(try books[1].values(forKeyPath: "author.books.author.name").count == 3)
    #expect(try books[0].value(forKeyPath: "author.name") == "Frank")
    #expect(try books[0].value(forKeyPath: "author") == .object(author.objectID))
    #expect(try books[0].value(forKeyPath: "author.books.@sum.pages") == 1112)
  }

  @Test func `several values where one is asked for throw`() throws {
    for path in ["books", "books.title", "patron.clients", "books.author.name"] {
      author.patron = author
      let error = #expect(throws: ManagedObjectError.toManyPath(entity: "Author", path: path)) {
        try author.value(forKeyPath: path)
      }
      #expect(
        error?.description
          == "Author.\(path) leads to several values. Use values(forKeyPath:), or an aggregate such "
          + "as @count.")
    }
  }

  @Test func `a path that leads nowhere throws`() throws {
    #expect(
      throws: ManagedObjectError.unknownKey(entity: "Book", key: "titel", suggestion: "title")
    ) { try author.value(forKeyPath: "books.@max.titel") }
    #expect(throws: ManagedObjectError.unknownKey(entity: "Author", key: "", suggestion: nil)) {
      try author.value(forKeyPath: "")
    }
    #expect(throws: ManagedObjectError.unknownKey(entity: "Author", key: "", suggestion: nil)) {
      try author.value(forKeyPath: ".name")
    }
    #expect(
      throws: ManagedObjectError.brokenPath(entity: "Author", path: "name.x", component: "name")
    ) { try author.value(forKeyPath: "name.x") }
  }

  @Test(
    arguments: [
      (
        "clients.@average.born",
        "Author.clients.@average.born must have an aggregate, but @average is not one. The "
          + "aggregates are "
          + "@count, @sum, @avg, @min, @max."
      ),
      (
        "clients.@avg",
        "Author.clients.@avg must lead to an attribute, but leads to objects. Name an attribute "
          + "after @avg."
      ),
      ("clients.@sum.name", "Author.clients.@sum.name must lead to numbers, but leads to text."),
      ("books.@avg.title", "Author.books.@avg.title must lead to numbers, but leads to text."),
      ("clients.@max.nmae", "Author has no property \"nmae\". Did you mean \"name\"?"),
      ("clients.@count.books.titel", "Book has no property \"titel\". Did you mean \"title\"?"),
      ("clients.nmae", "Author has no property \"nmae\". Did you mean \"name\"?"),
      ("patron.nmae", "Author has no property \"nmae\". Did you mean \"name\"?"),
      (
        "patron.clients",
        "Author.patron.clients leads to several values. Use values(forKeyPath:), or an aggregate such "
          + "as @count."
      ),
      (
        "clients.name.letters",
        "Author.clients.name.letters must lead to an object at each step, but \"name\" leads to none."
      ),
    ])
  func `a path is checked against the model, also where there are no objects`(
    _ path: String, _ message: String
  ) throws {
    let error = #expect(throws: ManagedObjectError.self) { try author.value(forKeyPath: path) }
    #expect(error?.description == message)
  }

  @Test func `aggregates of what has no order throw`() throws {
    let model = try ManagedObjectModel("Places") {
      Entity("Town") { Relationship("houses", to: "House", .toMany, inverse: "town") }
      Entity("House") {
        Attribute("address", EveryType.Address?.self)
        Relationship("town", to: "Town", inverse: "houses")
      }
      Entity("Shop", parent: "House") { Attribute("sales", Int?.self) }
    }
    let context = ManagedObjectContext(model: model)
    let town = try context.insert("Town")
    #expect(try town.value(forKeyPath: "houses.@max.address.city") == .null)
    #expect(try town.value(forKeyPath: "houses.@avg.address.position.latitude") == .null)
    #expect(try town.value(forKeyPath: "houses.@sum.sales") == 0)
    let error = #expect(throws: ManagedObjectError.self) {
      try town.value(forKeyPath: "houses.@min.address")
    }
    #expect(
      error?.description
        == "Town.houses.@min.address must lead to values with an order, but leads to an object with "
        + "named elements.")
    let element = #expect(throws: ManagedObjectError.self) {
      try town.value(forKeyPath: "houses.@max.address.citty")
    }
    #expect(
      element?.description == "address has no property \"citty\". Did you mean \"city\"?")
  }

  @Test func `elements of composites are set by their names`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    try sample.setValue("Main", forKeyPath: "address.street")
    let partial = #expect(throws: ManagedObjectError.self) {
      try sample.setValue(7, forKeyPath: "address.position.latitude")
    }
    #expect(
      partial?.description
        == "Sample.address must have all elements that its type needs, but setting "
        + "address.position.latitude alone leaves some missing. Set the whole value first.")
    try sample.setValue(EveryType.Position(0, 0), forKeyPath: "address.position")
    try sample.setValue(7, forKeyPath: "address.position.latitude")
    try sample.setValue(1.5, forKeyPath: "address.position.longitude")
    let address: EveryType.Address? = sample.address
    #expect(address == EveryType.Address(street: "Main", position: EveryType.Position(7, 1.5)))
    try sample.setValue(nil, forKeyPath: "address.position")
    #expect(sample["address"] == .composite(["street": "Main"]))
    let unknown = #expect(throws: ManagedObjectError.self) {
      try sample.setValue("x", forKeyPath: "address.stret")
    }
    #expect(
      unknown?.description == "Sample.address has no property \"stret\". Did you mean \"street\"?")
    let wrong = #expect(throws: ManagedObjectError.self) {
      try sample.setValue("north", forKeyPath: "address.position.latitude")
    }
    #expect(
      wrong?.description
        == "Sample.address.position.latitude must be Double, but is set to the text \"north\".")
    #expect(throws: ManagedObjectError.self) { try sample.setValue(1, forKeyPath: "text.length") }
    #expect(sample["address"] == .composite(["street": "Main"]))
  }

  @Test func `a member is a key path of the language, too`() throws {
    let books = author.many("books")
    let titles: [String?] = books.map(\.title)
    #expect(titles == ["Dune", "Messiah", "Children"])
    #expect(books.map(\.title) == ["Dune", "Messiah", "Children"] as [PropertyValue?])
    let path: KeyPath<ManagedObject, Int?> = \.pages
    #expect(path == \ManagedObject.pages && path != \ManagedObject.born)
    #expect(books[0][keyPath: path] == 412)
    #expect(Set([PropertyName("a"), "b", "a"]).count == 2)
  }

  @Test func `elements of composites are reached by their names`() throws {
    let (context, sample) = try ManagedObjectModel.sample()
    defer { context.reset() }
    #expect(try sample.value(forKeyPath: "address.city") == .null)
    sample.address = EveryType.Address(street: "Main", position: EveryType.Position(1, 2))
    #expect(try sample.value(forKeyPath: "address.street") == "Main")
    #expect(try sample.value(forKeyPath: "address.city") == .null)
    #expect(try sample.value(forKeyPath: "address.position.longitude") == 2.0)
    #expect(throws: ManagedObjectError.self) {
      try sample.value(forKeyPath: "address.street.letters")
    }
  }

  @Test func `a value is set through to-one relationships`() throws {
    let book = author.many("books")[0]
    try book.setValue("Herbert", forKeyPath: "author.name")
    #expect(author.name == "Herbert")
    author.patron = author
    try book.setValue(1920, forKeyPath: "author.patron.patron.born")
    #expect(author.born == 1920)
    try book.setValue(nil, forKeyPath: "author.born")
    #expect(author.born == nil)
    let other = try shelf.book("Emma")
    try book.setValue([book, other], forKeyPath: "author.books")
    #expect(author.many("books") == [book, other])
    author.spouse = nil as ManagedObject?
    let nowhere = #expect(throws: ManagedObjectError.self) {
      try book.setValue("x", forKeyPath: "author.spouse.name")
    }
    #expect(
      nowhere?.description
        == "Book.author.spouse.name must lead to an object at each step, but \"spouse\" leads to "
        + "none.")
    #expect(throws: ManagedObjectError.self) { try author.setValue("x", forKeyPath: "books.title") }
    #expect(throws: ManagedObjectError.self) { try author.setValue(1, forKeyPath: "patron.name") }
  }
}
