import Armature

/// Works with titles, page counts and so on, as objects and as instances of a plain class.
struct Catalogue {
  let context: ManagedObjectContext
  let plain: [PlainEntry]
  let writers: [PlainName]

  static let model = expect {
    try ManagedObjectModel("Catalogue") {
      Entity("Work") {
        Attribute("title", String.self).default("")
        Attribute("code", String.self).default("")
        Attribute("pages", Int.self).default(0)
        Attribute("year", Int.self).default(0)
        Attribute("isbn", String.self).default("")
        Attribute("shelf", Int.self).default(0)
        Relationship("writer", to: "Writer", inverse: "works")
        Unique("isbn")
        Index("shelf", "pages")
      }
      Entity("Writer") {
        Attribute("name", String.self).default("")
        Attribute("number", Int.self).default(0)
        Relationship("works", to: "Work", .toMany, inverse: "writer")
        Index("number")
      }
    }
  }

  /// - Parameter count: The number of works; each writer has a hundred.
  init(_ count: Int, in context: ManagedObjectContext = ManagedObjectContext(model: model)) {
    var random = SplitMix64(seed: 1)
    var plain: [PlainEntry] = []
    var writers: [PlainName] = []
    expect {
      var writer: ManagedObject?
      var plainWriter: PlainName?
      for number in 0..<count {
        if number % 100 == 0 {
          let made = try context.insert("Writer")
          made.name = "Writer \(number / 100)"
          made.number = number / 100
          writer = made
          let plainMade = PlainName("Writer \(number / 100)")
          plainWriter = plainMade
          writers.append(plainMade)
        }
        let entry = PlainEntry(number, &random, plainWriter)
        plainWriter?.works.append(entry)
        let work = try context.insert("Work")
        work.title = entry.title
        work.code = entry.code
        work.pages = entry.pages
        work.year = entry.year
        work.isbn = entry.isbn
        work.shelf = number / 10
        work.writer = writer
        plain.append(entry)
      }
      try context.save()
    }
    self.context = context
    self.plain = plain
    self.writers = writers
  }
}

/// A work in hand-written code without the library.
final class PlainEntry: @unchecked Sendable {
  let title: String
  let code: String
  let pages: Int
  let year: Int
  let isbn: String
  /// The list on the other side keeps both alive.
  unowned(unsafe) let writer: PlainName?

  init(_ number: Int, _ random: inout SplitMix64, _ writer: PlainName?) {
    title = "The story of \(random.below(1_000_000)) and one night"
    code = "code \(random.below(1_000_000))"
    pages = random.below(1000)
    year = 1900 + random.below(120)
    isbn = "978-\(number)"
    self.writer = writer
  }
}

/// The writer of a plain entry.
final class PlainName: @unchecked Sendable {
  let name: String
  var works: [PlainEntry] = []

  init(_ name: String) { self.name = name }
}
