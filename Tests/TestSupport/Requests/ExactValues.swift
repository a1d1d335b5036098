package import ArmatureModel
import Foundation

/// Values at the limits of each type, compared bit by bit.
package struct ExactValues: Sendable, CustomStringConvertible {
  package let name: String
  package let type: AttributeType
  package let values: [AttributeValue]

  package var description: String { name }

  private init(_ name: String, _ type: AttributeType, _ values: [AttributeValue]) {
    (self.name, self.type, self.values) = (name, type, values)
  }

  package static let simple: [ExactValues] = [
    ExactValues("int16", .int16, [.int(Int64(Int16.min)), -1, 0, 1, .int(Int64(Int16.max))]),
    ExactValues("int32", .int32, [.int(Int64(Int32.min)), -1, 0, .int(Int64(Int32.max))]),
    ExactValues("int64", .int64, HardValues.integers),
    ExactValues("decimal", .decimal, HardValues.decimals + limits),
    ExactValues("double", .double, HardValues.doubles + subnormal),
    ExactValues("float", .float, floats.map { .double(Double($0)) }),
    ExactValues("string", .string, texts.map { .string($0) }),
    ExactValues("bool", .bool, [true, false]),
    ExactValues("date", .date, seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }),
    ExactValues("data", .data, bytes.map { .data($0) }),
    ExactValues("uuid", .uuid, uuids.map { .uuid($0) }),
    ExactValues("url", .url, urls.compactMap { URL(string: $0) }.map { .url($0) }),
    ExactValues("zonedDate", .zonedDate, zoned),
    ExactValues(
      "calendarDate", .calendarDate, days.compactMap { CalendarDate($0) }.map { .calendarDate($0) }),
    ExactValues(
      "enumeration", .enumeration(name: "Grade", raw: .int64, cases: [.int(.min), 0, .int(.max)]),
      [.int(.min), 0, .int(.max)]),
    ExactValues(
      "transformable", .transformable(name: "Colour", stored: .data),
      [.data(Data()), .data(Data([0, 0xFF, 0]))]),
  ]

  /// Lists of each simple type: empty, each value alone, and all values.
  package static let lists: [ExactValues] = simple.filter { $0.name != "transformable" }.map {
    values in
    ExactValues(
      "list of \(values.name)", .list(values.type),
      [.list([]), .list(values.values), .list(values.values.reversed())]
        + values.values.prefix(8).map { .list([$0]) })
  }

  /// A composite of all simple types within another one.
  package static let composites: [ExactValues] = {
    let elements = simple.map { AttributeDescription($0.name, $0.type, isOptional: true) }
    let inner = AttributeDescription("inner", .composite(elements), isOptional: true)
    var values: [AttributeValue] = [.composite([:]), .composite(["inner": .composite([:])])]
    for round in 0..<40 {
      let parts = simple.map { ($0.name, $0.values[round % $0.values.count]) }
      values.append(.composite(Dictionary(uniqueKeysWithValues: parts)))
      values.append(.composite(["inner": .composite(Dictionary(uniqueKeysWithValues: parts))]))
    }
    return [ExactValues("composite", .composite(elements + [inner]), values)]
  }()

  private static let limits: [AttributeValue] = [
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastFiniteMagnitude, .leastNormalMagnitude,
    Decimal(sign: .plus, exponent: -128, significand: 12345),
    Decimal(sign: .minus, exponent: 127, significand: 1),
    Decimal(sign: .plus, exponent: -2, significand: 1000), Decimal(UInt64.max),
  ].map { .decimal($0) }

  private static let subnormal: [AttributeValue] = [
    Double.leastNormalMagnitude, Double.leastNormalMagnitude.nextDown, -.leastNonzeroMagnitude,
    1.0.nextUp, 1.0.nextDown, .leastNonzeroMagnitude * 12345, -.greatestFiniteMagnitude, 2e-308,
    1e15, 1e16, 1e17,
    9.007199254740993e15, 123456789012345680,
  ].map { .double($0) }

  private static let floats: [Float] = [
    0, -0.0, 0.1, -3.5, 16_777_215, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan, 1e10, 3.4e38,
  ]

  private static let texts =
    HardValues.texts + [
      " ", "NULL", "NaN", "0", "-0", "1e5", "0x10", "'", "''", "\"", "\\", "%", "_", ";", "--",
      "\n", "\r\n", "\t", "\u{0}", "\u{0}\u{0}", "a\u{0}b", "\u{FEFF}x", "\u{FEFF}", "\u{FFFD}",
      "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{2028}", "\u{7F}", "\u{1}", "\u{D7FF}", "\u{E000}",
      "a\u{300}\u{301}", "a\u{301}\u{300}", String(repeating: "ü\u{0}", count: 70_000),
    ]

  private static let seconds: [Double] = [
    0, -0.0, 0.1, 1e-9, -1e-9, .leastNonzeroMagnitude, 804_556_800.123_456_7, -978_307_200.5,
    Date.distantPast.timeIntervalSinceReferenceDate,
    Date.distantFuture.timeIntervalSinceReferenceDate, 1e15, 1e300, -1e300,
    .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0x1p53, 0x1p63,
  ]

  private static let bytes: [Data] = [
    Data(), Data([0]), Data(repeating: 0, count: 5), Data(0...255), Data([0xFF, 0xFE, 0xC0]),
    Data("NaN".utf8), Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    Data([1, 2, 3, 4]).dropFirst(2),
  ]

  private static let uuids: [UUID] = [
    "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "00112233-4455-6677-8899-AABBCCDDEEFF",
  ].compactMap { UUID(uuidString: $0) }

  private static let urls = [
    "https://example.com/a%20b?x=1&y=%C3%A9#z", "mailto:a@example.com", "relative/path",
    "file:///tmp/x", "x:%20", "#", "?", ".", "..", "//host", "data:,", "HTTPS://EXAMPLE.COM/",
    "https://例え.jp/ü", "a b", "http://[::1]:80/", "%00",
  ]

  private static let zoned: [AttributeValue] = [
    (-1e9, "Europe/Berlin"), (0, "GMT"), (-0.0, "GMT+0200"), (0.125, "America/New_York"),
    (1e300, "Asia/Kathmandu"), (.infinity, "GMT"), (.nan, "GMT"), (0, "Europe/Berlin"),
  ].map {
    .zonedDate(
      ZonedDate(date: Date(timeIntervalSinceReferenceDate: $0), timeZoneIdentifier: $1))
  }

  private static let days = [
    "0000-01-01", "0001-01-01", "1582-10-10", "1970-01-01", "2024-02-29", "9999-12-31",
  ]
}

extension AttributeValue {
  /// The value as text that differs if any bit differs; all NaN values are equal.
  package var bits: String {
    func bits(_ number: Double) -> String {
      number.isNaN ? "NaN" : String(number.bitPattern, radix: 16)
    }
    return switch self {
    case .double(let number): "double \(bits(number))"
    case .date(let date): "date \(bits(date.timeIntervalSinceReferenceDate))"
    case .zonedDate(let zoned):
      "zoned \(bits(zoned.date.timeIntervalSinceReferenceDate)) \(zoned.timeZoneIdentifier)"
    case .string(let text): "string \(Array(text.utf8).hashValue) \(Array(text.utf8).prefix(99))"
    case .data(let data): "data \(data.count) \(data.hashValue) \(data.prefix(99).map(\.self))"
    case .list(let values): "list \(values.map(\.bits))"
    case .composite(let values):
      "composite \(values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.bits)" })"
    case .url(let url): "url \(url.relativeString) \(url.baseURL?.absoluteString ?? "")"
    default: "\(Mirror(reflecting: self).children.first?.label ?? "") \(self)"
    }
  }
}
