import Armature
import ArmatureTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values of one attribute, for each type and each kind of rule.
@Suite struct GeneratorValueTests {
  private func values(
    _ attribute: AttributeDescription, count: Int = 400
  ) throws -> [AttributeValue] {
    let model = try ManagedObjectModel(
      "M", entities: [EntityDescription("Item", properties: [.attribute(attribute)])])
    let context = ManagedObjectContext(model: model)
    let items = try ObjectGenerator(model, seed: 3).make("Item", count: count, in: context)
    #expect(context.validate().isEmpty, "\(context.validate())")
    return items.compactMap { $0[attribute.name] }
  }

  private func texts(_ rules: [ValidationRule]) throws -> [String] {
    try values(AttributeDescription("text", .string, rules: rules))
      .compactMap(String.init(attributeValue:))
  }

  @Test(arguments: [
    "97[89]-[0-9]{10}", "[a-z0-9]+(-[a-z0-9]+)*", "[^@\\s]+@[^@\\s]+\\.[a-z]{2,}", "a|bb|ccc",
    "(?i)yes|no", "\\p{Lu}\\p{Ll}{2,5}", "(ab){2,3}c?", "[\\w.]{1,8}", ".{3,}", "", "[^a]", "\\d*",
    "\\Qa+b\\E", "([01]?[0-9]|2[0-3]):[0-5][0-9]",
  ])
  func `texts match a pattern in many ways`(pattern: String) throws {
    let matcher = try TextPattern(pattern)
    let texts = try texts([.pattern(pattern)])
    #expect(texts.allSatisfy(matcher.matches))
    #expect(texts.count == 400)
    if pattern.contains("-") { #expect(Set(texts).count > 100) }
  }

  @Test(arguments: [
    ("[a-z ]+", 50...60), ("(ab)*", 10...10), ("[a-z]+( [a-z]+)*", 30...80), ("x{1,3}y*", 90...100),
    ("(a|bcd)+", 5...6),
  ])
  func `a pattern and a length are both kept`(pattern: String, length: ClosedRange<Int>) throws {
    let texts = try texts([.pattern(pattern), .length(length)])
    #expect(texts.allSatisfy { length.contains($0.count) })
  }

  @Test(arguments: TextFormat.allCases)
  func `texts have a format, and are not all the same`(format: TextFormat) throws {
    let texts = try texts([.format(format)])
    #expect(texts.allSatisfy(format.matches), "\(texts.filter { !format.matches($0) })")
    #expect(Set(texts).count > 100)
  }

  @Test func `two patterns are both kept`() throws {
    let texts = try texts([.pattern("[a-z]{3}"), .pattern(".*[aeiou].*")])
    #expect(Set(texts).count > 100)
  }

  @Test func `lengths count characters, and reach both bounds`() throws {
    let texts = try texts([.length(2...6)])
    #expect(Set(texts.map(\.count)) == [2, 3, 4, 5, 6])
    #expect(texts.contains { $0.unicodeScalars.count > $0.count })
    #expect(texts.contains { $0.unicodeScalars.contains { (0x590...0x6FF).contains($0.value) } })
  }

  @Test func `text without a rule is empty, long, and everything between`() throws {
    let texts = try texts([])
    #expect(texts.contains(""))
    #expect(texts.contains { $0.count >= 300 })
    #expect(texts.contains("e\u{301}"))
  }

  @Test func `integers reach their bounds`() throws {
    let values = try values(AttributeDescription("n", .int64, rules: [.range(-5...1_000_000_000)]))
    #expect(values.contains(.int(-5)))
    #expect(values.contains(.int(1_000_000_000)))
    let small = try self.values(AttributeDescription("n", .int16))
    #expect(small.contains(.int(Int64(Int16.min))))
    #expect(small.contains(.int(Int64(Int16.max))))
  }

  /// Bounds of other types, beyond 64 bits, beyond representable differences, and close to zero.
  @Test(
    arguments: [
      (.int64, .double(100.5), .decimal(200)), (.int64, .double(0x1p62), nil),
      (.int64, .int(1 << 60), .double(0x1p60 + 1_000)), (.int64, .double(-1e300), .double(-1e18)),
      (.int16, .decimal(5), .double(1e300)),
      (.double, .double(-1.7e308), .double(1.7e308)), (.double, .double(1e300), nil),
      (.double, .double(-.infinity), .double(-1e307)), (.double, .double(0), .double(1e-200)),
      (.double, .decimal(-3), .decimal(3)), (.double, .int(1 << 60), .int(1 << 61)),
      (.float, .double(-3e38), .double(3e38)), (.float, .decimal(1), .int(2)),
      (.decimal, .int(1 << 60), nil), (.decimal, nil, .double(-1e100)),
      (.decimal, .double(1e22), .double(1e23)), (.decimal, .double(1e-200), .double(1e-20)),
      (.decimal, .decimal(.leastFiniteMagnitude), .decimal(.greatestFiniteMagnitude)),
      (.decimal, .double(-1e300), .int(3)), (.decimal, .decimal(Decimal(1) / 3), .double(0.34)),
    ] as [(AttributeType, AttributeValue?, AttributeValue?)])
  func `bounds of any size and any type of numbers are kept`(
    type: AttributeType, minimum: AttributeValue?, maximum: AttributeValue?
  ) throws {
    for excludesMaximum in [false, true] {
      let rule = ValidationRule(
        .range(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum))
      let values = try values(AttributeDescription("n", type, rules: [rule]), count: 60)
      #expect(Set(values).count > 15, "\(values)")
    }
  }

  @Test func `an excluded bound is never reached`() throws {
    let values = try values(AttributeDescription("n", .double, rules: [.range(0.0..<1.0)]))
    #expect(values.contains(.double(1.0.nextDown)))
    #expect(!values.contains(.double(1)))
  }

  @Test func `several rules are kept together`() throws {
    let values = try values(
      AttributeDescription(
        "n", .int64, rules: [.range(1...50), .range(40...90), .membership([3, 45, 49, 60])]))
    #expect(Set(values) == [.int(45), .int(49)])
  }

  @Test func `days have leap days and dates have leap days`() throws {
    let days = try values(AttributeDescription("day", .calendarDate))
    #expect(
      days.contains {
        CalendarDate(attributeValue: $0).map { ($0.month, $0.day) == (2, 29) } ?? false
      })
    let zoned = try values(AttributeDescription("zoned", .zonedDate))
    let zones = Set(zoned.compactMap { ZonedDate(attributeValue: $0)?.timeZoneIdentifier })
    #expect(zones.count > 8)
    #expect(zoned.allSatisfy { ZonedDate(attributeValue: $0)?.timeZone != nil })
  }

