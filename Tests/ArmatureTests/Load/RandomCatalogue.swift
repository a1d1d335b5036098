import Armature
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random contexts of the catalogue, and random data that can be loaded into them.
struct RandomCatalogue {
  var random: SplitMix64
  let context: ManagedObjectContext
  private var number = 0

  init(seed: UInt64, model: ManagedObjectModel) throws {
    random = SplitMix64(seed: seed)
    context = ManagedObjectContext(model: model)
    for _ in 0..<random.below(12) { try insert() }
    try link()
    if random.oneIn(4) { return }
    try? context.save()
    for _ in 0..<random.below(6) { try insert() }
    try change()
    try link()
    for object in context.registeredObjects where random.oneIn(8) { try? context.delete(object) }
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  // MARK: Contexts

  private mutating func insert() throws {
    switch random.below(5) {
    case 0, 1:
      try context.insert("Author")["name"] = .string("old \(next())")
    case 2:
      let book = try context.insert("Book")
      book["isbn"] = .string("\(1000 + next())")
      book["title"] = .string("old \(next())")
      book["cover"] = random.oneIn(2) ? .data(.init([1, 2])) : nil
      if random.oneIn(2) {
        let chapter = try context.insert("Chapter")
        chapter["title"] = "a title that is longer than fifteen bytes"
        try chapter.setValue(book, forKey: "book")
      }
    case 3: try context.insert("Tag")["name"] = .string("old \(next())")
    default: try context.insert("Passport")["number"] = .int(Int64(next()))
    }
  }

  private mutating func change() throws {
    for object in context.registeredObjects where random.oneIn(3) {
      switch object.entity.name {
      case "Book": object["pages"] = random.oneIn(2) ? .int(Int64(random.below(99) + 1)) : nil
      case "Author": object["born"] = .date(.init(Double(random.below(999))))
      default: break
      }
    }
  }

  private mutating func link() throws {
    let (authors, books) = (context.objects(of: "Author"), context.objects(of: "Book"))
    let (tags, passports) = (context.objects(of: "Tag"), context.objects(of: "Passport"))
    for author in authors {
      if random.oneIn(3) { try author.setValue(random.pick(authors), forKey: "mentor") }
      if random.oneIn(2), !passports.isEmpty {
        try author.setValue(random.pick(passports), forKey: "passport")
      }
    }
    for book in books {
      if random.oneIn(2), !authors.isEmpty {
        try book.setValue(random.pick(authors), forKey: "author")
      }
      if !tags.isEmpty {
        try book.setValue((0..<random.below(4)).map { _ in random.pick(tags) }, forKey: "tags")
      }
    }
  }

  // MARK: Data

  /// Returns valid records as members of an array per entity. They refer to each other and to objects of the context.
  mutating func records() -> [(entity: String, json: String)] {
    var free = [
      "Book": identities("Book", "isbn"), "Passport": identities("Passport", "number"),
    ]
    let authors = identities("Author", "name"), tags = identities("Tag", "name")
    let newAuthors = (0..<random.below(4) + 1).map { _ in "\"new \(next())\"" }
    let newTags = (0..<random.below(3)).map { _ in "\"new \(next())\"" }
    var records: [(entity: String, json: String)] = []
    for name in newAuthors {
      var members = ["\"name\": \(name)"]
      if random.oneIn(2) { members.append("\"mentor\": \(random.pick(authors + newAuthors))") }
      if random.oneIn(2) {
        // Books and passports belong to one author only.
        let books = (0..<random.below(4)).compactMap { _ in take("Book", from: &free) }
        members.append("\"books\": [\((books + [book([], [])]).joined(separator: ", "))]")
      }
      if random.oneIn(2), let passport = take("Passport", from: &free) {
        members.append("\"passport\": \(passport)")
      }
      if random.oneIn(2) { members.append("\"pupils\": [{\"name\": \"new \(next())\"}]") }
      members.shuffle(using: &random)
      records.append(("Author", "{\(members.joined(separator: ", "))}"))
    }
    for _ in 0..<random.below(5) {
      records.append(("Book", book(authors + newAuthors, tags + newTags)))
    }
    for name in newTags {
      let books = (0..<random.below(3)).compactMap { _ in
        identities("Book", "isbn").randomElement(using: &random)
      }
      records.append(("tags", "{\"name\": \(name), \"books\": [\(books.joined(separator: ", "))]}"))
    }
    return records.shuffled(using: &random)
  }

  private mutating func take(_ entity: String, from free: inout [String: [String]]) -> String? {
    guard let count = free[entity]?.count, count > 0 else { return nil }
    return free[entity]?.remove(at: random.below(count))
  }

  private mutating func book(_ authors: [String], _ tags: [String]) -> String {
    var members = ["\"isbn\": \"\(1000 + next())\"", "\"title\": \"\(next())\""]
    if random.oneIn(2) { members.append("\"pages\": \(random.below(500) + 1)") }
    if random.oneIn(2) { members.append("\"chapters\": [{\"title\": \"a\"}, {\"title\": \"b\"}]") }
    if random.oneIn(2), !authors.isEmpty { members.append("\"author\": \(random.pick(authors))") }
    if !tags.isEmpty {
      let list = (0..<random.below(3)).map { _ in random.pick(tags) }
      members.append("\"tags\": [\(list.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func identities(_ entity: String, _ key: String) -> [String] {
    context.objects(of: entity).compactMap { object in
      switch object[key] {
      case .string(let text): "\"\(text)\""
      case .int(let number): "\(number)"
      default: nil
      }
    }
  }

  /// Formats records as one document or as lines.
  func document(_ records: [(entity: String, json: String)]) -> String {
    let entities = Dictionary(grouping: records, by: \.entity).sorted { $0.key < $1.key }
    let arrays = entities.map { entity, records in
      "\"\(entity)\": [\n  \(records.map(\.json).joined(separator: ",\n  "))\n]"
    }
    return "{\(arrays.joined(separator: ", "))}"
  }

  func lines(_ records: [(entity: String, json: String)]) -> String {
    records.map { "{\"\($0.entity)\": \($0.json)}" }.joined(separator: "\n")
  }

  // MARK: Mistakes

  /// Returns an invalid record, to be placed among valid ones.
  mutating func mistake() -> (entity: String, json: String) {
    random.pick([
      ("Author", #"{"name": 5}"#), ("Author", "7"), ("Author", #"{"nmae": "x"}"#),
      ("Author", #"{"name": "x", "mentor": "nobody"}"#), ("Author", #"{"name": ""}"#),
      ("Author", #"{"name": "x", "passport": {"number": 0}}"#), ("Book", #"{"isbn": "1"}"#),
      ("Book", #"{"isbn": "0001", "title": "x", "pages": 1.5, "chapters": [{"title": "x"}]}"#),
      ("Book", #"{"isbn": "0001", "title": "x", "author": {"name": "y", "born": "z"}}"#),
      ("Loan", #"{"days": 5}"#), ("Medium", #"{"id": 1}"#), ("Nothing", "{}"),
      ("tags", #"{"name": "x", "name": "x"}"#),
      ("Passport", #"{"number": 9000}, {"number": 9000}"#),
    ])
  }
}
