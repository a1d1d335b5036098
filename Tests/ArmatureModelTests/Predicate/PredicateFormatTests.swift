@testable import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conditions as people write them, and their printed form.
@Suite struct PredicateFormatTests {
  @Test(
    arguments: [
      ("a = 1", "a == 1"), ("a==1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"),
      ("a => 1", "a >= 1"), ("a  >\n\t1", "a > 1"), ("1 < a", "1 < a"),
      ("a && b = 1 || c = 2", nil),
      ("a = 1 and b = 2 Or c = 3", "(a == 1 AND b == 2) OR c == 3"),
      ("a = 1 && (b = 2 || c = 3)", "a == 1 AND (b == 2 OR c == 3)"),
      ("a = 1 && b = 2 && c = 3", "a == 1 AND b == 2 AND c == 3"),
      ("(a = 1 && b = 2) && c = 3", "(a == 1 AND b == 2) AND c == 3"),
      ("!a = 1", "NOT a == 1"), ("not(a = 1)", "NOT a == 1"), ("! ! a = 1", "NOT NOT a == 1"),
      ("NOT a = 1 AND b = 2", "NOT a == 1 AND b == 2"), ("((a = 1))", "a == 1"),
      ("truepredicate", "TRUEPREDICATE"), ("NOT FALSEPREDICATE", "NOT FALSEPREDICATE"),
      ("a beginswith[cd]'x'", "a BEGINSWITH[cd] \"x\""), ("a ==[dc] 'x'", "a ==[cd] \"x\""),
      ("a like [ c ] 'x*'", "a LIKE[c] \"x*\""), ("a CONTAINS[n] 'x'", "a CONTAINS \"x\""),
      ("a MATCHES \"\\\\w+\"", "a MATCHES \"\\\\w+\""), ("a ENDSWITH b.c", "a ENDSWITH b.c"),
      ("a in {1, 2.5, 'x', nil}", "a IN {1, 2.5, \"x\", nil}"), ("a IN {}", "a IN {}"),
      ("a between {1,2}", "a BETWEEN {1, 2}"), ("a BETWEEN $B", "a BETWEEN $B"),
      ("SELF in b.c", "SELF IN b.c"), ("'x' IN a", "\"x\" IN a"),
      ("some a.b = 1", "ANY a.b == 1"),
      ("all a.b > 1 and none a.c < 2", "ALL a.b > 1 AND NONE a.c < 2"),
      (
        "a = TRUE AND b = no AND c = Null AND d != NIL",
        "a == true AND b == false AND c == nil AND d != nil"
      ),
      ("#in = 1 AND a.in = 2 AND SELF.b = 3", "#in == 1 AND a.#in == 2 AND b == 3"),
      ("size = 1 and first = 2 and cast = 3", "#size == 1 AND #first == 2 AND #cast == 3"),
      ("größe = 1 AND #\"a b\" = 2", "größe == 1 AND #\"a b\" == 2"),
      ("$A.b = $C", "$A.b == $C"), ("$\"a b\" = 1", "$\"a b\" == 1"),
      ("a.@count > 1 and a[size] > 1", "a.@count > 1 AND a.@count > 1"),
      ("a.@sum.b.c > 1", "a.b.@sum.c > 1"), ("@max.a > 1", "@max.a > 1"),
      ("{1, a}.@max > 1", "{1, a}.@max > 1"),
      ("a.@distinctUnionOfObjects.b.@count = 1", "a.@distinctUnionOfObjects.b.@count == 1"),
      ("a.@distinctUnionOfSets.b.@count = 1", "a.@distinctUnionOfObjects.b.@count == 1"),
      ("a.@distinctUnionOfArrays.b.@count = 1", "a.@distinctUnionOfObjects.b.@count == 1"),
      ("ANY a.@unionOfObjects.b = 1", "ANY a.b == 1"),
      ("a.@unionOfSets.b.@sum.c = 1", "a.b.@sum.c == 1"),
      ("a.@max.@unionOfArrays.b.c = 1", "a.b.@max.c == 1"),
      (
        "subquery(a, $x, $x.b = c AND $x.d = $Y).@count > 0",
        "SUBQUERY(a, $a, $a.b == c AND $a.d == $Y).@count > 0"
      ),
      ("SUBQUERY(a, $x, ANY $x.b == SELF).c IN d", "SUBQUERY(a, $a, ANY $a.b == SELF).c IN d"),
      ("1 + 2 * 3 ** 2 - 4 / 5 = a", "1 + 2 * 3 ** 2 - 4 / 5 == a"),
      ("(1 + 2) * a = 1", "(1 + 2) * a == 1"),
      ("a - -5 = -a", "a - -5 == 0 - a"), ("a & 4 = 4", "bitwiseAnd:with:(a, 4) == 4"),
      (
        "a | b ^ c & d << 1 >> 2 = ~e",
        "bitwiseOr:with:(a, bitwiseXor:with:(b, bitwiseAnd:with:(c, rightshift:by:(leftshift:by:(d, 1), 2)))) == onesComplement:(e)"
      ),
      ("now() > a", "now() > a"), ("abs(a) = abs:(a)", "abs:(a) == abs:(a)"),
      ("lowercase:(uppercase( a )) = canonical:(b)", "lowercase:(uppercase:(a)) == canonical:(b)"),
      ("modulus:by:(a, 2) = add:to:(a, 1)", "modulus:by:(a, 2) == a + 1"),
      ("from:subtract:(a, 1) = raise:toPower:(a, 2)", "a - 1 == a ** 2"),
      ("sum:(a.b) = average:(a.b)", "a.@sum.b == a.@avg.b"), ("noindex:(a) = 1", "a == 1"),
      ("0x1F = a AND 0b11 = 0o17 AND -0xf = b", "31 == a AND 3 == 15 AND -15 == b"),
      ("1.50 = 1e3 AND .5 = 1E-2", "1.5 == 1000.0 AND 0.5 == 0.01"),
      (
        "a = 9223372036854775807 OR a = -9223372036854775808",
        "a == 9223372036854775807 OR a == -9223372036854775808"
      ),
      ("a = 9223372036854775808", "a == CAST(9223372036854775808, \"NSDecimalNumber\")"),
      ("a = 0.12345678901234567890", "a == CAST(0.1234567890123456789, \"NSDecimalNumber\")"),
      ("a = 0.30000000000000004", "a == 0.30000000000000004"),
      ("a = \"\\u00e9\\U0001F600\\n\" OR a = 'x\\'y\"'", "a == \"é😀\\n\" OR a == \"x'y\\\"\""),
      ("a < CAST(5, \"NSDate\")", "a < CAST(5.0, \"NSDate\")"),
      ("a < cast('2001-01-02', 'NSDate')", "a < CAST(86400.0, \"NSDate\")"),
      ("a < CAST('2001-01-01T01:00:00+01:00', 'NSDate')", "a < CAST(0.0, \"NSDate\")"),
      (
        "CAST(a, 'NSNumber') = CAST(b, 'NSString')",
        "CAST(a, \"NSNumber\") == CAST(b, \"NSString\")"
      ),
      ("a = {'x', 'y'} AND a CONTAINS 'x'", "a == {\"x\", \"y\"} AND a CONTAINS \"x\""),
      ("a = {'x': 1, 'y': {:}}", "a == {\"x\": 1, \"y\": {:}}"),
    ] as [(String, String?)])
  func `spellings found in the wild are read`(text: String, printed: String?) throws {
    guard let printed else {
      #expect(throws: FetchPredicate.SyntaxError.self) { try FetchPredicate(text) }
      return
    }
    let predicate = try FetchPredicate(text)
    #expect(predicate.description == printed)
    #expect(try FetchPredicate(printed) == predicate)
  }

