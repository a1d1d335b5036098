import Armature
import ArmatureModel
import ArmatureSQLite
import Testing

/// Conditions beyond the limits of SQLite statements: values, depth, terms, tables.
@Suite(.needsSQLite) struct SQLiteLimitTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Limits") {
      Entity("Item") {
        Attribute("number", Int?.self)
        Attribute("text", String?.self)
        Attribute("real", Double?.self)
        Relationship("next", to: "Item", inverse: "previous")
        Relationship("previous", to: "Item", .toMany, inverse: "next")
        Relationship("twin", to: "Item", inverse: "twin")
        Relationship("peers", to: "Item", .toMany, inverse: "peers")
      }
    }
  }

  private static let number = FetchExpression.keyPath(["number"])

  private static func isEqual(_ number: Int) -> FetchPredicate {
    .comparison(Self.number, .equal, .constant(.int(Int64(number))))
  }

  /// The conditions, by name.
  private static let conditions: [(String, FetchPredicate)] = [
    (
      "100,000 numbers",
      .comparison(number, .in, .list((0..<100_000).map { .constant(.int($0 * 2)) }))
    ),
    (
      "100,000 texts",
      .comparison(
        .keyPath(["text"]), .in, .list((0..<100_000).map { .constant(.string("t'\($0 * 3)")) }))
    ),
    (
      "40,000 texts with NUL",
      .comparison(
        .keyPath(["text"]), .in, .list((0..<40_000).map { .constant(.string("t'\($0)\u{0}")) }))
    ),
    (
      "40,000 reals",
      .comparison(
        .keyPath(["real"]), .in, .list((0..<40_000).map { .constant(.double(Double($0) / 4)) }))
    ),
    ("5,000 conditions", .and((0..<5_000).map { .not(isEqual($0 * 2)) })),
    ("5,000 alternatives", .or((0..<5_000).map { isEqual($0 * 2) })),
    (
      "100 levels",
      (0..<100).reduce(isEqual(3)) { inner, level in
        level % 2 == 0 ? .or([isEqual(level), inner]) : .and([.not(isEqual(level + 1)), inner])
      }
    ),
    ("90 negations", (0..<90).reduce(isEqual(3)) { inner, _ in .not(.and([inner, isEqual(3)])) }),
    (
      "a path of 60 steps",
      .comparison(
        .keyPath(FetchPath(Array(repeating: "next", count: 60) + ["number"])), .notEqual,
        .constant(1))
    ),
    (
      "20 lists of 1,900 numbers",
      .and(
        (0..<20).map { list in
          .comparison(
            number, .in, .list((0..<1_900).map { .constant(.int(Int64($0 * (list + 1)))) }))
        })
    ),
    (
      "a path with 39 branches",
      .and(
        (1...40).reversed().map { count in
          let steps = Array(repeating: "next", count: count) + (count < 40 ? ["twin"] : [])
          return .comparison(
            .keyPath(FetchPath(steps + ["number"])), .notEqual, .constant(.int(Int64(count))))
        })
    ),
    (
      "a path over 70 to-many steps",
      .comparison(
        .keyPath(FetchPath(Array(repeating: "previous", count: 70) + ["number"])), .equal,
        .constant(1), quantifier: .any)
    ),
    (
      "a path over 40 pairs",
      .comparison(
        .keyPath(FetchPath(Array(repeating: "peers", count: 40) + ["number"])), .equal,
        .constant(1), quantifier: .any)
    ),
    (
      "a path over 20 to-many steps",
      .comparison(
        .keyPath(FetchPath(Array(repeating: "previous", count: 20) + ["number"])), .equal,
        .constant(1), quantifier: .any)
    ),
    (
      "150 additions",
      .comparison(
        (0..<150).reduce(number) { sum, _ in .arithmetic(sum, .add, .constant(1)) }, .greater,
        .constant(155))
    ),
    (
      "a text of 1 MB",
      .comparison(
        .keyPath(["text"]), .notEqual, .constant(.string(String(repeating: "'x", count: 500_000))))
    ),
  ]

  @Test(arguments: conditions.map(\.0))
  func `a condition that is too much for a statement finds what it finds in memory`(_ name: String)
    throws
  {
    let condition = try #require(Self.conditions.first { $0.0 == name }).1
    let told = try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      var last: ManagedObject?
      for number in 0..<12 {
        let item = try context.insert("Item")
        try item.setValuesForKeys([
          "number": number, "text": "t'\(number)", "real": Double(number) / 4,
        ])
        try item.setValue(last, forKey: "next")
        last = number % 4 == 3 ? nil : item
      }
      try context.save()
      context.reset()
      let request = FetchRequest("Item", where: condition, limit: 7, offset: 1)
      do {
        return try "\(context.fetchIDs(request).map(\.key)) \(context.count(request))"
      } catch let error as FetchRequestError {
        return "\(String("\(error)".prefix(200)))"
      }
    }
    #expect(told.contains("["))
  }
}
