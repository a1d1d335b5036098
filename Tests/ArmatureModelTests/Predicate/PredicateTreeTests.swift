@testable import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let name = FetchExpression.keyPath(["name"])
private let tracks = FetchExpression.keyPath(["tracks"])
private let isLong = FetchPredicate.comparison(.keyPath(["length"]), .greater, 300)
private let anyIDText =
  #"CAST("armature://00000000-0000-0000-0000-000000000000/Book/7", "NSManagedObjectID")"#
private let anyID = ManagedObjectID(entityName: "Book", key: 7, storeID: .none, isTemporary: false)

/// Every kind of node: its printed form, its encoding, and its parts.
@Suite struct PredicateTreeTests {
  private static let predicates: [(FetchPredicate, String)] = [
    (.constant(true), "TRUEPREDICATE"),
    (.comparison(name, .equal, "a", options: [.caseInsensitive]), #"name ==[c] "a""#),
    (.comparison(name, .notEqual, "a", options: [.diacriticInsensitive]), #"name !=[d] "a""#),
    (
      .comparison(name, .less, "a", options: [.caseInsensitive, .diacriticInsensitive]),
      #"name <[cd] "a""#
    ),
    (.comparison(name, .beginsWith, .variable("START")), "name BEGINSWITH $START"),
    (
      .comparison(name, .endsWith, "love", options: .caseInsensitive), #"name ENDSWITH[c] "love""#
    ),
    (.comparison(name, .contains, .keyPath(["artist", "name"])), "name CONTAINS artist.name"),
    (.comparison(name, .like, "S*n?"), #"name LIKE "S*n?""#),
    (.comparison(name, .matches, "[0-9].*"), #"name MATCHES "[0-9].*""#),
    (.comparison(name, .between, ["a", "b"]), #"name BETWEEN {"a", "b"}"#),
    (.comparison(name, .in, []), "name IN {}"),
    (.comparison(name, .in, ["One", .variable("X")]), #"name IN {"One", $X}"#),
    (.comparison(.keyPath([]), .in, .keyPath(["album", "tracks"])), "SELF IN album.tracks"),
    (
      .comparison(.keyPath(["tracks", "name"]), .in, ["One", "Intro"], quantifier: .any),
      #"ANY tracks.name IN {"One", "Intro"}"#
    ),
    (
      .comparison(.keyPath(["tracks", "name"]), .equal, "x", quantifier: .all),
      #"ALL tracks.name == "x""#
    ),
    (
      .comparison(
        .keyPath(["invoices", "country"]), .notEqual, .keyPath(["country"]), quantifier: .none),
      "NONE invoices.country != country"
    ),
    (.comparison(1, .equal, 1), "1 == 1"),
    (
      .comparison(.aggregate(.count, of: .subquery(tracks, where: isLong)), .greater, 5),
      "SUBQUERY(tracks, $a, $a.length > 300).@count > 5"
    ),
    (.and([isLong, .not(.constant(false))]), "length > 300 AND NOT FALSEPREDICATE"),
    (.or([isLong, .and([isLong, isLong])]), "length > 300 OR (length > 300 AND length > 300)"),
  ]

  private static let expressions: [(FetchExpression, String)] = [
    (.keyPath([]), "SELF"), (.keyPath(["album", "in"]), "album.#in"),
    (.constant(.null), "nil"), (3, "3"), (2.5, "2.5"), (true, "true"), ("a", #""a""#),
    (.list([1, .keyPath(["x"]), .list([])]), "{1, x, {}}"),
    (.variable("X"), "$X"), (.properties(["a", "b"], of: .variable("X")), "$X.a.b"),
    (
      .properties(["name"], of: .subquery(tracks, where: isLong)),
      "SUBQUERY(tracks, $a, $a.length > 300).name"
    ),
    (.arithmetic(.keyPath(["a"]), .multiply, .arithmetic(1, .add, 2)), "a * (1 + 2)"),
    (.arithmetic(.arithmetic(2, .power, 3), .power, 2), "2 ** 3 ** 2"),
    (.arithmetic(2, .power, .arithmetic(3, .power, 2)), "2 ** (3 ** 2)"),
    (.arithmetic(.arithmetic(1, .add, 2), .modulus, 3), "modulus:by:(1 + 2, 3)"),
    (.arithmetic(.arithmetic(6, .bitwiseAnd, 3), .add, 1), "bitwiseAnd:with:(6, 3) + 1"),
    (.arithmetic(6, .bitwiseOr, 3), "bitwiseOr:with:(6, 3)"),
    (.arithmetic(6, .bitwiseXor, 3), "bitwiseXor:with:(6, 3)"),
    (.arithmetic(6, .leftShift, 3), "leftshift:by:(6, 3)"),
    (.arithmetic(6, .rightShift, 3), "rightshift:by:(6, 3)"),
    (.function(.now, []), "now()"), (.function(.lowercase, [name]), "lowercase:(name)"),
    (.function(.canonical, [.function(.uppercase, [name])]), "canonical:(uppercase:(name))"),
    (.function(.number, [.function(.now, [])]), #"CAST(now(), "NSNumber")"#),
    (.function(.date, [0]), #"CAST((0), "NSDate")"#),
    (.function(.date, [.keyPath(["day"])]), #"CAST(day, "NSDate")"#),
    (.function(.text, [1]), #"CAST(1, "NSString")"#),
    (.aggregate(.count, of: tracks), "tracks.@count"),
    (.aggregate(.sum, of: .keyPath(["albums", "tracks", "length"])), "albums.tracks.@sum.length"),
    (.aggregate(.maximum, of: .keyPath(["length"])), "@max.length"),
    (.aggregate(.minimum, of: .keyPath([])), "SELF.@min"),
    (.aggregate(.average, of: .properties(["length"], of: .variable("X"))), "$X.@avg.length"),
    (.aggregate(.maximum, of: [1, 2]), "{1, 2}.@max"),
    (
      .aggregate(.count, of: .aggregate(.distinct, of: .keyPath(["tracks", "genre"]))),
      "tracks.@distinctUnionOfObjects.genre.@count"
    ),
    (
      .properties(["name"], of: .aggregate(.distinct, of: .keyPath(["tracks", "genre"]))),
      "(tracks.@distinctUnionOfObjects.genre).name"
    ),
    (
      .aggregate(.sum, of: .properties(["length"], of: .subquery(tracks, where: isLong))),
      "SUBQUERY(tracks, $a, $a.length > 300).@sum.length"
    ),
    (
      .conditional(isLong, name, otherwise: "short"), #"TERNARY(length > 300, name, "short")"#
    ),
    (
      .arithmetic(
        1, .add,
        .aggregate(
          .count, of: .combination(tracks, .union, .combination(tracks, .difference, [1])))),
      "1 + (tracks UNION (tracks MINUS {1})).@count"
    ),
    (
      .combination(.combination(tracks, .union, tracks), .intersection, .arithmetic(1, .add, 2)),
      "tracks UNION tracks INTERSECT 1 + 2"
    ),
    (.properties(["name"], of: .element(.first, of: tracks)), "tracks[FIRST].name"),
    (.element(.last, of: .combination(tracks, .union, tracks)), "(tracks UNION tracks)[LAST]"),
    (
      .element(.index(2), of: .aggregate(.distinct, of: .keyPath(["a", "b"]))),
      "a.@distinctUnionOfObjects.b[2]"
    ),
    (.keyPath(["minus", "union"]), "#minus.#union"),
    (.value(AttributeValue.objects([anyID])), "{\(anyIDText)}"), (.values([1, 2]), "{1, 2}"),
  ]

  @Test(arguments: predicates) func `a predicate prints`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: expressions)
  func `an expression prints`(expression: FetchExpression, text: String) {
    #expect(expression.description == text)
  }

  @Test(arguments: predicates.map(\.0) + expressions.map { .comparison($0.0, .equal, $0.0) })
  func `every node survives JSON`(predicate: FetchPredicate) throws {
    let data = try JSONEncoder().encode(predicate)
    #expect(try JSONDecoder().decode(FetchPredicate.self, from: data) == predicate)
    // `children` and `map` agree: without replacements, `map` visits all children.
    var visited = 0
    #expect(
      predicate.map { _, _ in
        visited += 1
        return nil
      } == predicate)
    var count = 0
    FetchNode.predicate(predicate).forEach { node, _ in
      if case .expression = node { count += 1 }
    }
    #expect(visited == count)
  }

  @Test(
    arguments: [
      (
        .comparison(name, .equal, "a", options: [.caseInsensitive, .diacriticInsensitive]),
        #"{"is":"==","left":{"path":["name"]},"options":"cd","right":{"constant":{"string":"a"}}}"#
      ),
      (
        .comparison(name, .notEqual, .constant(.null), quantifier: .none),
        #"{"is":"!=","left":{"path":["name"]},"quantifier":"NONE","right":{"constant":null}}"#
      ),
      (.not(.and([.constant(true)])), #"{"not":{"and":[{"constant":true}]}}"#),
      (
        .comparison(.function(.now, []), .less, .properties(["a"], of: .variable("X"))),
        #"{"is":"<","left":{"function":"now"},"right":{"of":{"variable":"X"},"properties":["a"]}}"#
      ),
      (
        .comparison(.aggregate(.count, of: .subquery(tracks, where: .or([]))), .equal, .list([])),
        #"{"is":"==","left":{"aggregate":"@count","of":{"subquery":{"path":["tracks"]},"#
          + #""where":{"or":[]}}},"right":{"list":[]}}"#
      ),
      (
        .comparison(.arithmetic(1, .add, 2), .equal, .function(.abs, [3])),
        #"{"is":"==","left":{"left":{"constant":{"int":1}},"operation":"+","#
          + #""right":{"constant":{"int":2}}},"#
          + #""right":{"arguments":[{"constant":{"int":3}}],"function":"abs:"}}"#
      ),
      (
        .comparison(
          .conditional(.constant(true), 1, otherwise: .element(.last, of: tracks)), .in,
          .combination(tracks, .difference, .element(.index(3), of: tracks))),
        #"{"is":"IN","left":{"else":{"element":"last","of":{"path":["tracks"]}},"#
          + #""if":{"constant":true},"then":{"constant":{"int":1}}},"#
          + #""right":{"combination":"MINUS","left":{"path":["tracks"]},"#
          + #""right":{"element":3,"of":{"path":["tracks"]}}}}"#
      ),
    ] as [(FetchPredicate, String)])
  func `the form in JSON is written down`(predicate: FetchPredicate, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(predicate), as: UTF8.self) == json)
  }

  @Test(arguments: [#"{"not": 1}"#, #"{}"#, #"{"is": "~", "left": 1}"#, #"{"options": "x"}"#])
  func `JSON that is no predicate is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FetchPredicate.self, from: Data(json.utf8))
    }
  }

  @Test func `variables are found everywhere and bound to values, lists and objects`() {
    let predicate = FetchPredicate.and([
      .comparison(.keyPath(["year"]), .between, [.variable("FROM"), .variable("TO")]),
      .comparison(.keyPath(["author"]), .in, .variable("AUTHORS")),
      .comparison(
        .aggregate(
          .count,
          of: .subquery(
            tracks,
            where: .comparison(
              .keyPath(["x"]), .greater, .properties(["x"], of: .variable("BOOK"))))), .greater,
        .variable("FROM")),
    ])
    #expect(predicate.variables == ["FROM", "TO", "AUTHORS", "BOOK"])
    let bound = predicate.binding([
      "FROM": 1, "AUTHORS": .value(AttributeValue.objects([anyID])), "BOOK": .keyPath(["start"]),
    ])
    #expect(bound.variables == ["TO"])
    #expect(
      bound.description == "year BETWEEN {1, $TO} AND author IN {\(anyIDText)}"
        + " AND SUBQUERY(tracks, $a, $a.x > start.x).@count > 1")
  }

  @Test(
    arguments: [
      (">", 0, true), ("!=", 0, true), (">=", 1, true), ("==", 0, false), ("<=", 0, false),
      ("<", 1, false), (">", 1, nil), ("==", 1, nil), ("<", 0, nil),
    ] as [(String, Int64, Bool?)])
  func `a count that only asks whether there is something is known`(
    sign: String, bound: Int64, isWanted: Bool?
  ) throws {
    let comparison = try #require(FetchPredicate.Comparison(rawValue: sign))
    let count = FetchExpression.aggregate(.count, of: tracks)
    let predicate = FetchPredicate.comparison(count, comparison, .constant(.int(bound)))
    #expect(predicate.existence?.isWanted == isWanted)
  }
}
