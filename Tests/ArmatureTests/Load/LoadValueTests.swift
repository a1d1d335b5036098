import Armature
import Foundation
import Testing

@Suite struct LoadValueTests {
  private static let model = Result { try ManagedObjectModel.everyType() }

  private func load(
    _ json: String, _ mode: LoadOptions.Mode = .strict
  ) throws -> ManagedObject {
    let context = ManagedObjectContext(model: try Self.model.get())
    let result = try context.load(.text(json, as: "Sample"), options: LoadOptions(mode))
    #expect(result.report.isEmpty)
    // The caller's object needs its context.
    withExtendedLifetime(context) {}
    return try #require(result.objects.first)
  }

  private func value(
    _ key: String, _ json: String, _ mode: LoadOptions.Mode = .strict
  ) throws -> AttributeValue? {
    let context = ManagedObjectContext(model: try Self.model.get())
    let result = try context.load(
      .text("{\"\(key)\": \(json)}", as: "Sample"), options: LoadOptions(mode))
    #expect(result.report.isEmpty)
    return result.objects.first?[key]
  }

  @Test(
    arguments: [
      ("flag", "true", .bool(true)), ("flag", "false", .bool(false)),
      ("small", "32767", 32767), ("small", "-32768", -32768), ("small", "-0", 0),
      ("small", "1e2", 100), ("small", "5.00", 5),
      ("medium", "2147483647", 2_147_483_647), ("medium", "-2147483648", -2_147_483_648),
      ("large", "9223372036854775807", .int(.max)), ("large", "-9223372036854775808", .int(.min)),
      ("large", "1e18", 1_000_000_000_000_000_000), ("large", "123000e-3", 123),
      ("wide", "9007199254740993", 9_007_199_254_740_993),
      ("single", "0.1", .double(Double(Float(0.1)))),
      ("single", "3.4028235e38", .double(Double(Float.greatestFiniteMagnitude))),
      ("single", "-7", -7.0),
      ("number", "0.1", 0.1), ("number", "5", 5.0),
      ("number", "1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("number", "5e-324", .double(.leastNonzeroMagnitude)), ("number", "1e-400", 0.0),
      ("number", "9007199254740993", 9_007_199_254_740_992.0), ("number", "-0.0", -0.0),
      ("text", #""""#, ""), ("text", #""a\u00e9\ud83d\ude00\n\"\\""#, "aé😀\n\"\\"),
      ("text", #""\u0000""#, "\u{0}"), ("text", "\"日本語\"", "日本語"),
      ("moment", #""2001-01-01T00:00:00Z""#, .date(Date(0))),
      ("moment", #""2001-01-01T01:30:00.5+01:30""#, .date(Date(0.5))),
      ("moment", #""2001-01-02""#, .date(Date(86_400))),
      ("moment", #""2001-01-01 00:00:01""#, .date(Date(1))),
      ("moment", #""2016-12-31T23:59:60Z""#, .date(Date(504_921_600))),
      ("moment", #""\u0032001-01-01""#, .date(Date(0))),
      ("bytes", #""AQIDBA==""#, .data(Data([1, 2, 3, 4]))), ("bytes", #""""#, .data(Data())),
      ("link", #""https://example.com/a?b=%20#c""#, .url(url("https://example.com/a?b=%20#c"))),
      ("link", #""mailto:a@example.com""#, .url(url("mailto:a@example.com"))),
      ("format", #""ebook""#, "ebook"), ("level", "20", 20), ("level", "2e1", 20),
      ("colour", ##""#ff8000""##, "#ff8000"),
      ("address", #"{"street": "A"}"#, .composite(["street": "A"])),
      ("address", #"{"city": null, "street": "A", "position": null}"#, .composite(["street": "A"])),
      (
        "address", #"{"street": "A", "position": {"latitude": 1, "longitude": -0.5}}"#,
        .composite(["street": "A", "position": .composite(["latitude": 1.0, "longitude": -0.5])])
      ),
    ] as [(String, String, AttributeValue)])
  func `a value of each type is read exactly`(
    key: String, json: String, expected: AttributeValue
  ) throws {
    #expect(try value(key, json) == expected)
    #expect(try value(key, json, .lenient) == expected)
  }

  private static func url(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  @Test(arguments: [
    "12345678901234567890123456789012345678", "-99999999999999999999999999999999999999",
    "0.12345678901234567890123456789012345678", "1234567890.1234567890123456789012345678",
    "1e127", "1E-128", "-12.50", "0", "100", "340282366920938463463374607431768211455",
  ])
  func `a decimal of 38 digits is read without loss`(text: String) throws {
    let expected = try #require(Decimal(string: text))
    #expect(try value("money", text) == .decimal(expected))
    #expect(try value("money", "\"\(text)\"", .lenient) == .decimal(expected))
  }

  @Test func `a UUID is read in either case`() throws {
    let text = "123E4567-E89B-12D3-A456-426614174000"
    let uuid = try #require(UUID(uuidString: text))
    #expect(try value("identifier", "\"\(text)\"") == .uuid(uuid))
    #expect(try value("identifier", "\"\(text.lowercased())\"") == .uuid(uuid))
  }

  @Test(arguments: [
    ("2024-05-01T10:00:00+02:00[Europe/Berlin]", "2024-05-01T08:00:00Z", "Europe/Berlin"),
    ("2024-05-01T08:00:00Z[Europe/Berlin]", "2024-05-01T08:00:00Z", "Europe/Berlin"),
    ("2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z", "GMT+0200"),
    ("2024-05-01T10:00:00-03:30", "2024-05-01T13:30:00Z", "GMT-0330"),
    ("2024-05-01T10:00:00+23:59", "2024-04-30T10:01:00Z", "GMT+2359"),
    ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z", "GMT"),
    ("2024-05-01T10:00:00+00:00[UTC]", "2024-05-01T10:00:00Z", "UTC"),
    ("2024-05-01T05:00:00-05:00[Etc/GMT+5]", "2024-05-01T10:00:00Z", "Etc/GMT+5"),
    ("1890-01-01T12:00:00Z[Europe/Berlin]", "1890-01-01T12:00:00Z", "Europe/Berlin"),
  ])
  func `a date keeps its zone, and is written so that it is read again`(
    text: String, instant: String, zone: String
  ) throws {
    let date = try #require(try value("moment", "\"\(instant)\""))
    let read = try value("zoned", "\"\(text)\"")
    guard case .zonedDate(let zoned)? = read, case .date(let expected) = date else {
      Issue.record("\(text) is no date with a zone")
      return
    }
    #expect(zoned == ZonedDate(date: expected, timeZoneIdentifier: zone))
    let written = try #require(zoned.text)
    #expect(ZonedDate(written) == zoned)
  }

  @Test func `a date in a zone that is not known is not written, since it could not be read`() {
    let zoned = ZonedDate(date: Date(0), timeZoneIdentifier: "Atlantis/Capital")
    #expect(zoned.text == nil)
  }

  @Test func `all types are read at once, and are what the typed tier expects`() throws {
    let context = ManagedObjectContext(model: try Self.model.get())
    let json = """
      {"flag": true, "small": 1, "medium": 2, "large": 3, "wide": 4, "single": 0.5, "number": 1.5,
       "money": 9.90, "text": "T", "moment": "2001-01-01", "bytes": "AQ==", "format": "audio",
       "identifier": "123e4567-e89b-12d3-a456-426614174000", "link": "http://example.com",
       "zoned": "2001-01-01T00:00:00Z", "level": 1, "colour": "#010203",
       "address": {"street": "A", "city": "Ulm"}}
      """
    let object = try #require(try context.load(.text(json, as: "Sample")).objects.first)
    #expect(object.flag == true && object.small == Int16(1) && object.medium == Int32(2))
    #expect(object.large == 3 && object.wide == Int64(4) && object.single == Float(0.5))
    #expect(object.number == 1.5 && object.money == Decimal(string: "9.9") && object.text == "T")
    #expect(object.moment == Date(0) && object.bytes == Data([1]))
    #expect(object.format == EveryType.Format.audio && object.level == EveryType.Level.low)
    #expect(object.colour == EveryType.Colour(1, 2, 3))
    #expect(object.address == EveryType.Address(street: "A", city: "Ulm"))
    #expect(object.zoned == ZonedDate(date: Date(0), timeZoneIdentifier: "GMT"))
    // Written data is read as equal values.
    let other = ManagedObjectContext(model: context.model)
    let data = try context.json(of: "Sample", layout: .compact)
    try other.load(.data(data, as: "Sample"))
    #expect(try other.json(of: "Sample", layout: .compact) == data)
  }

  @Test func `defaults stay where there is no key, and null takes them away`() throws {
    let model = try ManagedObjectModel("Defaults") {
      Entity("Book") {
        Attribute("pages", Int?.self).default(7)
        Attribute("title", String?.self).default("a text of more than fifteen bytes")
        Attribute("price", Decimal?.self).default(Decimal(5))
        Attribute("added", Date?.self).default(.now)
        Attribute("code", UUID?.self).default(.uuid)
        Attribute("format", EveryType.Format?.self).default(.paper)
        Attribute("required", Int.self).default(1)
      }
    }
    let id = UUID()
    let context = ManagedObjectContext(model: model, now: { Date(5) }, makeUUID: { id })
    let keys = ["pages", "title", "price", "added", "code", "format"]
    let nulls = keys.map { "\"\($0)\": null" }.joined(separator: ", ")
    let result = try context.load(.text("[{}, {\(nulls)}]", as: "Book"))
    let (first, second) = (result.objects[0], result.objects[1])
    #expect(
      keys.map { first[$0] } == [
        7, "a text of more than fifteen bytes", .decimal(5), .date(Date(5)), .uuid(id), "paper",
      ])
    #expect(keys.allSatisfy { second[$0] == nil })
    #expect(second["required"] == 1)
    #expect(
      try context.loadReport(.text(#"{"required": null}"#, as: "Book")).placedLines
        == "1:14: error: Book.required must have a value, but has none. [required]")
  }

  @Test func `without validation only the types are checked`() throws {
    let context = ManagedObjectContext(model: try .catalogue())
    let options = LoadOptions(validates: false)
    let result = try context.load(
      .text(#"[{"isbn": "x", "title": null, "pages": 0}, {}]"#, as: "Book"), options: options)
    #expect(result.count == 2)
    #expect(result.objects[0]["pages"] == 0)
    #expect(
      try context.loadReport(.text(#"{"pages": "x"}"#, as: "Book"), options: options)
        .map(\.code) == ["type.wrong"])
  }
}
