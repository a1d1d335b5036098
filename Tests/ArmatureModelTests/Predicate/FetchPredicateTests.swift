import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let a = dynamic { $0.a == 1 }
private let b = dynamic { $0.b == 2 }
private let c = dynamic { $0.c == 3 }

@Suite struct FetchPredicateTests {
  @Test(
    arguments: [
      (a && b && c, .and([a, b, c])),
      (a && (b && c), .and([a, b, c])),
      ((a && b) && (c && a), .and([a, b, c, a])),
      (a || b || c, .or([a, b, c])),
      (a || (b || c), .or([a, b, c])),
      (a && b || c, .or([.and([a, b]), c])),
      (a && (b || c), .and([a, .or([b, c])])),
      (!a, .not(a)),
      (!(!a), a),
      (!(a && b), .not(.and([a, b]))),
      (.constant(true) && a, a),
      (a && .constant(true), a),
      (a || .constant(false), a),
      (a && .constant(false), .and([a, .constant(false)])),
      (!FetchPredicate.constant(true), .constant(false)),
    ] as [(FetchPredicate, FetchPredicate)])
  func `and, or and not make flat lists`(predicate: FetchPredicate, expected: FetchPredicate) {
    #expect(predicate == expected)
  }

  @Test(
    arguments: [
      (.constant(true), "TRUEPREDICATE"),
      (.constant(false), "FALSEPREDICATE"),
      (.and([]), "TRUEPREDICATE"),
      (.or([]), "FALSEPREDICATE"),
      (.and([a]), "a == 1"),
      (a && b && c, "a == 1 AND b == 2 AND c == 3"),
      (a || b && c, "a == 1 OR (b == 2 AND c == 3)"),
      (a && (b || c), "a == 1 AND (b == 2 OR c == 3)"),
      (.and([.or([a]), .or([]), b]), "a == 1 AND FALSEPREDICATE AND b == 2"),
      (.and([.and([a, b]), c]), "(a == 1 AND b == 2) AND c == 3"),
      (!a && b, "NOT a == 1 AND b == 2"),
      (!(a && b), "NOT (a == 1 AND b == 2)"),
      (!(a || b) || c, "NOT (a == 1 OR b == 2) OR c == 3"),
      (.not(.not(a)), "NOT NOT a == 1"),
      (!dynamic { $0.x.any { $0.y > 1 } }, "NOT ANY x.y > 1"),
      (dynamic { $0["in"] == 1 && $0.a["Self"].Size > 2 }, "#in == 1 AND a.#Self.#Size > 2"),
    ] as [(FetchPredicate, String)])
  func `parentheses stand where they are needed`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    ((DynamicQuery().a + 1) * 2, "(a + 1) * 2"),
    (DynamicQuery().a + 1 * DynamicQuery().b, "a + 1 * b"),
    (DynamicQuery().a - (DynamicQuery().b - 1), "a - (b - 1)"),
    (DynamicQuery().a - DynamicQuery().b - 1, "a - b - 1"),
    (DynamicQuery().a / (DynamicQuery().b * 2), "a / (b * 2)"),
    (DynamicQuery().a.length + DynamicQuery().b.count, "length:(a) + b.@count"),
  ])
  func `arithmetic keeps its order`(expression: DynamicExpression, text: String) {
    #expect(expression.fetchExpression.description == text)
  }

  @Test(arguments: [
    ("a\"b", #""a\"b""#),
    (#"a\b"#, #""a\\b""#),
    ("a\nb\r\tc", #""a\nb\r\tc""#),
    ("a\u{0}b\u{7F}", #""a\u0000b\u007F""#),
    ("a\u{202E}b", #""a\u202Eb""#),
    ("a\u{E0001}b", #""a\U000E0001b""#),
    ("é👩‍👧", "\"é👩‍👧\""),
    (String(repeating: "x", count: 80), "\"\(String(repeating: "x", count: 80))\""),
  ])
  func `text is escaped and not shortened`(text: String, expected: String) {
    #expect(FetchExpression.constant(.string(text)).description == expected)
  }

  @Test(
    arguments: [
      (.null, "nil"), (.bool(true), "true"), (.int(-5), "-5"), (.double(2), "2.0"),
      (.double(.infinity), "CAST(\"inf\", \"double\")"),
      (.double(.nan), "CAST(\"nan\", \"double\")"),
      (.decimal(Decimal(string: "9.90") ?? 0), "CAST(9.9, \"NSDecimalNumber\")"),
      (.decimal(.nan), "CAST(\"NaN\", \"NSDecimalNumber\")"),
      (.date(Date(timeIntervalSinceReferenceDate: -0.5)), "CAST(-0.5, \"NSDate\")"),
      (.data(Data([1, 2, 255])), "CAST(\"AQL/\", \"NSData\")"),
      (
        .zonedDate(
          ZonedDate(
            date: Date(timeIntervalSinceReferenceDate: 1), timeZoneIdentifier: "Europe/Berlin")),
        "CAST({1.0, \"Europe/Berlin\"}, \"ZonedDate\")"
      ),
      (.composite(["b": .int(1), "a": .string("x")]), "{\"a\": \"x\", \"b\": 1}"),
      (.composite([:]), "{:}"), (.list([.int(1)]), "CAST({1}, \"NSArray\")"),
    ] as [(AttributeValue, String)])
  func `each constant has a spelling`(value: AttributeValue, expected: String) {
    #expect(FetchExpression.constant(value).description == expected)
  }

  @Test(
    arguments: [
      .constant(false), a && !b || c,
      dynamic { $0.title.hasPrefix("x", options: .caseInsensitive) && $0.a.b.in([1.5, .nan]) },
      dynamic { author in author.books.any { $0.added < author.died } },
      dynamic { $0.books.sum("pages") / 2 + $0.title.length > QueryVariable.fetchSource.age },
      dynamic { $0.added == Date(timeIntervalSinceReferenceDate: 0.1) || $0.price < Decimal(3) },
      .comparison(
        .keyPath([]), .in,
        .list([.constant(.null), "é", .constant(.data(Data([0])))])),
    ] as [FetchPredicate])
  func `a predicate survives JSON`(predicate: FetchPredicate) throws {
    let data = try JSONEncoder().encode(predicate)
    let decoded = try JSONDecoder().decode(FetchPredicate.self, from: data)
    #expect(decoded == predicate)
    #expect(decoded.hashValue == predicate.hashValue)
  }

  @Test func `a path is an array in JSON`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(FetchExpression.keyPath(FetchPath(["a", "b"], level: 1)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"path":["^","a","b"]}"#)
  }
}