  @Test func `literals have the type that they are written as`() throws {
    let cases: [(String, AttributeValue)] = [
      ("1", .int(1)), ("1.0", .double(1)), ("'1'", .string("1")), ("YES", .bool(true)),
      ("CAST('1.50', 'NSDecimalNumber')", .decimal(Decimal(3) / 2)),
      ("CAST({1, 2}, 'NSArray')", .list([.int(1), .int(2)])),
      ("CAST('AQ==', 'NSData')", .data(Data([1]))),
      (
        "CAST('2026-11-22', 'CalendarDate')",
        .calendarDate(try #require(CalendarDate("2026-11-22")))
      ),
    ]
    for (text, value) in cases { #expect(try FetchExpression(format: text) == .constant(value)) }
  }

  @Test func `0 and 1 that stand for truth values print as they were written`() throws {
    for text in [
      "flag == 1", "flag != 0", "flag IN {0, 1}", "NOT flag == 1", "ALL books.flag == 0",
    ] {
      let predicate = try FetchPredicate(text)
      #expect(predicate.description == text)
      #expect(try FetchPredicate(predicate.description) == predicate)
    }
    let flag = FetchExpression.keyPath(["flag"])
    #expect(try FetchPredicate("flag == %d", 1) == .comparison(flag, .equal, 1))
    #expect(try FetchPredicate("flag == %d", true) == .comparison(flag, .equal, true))
  }

  @Test func `arguments are values, names, lists and objects, and never text to be read`() throws {
    let id = ManagedObjectID(entityName: "Book", key: 7, storeID: .none, isTemporary: false)
    let hostile = "x\" OR TRUEPREDICATE"
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let a = FetchExpression.keyPath(["a"])
    let cases: [(FetchPredicate, FetchPredicate)] = [
      (
        try FetchPredicate("a > %d AND a = %ld", 1, Int64(2)),
        .and([.comparison(a, .greater, 1), .comparison(a, .equal, 2)])
      ),
      (try FetchPredicate("a == %@", hostile), .comparison(a, .equal, .constant(.string(hostile)))),
      (try FetchPredicate("a == '%@'"), .comparison(a, .equal, "%@")),
      (
        try FetchPredicate("%K == %@", "b.c", nil),
        .comparison(.keyPath(["b", "c"]), .equal, .constant(.null))
      ),
      (
        try FetchPredicate("ANY a.%K.c > %f", "in", 1.5),
        .comparison(.keyPath(["a", "in", "c"]), .greater, 1.5, quantifier: .any)
      ),
      (
        try FetchPredicate("%K > 1", "a.@sum.b"),
        .comparison(.aggregate(.sum, of: .keyPath(["a", "b"])), .greater, 1)
      ),
      (try FetchPredicate("%K == %s", "a", "x"), .comparison(a, .equal, "x")),
      (try FetchPredicate("a IN %@", [1, 2]), .comparison(a, .in, [1, 2])),
      (try FetchPredicate("a IN %@", [String]()), .comparison(a, .in, [])),
      (
        try FetchPredicate("a BETWEEN %@ OR a BETWEEN {%@, %d}", [1, 2], 3, 4),
        .or([.comparison(a, .between, [1, 2]), .comparison(a, .between, [3, 4])])
      ),
      (
        try FetchPredicate("a == %@", ["x"]),
        .comparison(a, .equal, .constant(.list([.string("x")])))
      ),
      (
        try FetchPredicate("a == %@ AND a IN %@", id, [id]),
        .and([
          .comparison(a, .equal, .constant(.object(id))),
          .comparison(a, .in, [.constant(.object(id))]),
        ])
      ),
      (
        try FetchPredicate("a == %@ AND b == %d", date, true),
        .and([
          .comparison(a, .equal, .constant(.date(date))),
          .comparison(.keyPath(["b"]), .equal, true),
        ])
      ),
      (
        try FetchPredicate("a == %@", arguments: [AttributeValue.composite(["x": .int(1)])]),
        .comparison(a, .equal, .constant(.composite(["x": .int(1)])))
      ),
    ]
    for (read, expected) in cases { #expect(read == expected) }
  }

  @Test func `names and variables of subqueries belong to their objects`() throws {
    let predicate = try FetchPredicate(
      "SUBQUERY(books, $b, SUBQUERY($b.loans, $l, $l.day > $b.added AND $l.who == name).@count > 1).@count > 0"
    )
    let inner = FetchPredicate.and([
      .comparison(.keyPath(["day"]), .greater, .keyPath(FetchPath(["added"], level: 1))),
      .comparison(.keyPath(["who"]), .equal, .keyPath(FetchPath(["name"], level: 2))),
    ])
    let loans = FetchExpression.subquery(.keyPath(["loans"]), where: inner)
    let outer = FetchPredicate.comparison(.aggregate(.count, of: loans), .greater, 1)
    #expect(
      predicate
        == .comparison(
          .aggregate(.count, of: .subquery(.keyPath(["books"]), where: outer)), .greater, 0))
  }

  @Test(arguments: [
    ("(", ")", "a == 1"), ("NOT ", "", "a == 1"), ("!(", ")", "a == 1"), ("abs:(", ")", "a"),
    ("-(", ")", "a"), ("~", "", "a"), ("{", "}", "a"), ("1 + (", ")", "a"),
    ("SUBQUERY(a, $x, ANY ", " == 1).@count", "b"),
    ("CAST(", ", 'NSDate')", "a"), ("a == 1 AND (", ")", "a == 1"),
  ])
  func `what is nested at most 200 deep is read, and deeper is an error`(
    open: String, close: String, core: String
  ) throws {
    func text(_ depth: Int) -> String {
      String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    }
    func read(_ text: String) throws {
      if core.contains("==") {
        _ = try FetchPredicate(text)
      } else {
        _ = try FetchExpression(format: text)
      }
    }
    try read(text(60))
    let error = #expect(throws: FetchPredicate.SyntaxError.self) { try read(text(100_000)) }
    #expect(error?.reason.contains("200") == true)
  }

  @Test func `long chains are read, but no deep trees come of them`() throws {
    let terms = Array(repeating: "a == 1", count: 100_000)
    guard case .or(let parts) = try FetchPredicate(terms.joined(separator: " OR ")) else {
      Issue.record("it must be one list")
      return
    }
    #expect(parts.count == 100_000)
    let path = Array(repeating: "a", count: 100_000).joined(separator: ".")
    #expect(try FetchPredicate("\(path) == 1").paths.first?.count == 100_000)
    for sign in ["+", "-", "**", "&"] {
      let sum = Array(repeating: "a", count: 1000).joined(separator: sign)
      #expect(throws: FetchPredicate.SyntaxError.self) { try FetchExpression(format: sum) }
      let short = Array(repeating: "a", count: 190).joined(separator: sign)
      let predicate = FetchPredicate.comparison(try FetchExpression(format: short), .equal, 1)
      #expect(!predicate.isTooDeep)
    }
  }

  @Test func `an argument that is nested too deep is refused`() throws {
    var value = AttributeValue.int(1)
    for _ in 0..<300 { value = .composite(["a": value]) }
    let error = #expect(throws: FetchPredicate.SyntaxError.self) {
      try FetchPredicate("a == %@", value)
    }
    #expect(error?.reason.contains("200") == true)
  }

  @Test(arguments: [
    #"{"is": "==", "left": {"function": "abs:"}, "right": {"constant": null}}"#,
    #"{"is": "==", "left": {"properties": [], "of": {"variable": "X"}}, "right": {"constant": null}}"#,
  ])
  func `JSON of what no text says is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FetchPredicate.self, from: Data(json.utf8))
    }
  }
}
