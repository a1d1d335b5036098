import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values of all types that are difficult to store, as the store keeps them.
struct SampleValues {
  /// The values by attribute name.
  let all: [(name: String, values: [AttributeValue])]
  /// The values with a short text.
  let short: [String: [AttributeValue]]

  /// - Parameter kept: Returns the value that the store keeps, or `nil` if it cannot store the value.
  init(_ kept: (AttributeValue) -> AttributeValue?) {
    all = Self.all.map { ($0.name, $0.values.compactMap(kept)) }
    short = Dictionary(
      uniqueKeysWithValues: all.map { name, values in
        (name, values.filter { Self.text($0).count < 100 })
      })
  }

  static let all: [(name: String, values: [AttributeValue])] = [
    ("int16", [.int(Int64(Int16.min)), -1, 0, 1, .int(Int64(Int16.max))]),
    ("int32", [.int(Int64(Int32.min)), -1, 0, .int(Int64(Int32.max))]),
    (
      "int64",
      [
        .int(.min), .int(.min + 1), -1, 0, .int(1 << 53), .int(1 << 53 + 1), .int(.max - 1),
        .int(.max),
      ]
    ),
    ("decimal", decimals), ("double", doubles),
    (
      "float",
      [Float.leastNonzeroMagnitude, 0.1, -3.5, 16_777_215, .greatestFiniteMagnitude].map {
        .double(Double($0))
      }
    ),
    ("string", texts.map { .string($0) }), ("bool", [false, true]), ("date", dates),
    (
      "data",
      [
        [], [0], Array(repeating: 0, count: 5), Array(0...255), [0xFF, 0xFE, 0xC0],
        (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
      ].map { .data(Data($0)) }
    ),
    (
      "uuid",
      [
        "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        "00112233-4455-6677-8899-AABBCCDDEEFF",
      ].compactMap { UUID(uuidString: $0) }.map { .uuid($0) }
    ),
    (
      "url",
      [
        "https://example.com/a%20b?x=1&y=%C3%A9#z", "mailto:a@example.com", "relative/path",
        "file:///tmp/x",
      ].compactMap { URL(string: $0) }.map { .url($0) }
    ),
    (
      "zonedDate",
      [(-1e9, "Europe/Berlin"), (0, "GMT"), (0.125, "America/New_York"), (1e9, "Asia/Kathmandu")]
        .map { .zonedDate(ZonedDate(date: date($0), timeZoneIdentifier: $1)) }
    ),
    (
      "calendarDate",
      ["0000-01-01", "1582-10-10", "1970-01-01", "2024-02-29", "9999-12-31"]
        .compactMap { CalendarDate($0) }.map { .calendarDate($0) }
    ),
    (
      "json",
      [
        "null", "true", "0", "-0", "1.50", "1e400", "123456789012345678901234567890.000000000001",
        #""a\u0000b""#, #""é\u2028""#, "[]", "{}", #"[1,[2,{"a":[null]}]]"#,
        #"{"z":1,"a":{"é":"x","e\u0301":"y"},"":null}"#,
      ].compactMap { try? JSONValue(parsing: $0) }.map { .json($0) }
    ),
    ("texts", [[], [""], ["a", "a", "b"], .list(texts.map { .string($0) })]),
    ("numbers", [[], [0], [.int(.min), -1, .int(.max)], .list((0..<1_000).map { .int($0) })]),
    ("enumeration", ["paper", "audio"]),
    ("transformable", [.data(Data()), .data(Data([1, 2, 3]))]),
    (
      "composite",
      [
        .composite([:]), .composite(["street": ""]),
        .composite(["street": "Ö'\"\\", "number": -3]),
        .composite([
          "street": "x",
          "place": .composite(["latitude": .double(-0.5), "longitude": .double(1e-300)]),
        ]),
      ]
    ),
  ]

  private static let decimals: [AttributeValue] = [
    "-99999999999999999999999999999999999999", "-1", "-0.00000000000000000000000000000000000001",
    "0", "0.1", "1.10", "1234567890.1234567890123456789012345678",
    "12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
    "1e100", "1e-100",
  ].compactMap { Decimal(string: $0) }.map { .decimal($0) }

  private static let doubles: [AttributeValue] = [
    -Double.infinity, -Double.greatestFiniteMagnitude, -1.5, -Double.leastNonzeroMagnitude, 0,
    Double.leastNonzeroMagnitude, 0.1, 0.1 + 0.2, 1.0 / 3.0, 9_007_199_254_740_991, 1e22,
    Double.greatestFiniteMagnitude, Double.infinity,
  ].map { .double($0) }

  private static let texts = [
    "", " ", "  both  ", "NULL", "null", "0", "1e5", "'", "''", "\"", "\\", "%", "_", ";", "--",
    "\n", "\r\n", "\t", "a\u{0}b", "\u{0}", "\u{FEFF}x", "é", "e\u{301}", "ß", "İ", "ﬁ", "日本語",
    "עברית", "👨‍👩‍👧‍👦", "\u{10FFFF}", "\u{FFFD}", "\u{2028}", "a\u{300}\u{301}\u{302}",
    String(repeating: "long ü ", count: 20_000),
  ]

  private static let dates: [AttributeValue] = [
    Date.distantPast.timeIntervalSinceReferenceDate, -978_307_200.5, -0.001, 0, 0.1,
    1e-9, 804_556_800.123_456_7, Date.distantFuture.timeIntervalSinceReferenceDate, 1e15,
  ].map { .date(date($0)) }

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// Returns true if values of an attribute are ordered in predicates.
  static func isComparable(_ name: String) -> Bool {
    !["json", "texts", "numbers", "composite", "transformable"].contains(name)
  }

  /// Returns a short text for a value.
  static func text(_ value: AttributeValue) -> String {
    let text = "\(value)"
    return text.count > 200 ? "\(text.prefix(200))… (\(text.count) characters)" : text
  }
}