  @Test func `lists have no value, one, and several`() throws {
    let lists = try values(AttributeDescription("list", .list(.int32), rules: [.length(...4)]))
    let counts = lists.compactMap { if case .list(let values) = $0 { values.count } else { nil } }
    #expect(Set(counts) == [0, 1, 2, 3, 4])
  }

  @Test func `a conditional rule is kept where it applies`() throws {
    let strict = ValidationRule(
      .pattern("[0-9]{4}"), when: .comparison(.keyPath(["kind"]), .equal, 1))
    let needed = ValidationRule(.required, when: .comparison(.keyPath(["kind"]), .equal, 2))
    let model = try ManagedObjectModel(
      "M",
      entities: [
        EntityDescription(
          "Item",
          properties: [
            .attribute(AttributeDescription("kind", .int64, rules: [.range(1...3)])),
            .attribute(
              AttributeDescription("code", .string, isOptional: true, rules: [strict, needed])),
          ])
      ])
    let context = ManagedObjectContext(model: model)
    let items = try ObjectGenerator(model).make("Item", count: 300, in: context)
    #expect(context.validate().isEmpty)
    #expect(items.contains { $0["kind"] == 3 && $0["code"] == nil })
  }

  @Test func `unique values do not run out before there are none`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("n", Int.self).range(1...200).unique() }
    }
    let context = ManagedObjectContext(model: model)
    let items = try ObjectGenerator(model).make("Item", count: 200, in: context)
    #expect(Set(items.compactMap { $0["n"] }).count == 200)
  }

  @Test func `pairs are unique, links among them`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Member") { Relationship("loans", to: "Loan", .toMany, inverse: "member") }
      Entity("Loan") {
        Attribute("day", Int.self).range(1...10)
        Relationship("member", to: "Member", inverse: "loans").required()
        Unique("day", "member")
      }
    }
    let context = ManagedObjectContext(model: model)
    try ObjectGenerator(model).make(["Member": 10, "Loan": 70], in: context)
    #expect(context.validate().isEmpty)
    #expect(context.objects(of: "Loan").count == 70)
  }

  @Test func `pairs of links alone are unique, with new objects where there are too few`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Member") { Relationship("seats", to: "Seat", .toMany, inverse: "member") }
      Entity("Room") { Relationship("seats", to: "Seat", .toMany, inverse: "room") }
      Entity("Seat") {
        Relationship("member", to: "Member", inverse: "seats").required()
        Relationship("room", to: "Room", inverse: "seats").required()
        Unique("member", "room")
      }
    }
    let context = ManagedObjectContext(model: model)
    try ObjectGenerator(model).make(["Member": 2, "Room": 2, "Seat": 10], in: context)
    #expect(context.validate().isEmpty)
    #expect(context.objects(of: "Seat").count == 10)
  }
}
