import Armature
import Testing

/// Values chosen by a condition, by position, or by membership in two groups.
@Suite struct ChosenValueTests {
  private let context: ManagedObjectContext

  /// Two albums: "Low" with three tracks, two of them with stars, and "Hot" without tracks.
  init() throws {
    let model = try ManagedObjectModel("Music") {
      Entity("Album") {
        Attribute("title", String.self)
        Attribute("price", Double?.self)
        Attribute("marks", [Int].self).default([])
        Relationship("tracks", to: "Track", .ordered, inverse: "album", onDelete: .cascade)
        Relationship("favorites", to: "Track", .toMany, inverse: "fans")
      }
      Entity("Track") {
        Attribute("name", String.self)
        Attribute("length", Int.self).default(0)
        Relationship("album", to: "Album", inverse: "tracks")
        Relationship("fans", to: "Album", .toMany, inverse: "favorites")
      }
    }
    context = try PersistentContainer(model: model).makeContext()
    let low = try context.insert("Album")
    low.title = "Low"
    low.price = 9.0
    low.marks = [9, 7]
    try context.insert("Album").title = "Hot"
    for (name, length) in [("Speed", 166), ("Breaking", 112), ("Sound", 183)] {
      let track = try context.insert("Track")
      track.name = name
      track.length = length
      try low.insert(track, into: "tracks")
      if name.hasPrefix("S") { try low.insert(track, into: "favorites") }
    }
    try context.save()
  }

  private func titles(_ predicate: FetchPredicate) throws -> [String] {
    try context.fetch("Album", where: predicate, orderedBy: [.ascending("title")])
      .compactMap { $0.title }
  }

  @Test(arguments: [
    ("TERNARY(price == nil, 0, price) < 5", ["Hot"]),
    ("TERNARY(tracks.@count > 2, title, 'none') == 'Low'", ["Low"]),
    ("TERNARY(title == 'Low', tracks[FIRST], tracks[LAST]).name == 'Speed'", ["Low"]),
    ("tracks[0].name == 'Speed' AND tracks[LAST].length == 183", ["Low"]),
    ("tracks[1].name == 'Breaking'", ["Low"]), ("tracks[3] == nil", ["Hot", "Low"]),
    ("tracks[FIRST].name == nil", ["Hot"]), ("marks[1] == 7", ["Low"]),
    ("marks[0] == nil", ["Hot"]), ("tracks[FIRST] IN favorites", ["Low"]),
    ("(tracks UNION favorites).@count == 3", ["Low"]),
    ("(tracks MINUS favorites).name == 'Breaking'", []),
    ("ANY (tracks MINUS favorites).name == 'Breaking'", ["Low"]),
    ("(tracks INTERSECT favorites).@sum.length == 349", ["Low"]),
    ("9.0 IN marks UNION {1}", ["Low"]), ("(marks INTERSECT {9.0, 5}).@count == 1", ["Low"]),
    ("({price} INTERSECT marks).@count == 1", ["Low"]),
    (
      "SUBQUERY(tracks, $t, TERNARY($t.length > 150, $t.name, title) == title).@count == 1", ["Low"]
    ),
  ])
  func `albums are found by what is chosen`(condition: String, titles: [String]) throws {
    if condition.hasPrefix("(tracks MINUS favorites).name") {
      // Several values cannot be compared.
      #expect(throws: FetchRequestError.self) {
        try self.titles(FetchPredicate(condition))
      }
      return
    }
    #expect(try self.titles(FetchPredicate(condition)) == titles)
  }

  @Test func `a pending change counts, and a fresh context agrees after the save`() throws {
    let low = try #require(
      try context.fetch("Album", where: FetchPredicate("title == 'Low'")).first)
    let sound = try #require(low.many("tracks").last)
    try low.insert(sound, into: "tracks", at: 0)
    let condition = try FetchPredicate("tracks[0].name == 'Sound' AND tracks[LAST].length < 150")
    #expect(try titles(condition) == ["Low"])
    try context.save()
    context.reset()
    #expect(try titles(condition) == ["Low"])
  }

  @Test func `words of combinations are names where a value must stand`() throws {
    let model = try ManagedObjectModel("Sums") {
      Entity("Sum") {
        Attribute("minus", Int.self).default(3)
        Attribute("union", Int.self).default(4)
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Sum")
    #expect(try context.count("Sum", where: FetchPredicate("minus == 3 AND union == 4")) == 1)
    #expect(try context.count("Sum", where: FetchPredicate("4 IN {minus} UNION {union}")) == 1)
  }
}
