@testable import Armature
import Foundation
import Testing

@Suite struct LoadLayoutTests {
  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .catalogue()) }

  private func values(_ entity: String, _ key: String) -> [AttributeValue?] {
    context.objects(of: entity).map { $0[key] }
  }

  private static let authors = #"[{"name": "Ann", "books": ["1001"]}, {"name": "Bea"}]"#
  private static let books = """
    [{"isbn": "1000", "title": "A", "author": "Bea"}, {"isbn": "1001", "title": "B", "tags": ["t"]}]
    """
  private static let tags = #"[{"name": "t", "books": ["1000"]}]"#

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
  func `an array for each entity is loaded from several files in any order`(
    order: [Int]
  ) throws {
    let contents = [Self.authors, Self.books, Self.tags]
    let entities = ["Author", "Book", "Tag"]
    try withFolder { folder in
      let sources = try order.map { index in
        let path = "\(folder)/\(entities[index]).json"
        try Data(contents[index].utf8).write(to: URL(fileURLWithPath: path))
        return LoadSource.file(path, as: entities[index])
      }
      let result = try context.load(sources)
      #expect(result.report.isEmpty)
      #expect(result.counts == ["Author": 2, "Book": 2, "Tag": 1])
      #expect(result.count == 5)
      #expect(result.objects.first?.entity.name == entities[order[0]])
    }
    let books = context.objects(of: "Book")
    #expect(books.map { $0.author?.name } == ["Bea", "Ann"])
    #expect(context.objects(of: "Tag")[0].many("books") == books)
    #expect(brokenInvariants(of: context).isEmpty)
  }

  @Test func `one object has an array for each entity, or a single record`() throws {
    let json = """
      {"Passport": {"number": 7}, "Author": \(Self.authors), "Book": \(Self.books),
       "tags": \(Self.tags), "Loan": []}
      """
    let result = try context.load(.text(json))
    #expect(result.counts == ["Passport": 1, "Author": 2, "Book": 2, "Tag": 1])
    #expect(result.objects.map(\.entity.name).prefix(2) == ["Passport", "Author"])
  }

  @Test(arguments: ["[]", "{\"Author\": []}", "{}", " [ ] \n"])
  func `nothing is loaded from empty data`(json: String) throws {
    let result = try context.load(.text(json, as: json.contains("{") ? nil : "Author"))
    #expect(result.count == 0 && result.objects.isEmpty && result.report.isEmpty)
    #expect(!context.hasChanges)
  }

  @Test func `a record alone is loaded, and several texts at once`() throws {
    let result = try context.load(
      .text(#"{"name": "Ann", "passport": 7}"#, as: "Author"),
      .data(Data(#"{"number": 7}"#.utf8), as: "Passport"))
    #expect(result.counts == ["Author": 1, "Passport": 1])
    #expect(values("Author", "passport").count == 1)
    #expect(context.objects(of: "Passport")[0].one("owner")?["name"] == "Ann")
  }

  @Test(arguments: ["a.ndjson", "a.jsonl"])
  func `files with such names have a record on each line`(name: String) throws {
    try withFolder { folder in
      let path = "\(folder)/\(name)"
      try Data("{\"name\": \"Ann\"}\n\n  \r\n{\"name\": \"Bea\"}\r\n{\"name\": \"Cid\"}".utf8)
        .write(to: URL(fileURLWithPath: path))
      try context.load(.file(path, as: "Author"))
      #expect(values("Author", "name") == ["Ann", "Bea", "Cid"])
      // Newline-delimited records are not a document.
      let report = try context.loadReport(.file(path, as: "Author", layout: .document))
      #expect(report.map(\.code) == ["identity.duplicate", "syntax"])
    }
  }

  @Test func `lines may hold records of all entities`() throws {
    let text = """
      {"Author": {"name": "Ann"}}
      {"Book": [{"isbn": "1000", "title": "A", "author": "Ann"}], "tags": {"name": "t"}}
      """
    try context.load(.text(text, layout: .lines))
    #expect(context.objects(of: "Author")[0].many("books").count == 1)
  }

  @Test func `nested records become related objects, in the order in which they start`() throws {
    let json = """
      {"name": "Ann", "mentor": {"name": "Bea", "mentor": {"name": "Cid"}},
       "books": [{"isbn": "1000", "title": "A", "chapters": [{"title": "x"}, {"title": "y"}]},
                 {"isbn": "1001", "title": "B", "tags": [{"name": "t"}, "t2"]}],
       "pupils": [{"name": "Dan", "passport": {"number": 7}}]}
      """
    let result = try context.load(
      .text(json, as: "Author"), .text(#"{"name": "t2"}"#, as: "Tag"))
    let labels = result.objects.map { ($0["name"] ?? $0["isbn"] ?? $0["title"] ?? $0["number"]) }
    #expect(
      labels == [
        "Ann", "Bea", "Cid", "1000", "x", "y", "1001", "t", "Dan", 7, "t2",
      ])
    let ann = result.objects[0]
    #expect(ann.mentor?.mentor?.name == "Cid")
    #expect(ann.many("books").map { $0["title"] } == ["A", "B"])
    #expect(ann.many("books")[0].many("chapters").map { $0["title"] } == ["x", "y"])
    #expect(ann.many("books")[1].many("tags").map { $0["name"] } == ["t", "t2"])
    #expect(ann.many("pupils")[0].one("passport")?.one("owner") == ann.many("pupils")[0])
    #expect(brokenInvariants(of: context).isEmpty)
    try context.save()
  }

  @Test func `records are nested as deep as the limit allows, on any stack`() throws {
    let depth = 511
    let open = (0..<depth).map { "{\"name\": \"\($0)\", \"mentor\": " }.joined()
    let json = open + "{\"name\": \"last\"}" + String(repeating: "}", count: depth)
    let result = try context.load(.text(json, as: "Author"))
    #expect(result.count == depth + 1)
    var author = try #require(result.objects.first)
    for _ in 0..<depth { author = try #require(author.one("mentor")) }
    #expect(author["name"] == "last")
    // With a greater limit, only memory limits the depth.
    let deep = String(repeating: "{\"mentor\": ", count: 20_000) + "{\"born\": 5}"
    let report = try context.loadReport(
      .text(deep + String(repeating: "}", count: 20_000), as: "Author"),
      options: LoadOptions(validates: false, depthLimit: 20_001))
    #expect(report.map(\.code) == ["type.wrong"])
    let half = String(repeating: ".mentor", count: 50)
    #expect(report.first?.source?.path == "$\(half)…\(half.dropFirst(7)).born")
    #expect(context.registeredObjects.count == depth + 1)
  }

  @Test func `progress is reported every 4096 records`() throws {
    let counts = Counts()
    let json = "[" + (0..<10_000).map { "{\"name\": \"\($0)\"}" }.joined(separator: ",") + "]"
    try context.load(.text(json, as: "Tag"), options: LoadOptions(progress: counts.add))
    #expect(counts.list == [4096, 8192])
  }

  @Test func `an entity that the model lacks is the mistake of the program`() {
    let error = #expect(throws: ManagedObjectError.self) {
      try context.load(.text("broken", as: "Authr"))
    }
    #expect(error?.description == #"The model has no entity "Authr". Did you mean "Author"?"#)
  }

  @Test func `a file that cannot be read is an error before anything is loaded`() throws {
    try withFolder { folder in
      let error = #expect(throws: FileReadError.self) {
        try context.load(
          .text(#"{"name": "Ann"}"#, as: "Author"), .file("\(folder)/none.json", as: "Author"))
      }
      #expect(error?.reason == .missing)
      #expect(throws: FileReadError(path: folder, reason: .folder)) {
        try context.load(.file(folder, as: "Author"))
      }
    }
    #expect(!context.hasChanges)
  }
}

/// Numbers collected by a closure, one call after the other.
private final class Counts: @unchecked Sendable {
  // Unchecked: a load calls the closure on its own thread only.
  private(set) var list: [Int] = []
  func add(_ count: Int) { list.append(count) }
}
