@testable import Armature
import TestSupport
import Testing

@Suite struct FetchIndexTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Indexed") {
      Entity("Item") {
        Attribute("code", String?.self)
        Attribute("name", String?.self)
        Attribute("size", Int?.self)
        Attribute("small", Int16?.self)
        Attribute("weight", Double?.self)
        Attribute("single", Float?.self)
        Attribute("color", String?.self)
        Unique("code")
        Index("name", "size")
        Index("size")
        Index("weight", ascending: false)
        Index("small")
        Index("single")
        Index("color", where: .comparison(.keyPath(["size"]), .greater, 3))
      }
      Entity("Part", parent: "Item") {
        Attribute("number", Int?.self)
        Index("number")
      }
    }
  }

  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try Self.model()) }

  private func fill(_ count: Int) throws {
    for number in 0..<count {
      let item = try context.insert(number % 4 == 0 ? "Part" : "Item")
      item.code = "code \(number)"
      item.name = "name \(number / 3)"
      item.size = number / 2
    }
  }

  private func explain(_ condition: (DynamicQuery) -> FetchPredicate) throws -> String {
    "\(try context.explain(FetchRequest("Item", where: condition)))"
  }

  @Test func `what an index serves is said`() throws {
    try fill(100)
    #expect(
      try explain { $0.code == "code 7" } == "Item: looks up the unique code, 1 object")
    #expect(
      try explain { $0.code.in(["code 7", "code 3", "code 7", "none"]) }
        == "Item: looks up the unique code, 2 objects")
    #expect(
      try context.fetch("Item") { $0.code.in(["code 7", "code 3", "code 4"]) }.map { $0["size"] }
        == [1, 2, 3])
    #expect(
      try explain { $0.size == 7 && $0.name != "" } == "Item: uses the index over size, 2 objects")
    #expect(
      try explain { $0.size > 7 && $0.size <= 9 } == "Item: uses the index over size, 4 objects")
    #expect(
      try explain { $0.name.hasPrefix("name 12") } == "Item: uses the index over name, 3 objects")
    for (condition, why) in [
      (.comparison(.keyPath(["size"]), .greater, 3), "most objects"),
      (.comparison(.keyPath(["size"]), .notEqual, 3), "no stretch"),
      (.comparison(.keyPath(["size"]), .notEqual, .constant(.null)), "values that are there"),
      (.comparison(.keyPath(["color"]), .equal, "red"), "an index over some objects only"),
      (
        .comparison(.keyPath(["name"]), .equal, "name 3", options: .caseInsensitive), "folded text"
      ),
      (.not(.comparison(.keyPath(["size"]), .equal, 3)), "a negation"),
    ] as [(FetchPredicate, String)] {
      let explanation = try context.explain(FetchRequest("Item", where: condition))
      #expect(explanation.access == .allObjects, "\(why)")
      #expect(explanation.candidateCount == 100)
    }
    let slow = FetchRequest("Item", orderedBy: [.descending("name")]) {
      $0.size + 1 > 3 && $0.small == 3 || $0.name.length == 4
    }
    let explanation = "\(try context.explain(slow))"
    #expect(
      explanation == """
        Item: looks at all objects, 100 objects
        walks for each of them: length:(name) == 4
        sorts by name descending
        """)
  }

  @Test func `indexes serve alternatives, absent values and all properties that they are over`()
    throws
  {
    try fill(100)
    #expect(
      try explain { $0.size == 7 || $0.code == "code 3" || $0.name.hasPrefix("name 12") }
        == "Item: uses the index over size, or looks up the unique code, or uses the index over"
        + " name, 6 objects")
    #expect(
      try explain { $0.size == 7 || $0.weight != 3 } == "Item: looks at all objects, 100 objects")
    #expect(
      try explain { $0.size.in([3, 9, 3, 1_000]) } == "Item: uses the index over size, 4 objects")
    #expect(try explain { $0.size == nil } == "Item: uses the index over size, 0 objects")
    #expect(
      try explain { $0.name == "name 7" && $0.size == 10 }
        == "Item: uses the index over name, size, 1 object")
    #expect(
      try explain { $0.name == "name 7" && $0.size > 10 }
        == "Item: uses the index over name, size, 2 objects")
    #expect(
      try explain { $0.name.in(["name 7", "name 8"]) && $0.size == 12 }
        == "Item: uses the index over name, size, 2 objects")
    #expect(try explain { _ in .constant(false) } == "Item: looks nowhere, 0 objects")
  }

  @Test func `an index in the order of a request is read up to the end of the page`() throws {
    try fill(200)
    func page(_ orders: [FetchOrder], offset: Int = 0, _ condition: FetchPredicate) throws -> String
    {
      let request = FetchRequest(
        "Item", where: condition, orderedBy: orders, limit: 3, offset: offset)
      let found = try context.fetch(request).compactMap { $0["code"] as AttributeValue? }
      return "\(try context.explain(request))\n\(found)"
    }
    #expect(
      try page([.ascending("size")], offset: 101, .constant(true)) == """
        Item: reads the index over size up to the end of the page, 3 objects
        ["code 101", "code 102", "code 103"]
        """)
    #expect(
      try page(
        [.descending("size")], offset: 1, .comparison(.keyPath(["small"]), .equal, .constant(.null))
      )
        == """
        Item: reads the index over size up to the end of the page, 3 objects
        ["code 199", "code 196", "code 197"]
        """)
    #expect(
      try page([.descending("name"), .ascending("size")], .constant(true)) == """
        Item: reads the index over name up to the end of the page, 3 objects
        sorts by name descending, #size
        ["code 27", "code 28", "code 29"]
        """)
    // If no object satisfies the condition, finding the first one of many would take long.
    #expect(
      try page([.ascending("size")], .comparison(.keyPath(["weight"]), .greater, 1)) == """
        Item: uses the index over weight, 0 objects
        sorts by #size
        []
        """)
  }

  @Test func `pages of all objects are found without a look at those before`() throws {
    try fill(100)
    for item in try context.fetch("Item") where item["size"] == 3 { try context.delete(item) }
    #expect(try context.count("Item") == 98)
    try context.save()
    let all = try context.fetch("Item")
    #expect(
      try context.count("Item") == 98
        && context.count("Part") == all.filter { $0.entity.name == "Part" }.count)
    for offset in [0, 1, 5, 6, 7, 50, 96, 98, 200] {
      #expect(
        try context.fetch(FetchRequest("Item", limit: 3, offset: offset))
          == Array(all.dropFirst(offset).prefix(3)))
      #expect(
        try context.fetch(FetchRequest("Item", offset: offset)) == Array(all.dropFirst(offset)))
    }
  }

  @Test func `links lead back from objects, and from what an index finds`() throws {
    let model = try ManagedObjectModel("Shelves") {
      Entity("Book") {
        Attribute("title", String?.self)
        Relationship("author", to: "Author", inverse: "books")
      }
      Entity("Author") {
        Attribute("name", String?.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
        Relationship("country", to: "Country", inverse: "authors")
        Index("name")
      }
      Entity("Country") {
        Attribute("code", String?.self)
        Relationship("authors", to: "Author", .toMany, inverse: "country")
        Unique("code")
      }
    }
    let context = ManagedObjectContext(model: model)
    var authors: [ManagedObject] = []
    for number in 0..<20 {
      let author = try context.insert("Author")
      author.name = "author \(number)"
      if number < 2 {
        let country = try context.insert("Country")
        country.code = "\(number)"
        author.country = country
      }
      for _ in 0..<5 { try context.insert("Book").author = author }
      authors.append(author)
    }
    let (first, second) = (authors[0].objectID, authors[1].objectID)
    let book = try context.fetch("Book")[7].objectID
    let rows: [(FetchPredicate, String)] = [
      (
        .comparison(.keyPath(["author"]), .equal, .constant(.object(first))),
        "follows the links back along author, 5 objects"
      ),
      (
        .comparison(
          .keyPath(["author"]), .in, .list([.constant(.object(first)), .constant(.object(second))])),
        "follows the links back along author, 10 objects"
      ),
      (
        .comparison(.keyPath(["author", "name"]), .equal, "author 3"),
        "uses the index over author.name, 5 objects"
      ),
      (
        .comparison(.keyPath(["author", "country", "code"]), .equal, "1"),
        "looks up the unique author.country.code, 5 objects"
      ),
      (
        .comparison(.keyPath([]), .in, .list([.constant(.object(book))])),
        "looks at the objects that are named, 1 object"
      ),
    ]
    for (condition, text) in rows {
      let explanation = "\(try context.explain(FetchRequest("Book", where: condition)))"
      #expect(explanation == "Book: \(text)")
    }
  }

  @Test func `an index of an entity serves its sub-entities, and not the other way round`() throws {
    try fill(80)
    #expect(try context.explain(FetchRequest("Part") { $0.size == 2 }).access == .index("size"))
    #expect(try context.fetch("Part") { $0.size == 2 }.count == 1)
    #expect(try context.fetch("Item") { $0.size == 2 }.count == 2)
    for part in try context.fetch("Part") { part.number = 3 }
    try context.fetch("Part")[0].number = 5
    #expect(try context.explain(FetchRequest("Part") { $0.number == 5 }).access == .index("number"))
    #expect(try context.fetch("Part") { $0.number == 5 }.count == 1)
    #expect(try context.fetch("Part") { $0.code == "code 1" }.isEmpty)
    #expect(try context.fetch("Part") { $0.code == "code 4" }.count == 1)
    var own = FetchRequest("Item") { $0.code == "code 4" }
    own.includesSubentities = false
    #expect(try context.fetch(own).isEmpty)
  }

  @Test func `objects that agree in what is unique are all found until a save refuses them`() throws
  {
    for _ in 0..<3 { try context.insert("Item").code = "same" }
    #expect(try context.fetch("Item") { $0.code == "same" } == context.objects(of: "Item"))
    #expect(try context.count("Item") { $0.code == "same" && $0.size == nil } == 3)
  }

  /// Returns a value for a property of the model; few different ones, so that many objects share them.
  private static func value(_ name: String, _ random: inout SplitMix64) -> AttributeValue {
    if random.oneIn(5) { return .null }
    switch name {
    case "code", "name", "color":
      return .string(
        random.pick([
          "", "a", "A", "ab", "abc", "é", "e\u{301}", "a\u{0}", "12345678", "123456789", "1234567",
          "12345678\u{0}", "a long text with much in common: a",
          "a long text with much in common: b",
        ]))
    case "weight", "single":
      return .double(random.pick([0, -0.0, 1, -1, 0.5, .infinity, -.infinity, .nan]))
    case "size": return .int(random.pick([0, 1, -1, 2, 3, 1 << 53, .max, .min]))
    default: return .int(Int64(random.below(5)))
    }
  }

  private static let comparisons: [FetchPredicate.Comparison] = [
    .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .beginsWith,
  ]

  @Test(arguments: 0..<12)
  func `an index finds what a walk over all objects finds, through any writes`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let names = ["code", "name", "size", "small", "weight", "single"]
    for _ in 0..<40 {
      switch random.below(12) {
      case 0: context.rollback()
      case 1: try? context.save()
      case 2 where !context.registeredObjects.isEmpty:
        try context.delete(random.pick(context.registeredObjects))
      default:
        for _ in 0..<random.below(40) {
          let item = try context.insert(random.oneIn(3) ? "Part" : "Item")
          for name in names { try item.setValue(Self.value(name, &random), forKey: name) }
        }
        for item in context.registeredObjects where random.oneIn(8) {
          let name = random.pick(names)
          try item.setValue(Self.value(name, &random), forKey: name)
        }
      }
      for _ in 0..<10 {
        let conditions = (0...random.below(3)).map { _ -> FetchPredicate in
          let name = random.pick(names)
          let text = name == "code" || name == "name"
          let comparison = random.pick(Self.comparisons)
          return .comparison(
            .keyPath([name]), comparison == .beginsWith && !text ? .equal : comparison,
            .constant(Self.value(name, &random)))
        }
        let entity = random.oneIn(4) ? "Part" : "Item"
        let condition = FetchPredicate.and(conditions)
        let expected = context.objects(of: entity).filter {
          NaivePredicate(scopes: [$0]).holds(condition)
        }
        let request = FetchRequest(
          entity, where: conditions.count == 1 && random.oneIn(2) ? conditions[0] : condition)
        // Comparisons with a missing value are rejected, and none of them is true.
        guard let found = try? context.fetch(request) else { continue }
        guard found == expected else {
          Issue.record("seed \(seed): \(request.predicate) finds \(found.count)")
          return
        }
      }
      let isConsistent = context.graph.indexes.ordered.allSatisfy { $0.isConsistent }
      #expect(isConsistent)
    }
    let isUsed = context.graph.indexes.ordered.contains { $0.isFilled }
    #expect(isUsed)
  }

  @Test func `an index finds what undo and rollback have brought back`() throws {
    try fill(100)
    try context.save()
    context.recordsUndo = true
    let item = try #require(try context.fetch("Item") { $0.size == 7 }.first)
    func isFound(_ size: Int) throws -> Bool {
      let request = FetchRequest("Item") { $0.size == size }
      #expect("\(try context.explain(request))".contains("index over size"))
      return try context.fetch(request).contains(item)
    }
    item.size = 1_000
    #expect(try isFound(1_000) && !isFound(7))
    context.undo()
    #expect(try isFound(7) && !isFound(1_000))
    context.redo()
    #expect(try isFound(1_000) && !isFound(7))
    context.rollback()
    #expect(try isFound(7) && !isFound(1_000))
  }

  @Test func `conditions of many comparisons compile in requests`() throws {
    try fill(10)
    let found = try context.fetch("Item") {
      $0.size < $0.small && $0.weight > $0.single && $0.size > 1 && $0.size < 9 && $0.name != ""
        && $0.code == "code 7" && $0.name < $0.code
    }
    let count = try context.count("Item") {
      $0.size < $0.small && $0.weight > $0.single && $0.size > 1 && $0.size < 9 && $0.name != ""
    }
    #expect(found.isEmpty && count == 0)
  }
}
