@testable import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value for an attribute `Item.x` with rules, and the expected messages; empty if it is valid.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let attribute: AttributeDescription
  let value: AttributeValue
  let message: String?

  var testDescription: String { "\(attribute.rules.map(\.requirement)): \(value)" }

  static func list<Value: AttributeConvertible>(
    _ attribute: Attribute<Value?>, _ cases: [(Value, String?)]
  ) -> [RuleCase] {
    cases.map { value, message in
      RuleCase(
        attribute: attribute.description, value: value.attributeValue,
        message: message.map { "Item.x must \($0)" })
    }
  }

  private static func x<Value: AttributeConvertible>(_: Value.Type) -> Attribute<Value?> {
    Attribute("x", Value?.self)
  }

  private static let family = "👨‍👩‍👧"

  static let lengths =
    list(
      x(String.self).length(1...3),
      [
        ("", "have 1 to 3 characters, but has 0."), ("a", nil), ("abc", nil),
        ("abcd", "have 1 to 3 characters, but has 4."), (family, nil),
        (family + family + family, nil),
        (family + family + family + family, "have 1 to 3 characters, but has 4."),
        ("e\u{301}\u{302}\u{303}", nil), ("\u{301}", nil), ("a\r\nb", nil), ("\r\n\r\n\r\n", nil),
        ("a\r\nbc", "have 1 to 3 characters, but has 4."), ("\u{0}\u{0}\u{0}", nil),
        ("🇩🇪🇫🇷🇮🇹", nil), ("🇩🇪🇫🇷🇮🇹🇩🇪", "have 1 to 3 characters, but has 4."),
      ])
    + list(
      x(String.self).length(2...),
      [
        ("a", "have at least 2 characters, but has 1."), ("ab", nil),
        (family, "have at least 2 characters, but has 1."), (family + "a", nil),
        (String(repeating: "x", count: 100_000), nil),
      ])
    + list(
      x(String.self).length(..<3),
      [("", nil), ("ab", nil), ("abc", "have at most 2 characters, but has 3.")])
    + list(
      x(String.self).length(2...2),
      [
        ("a", "have 2 characters, but has 1."), ("ab", nil),
        ("abc", "have 2 characters, but has 3."),
      ])
    + list(x(String.self).length(...1), [("ab", "have at most 1 character, but has 2.")])
    + list(
      x(Data.self).length(1...2),
      [
        (Data(), "have 1 to 2 bytes, but has 0."), (Data([0]), nil), (Data([0, 1]), nil),
        (Data([0, 1, 2]), "have 1 to 2 bytes, but has 3."),
      ])
    + list(
      x([String].self).length(1...1),
      [
        ([], "have 1 value, but has 0."), (["a"], nil), (["a", "b"], "have 1 value, but has 2."),
      ])
    + list(
      x([String].self).length(2...3),
      [
        (["a"], "have 2 to 3 values, but has 1."), (["a", "b", "c"], nil),
        (["a", "b", "c", "d"], "have 2 to 3 values, but has 4."),
      ])
    + list(x([String].self).length(1...), [([], "have at least 1 value, but has 0.")])
    + list(x([String].self).length(2...), [(["a"], "have at least 2 values, but has 1.")])
    + list(x([String].self).length(...1), [(["a", "b"], "have at most 1 value, but has 2.")])
    + list(x([String].self).length(...2), [(["a", "b", "c"], "have at most 2 values, but has 3.")])

  static let integers =
    list(
      x(Int.self).range(1...5),
      [
        (0, "be from 1 to 5, but is 0."), (1, nil), (5, nil), (6, "be from 1 to 5, but is 6."),
        (.min, "be from 1 to 5, but is -9223372036854775808."),
        (.max, "be from 1 to 5, but is 9223372036854775807."),
      ])
    + list(
      x(Int.self).range(-1..<5),
      [
        (-2, "be at least -1 and less than 5, but is -2."), (-1, nil), (4, nil),
        (5, "be at least -1 and less than 5, but is 5."),
      ])
    + list(x(Int.self).range(Int.min...Int.max), [(.min, nil), (.max, nil)])
    + list(
      x(Int.self).range(..<Int.max),
      [(.max, "be less than 9223372036854775807, but is 9223372036854775807."), (.max - 1, nil)])
    + list(x(Int16.self).range(...3), [(.min, nil), (3, nil), (4, "be at most 3, but is 4.")])
    + list(x(Int32.self).range(3...), [(2, "be at least 3, but is 2."), (3, nil), (.max, nil)])
    + list(x(Int.self).range(7...7), [(6, "be 7, but is 6."), (7, nil), (8, "be 7, but is 8.")])
    + list(
      x(EveryType.Level.self).oneOf([.high]),
      [(.high, nil), (.low, "be 20, but is 1.")])

  static let numbers =
    list(
      x(Double.self).range(0...1),
      [
        (0, nil), (-0.0, nil), (.leastNonzeroMagnitude, nil),
        (-.leastNonzeroMagnitude, "be from 0 to 1, but is -5e-324."), (1, nil), (1.nextDown, nil),
        (1.nextUp, "be from 0 to 1, but is 1.0000000000000002."),
        (.nan, "be from 0 to 1, but is nan."), (.infinity, "be from 0 to 1, but is inf."),
        (-.infinity, "be from 0 to 1, but is -inf."),
      ])
    + list(
      x(Double.self).range(-0.0..<1),
      [
        (0, nil), (-0.0, nil), (1.nextDown, nil),
        (1, "be at least 0 and less than 1, but is 1."),
      ])
    + list(
      x(Double.self).range(..<0.0),
      [
        (-.leastNonzeroMagnitude, nil), (0, "be less than 0, but is 0."),
        (-0.0, "be less than 0, but is 0."), (-.infinity, nil),
        (.nan, "be less than 0, but is nan."),
      ])
    + list(
      x(Double.self).range(0...),
      [(.infinity, nil), (.nan, "be at least 0, but is nan."), (-0.0, nil)])
    + list(
      x(Double.self).range(...Double.infinity),
      [(.infinity, nil), (.nan, "be at most inf, but is nan.")])
    + list(
      x(Float.self).range(0...0.1),
      [
        (0.1, nil), (Float(0.1).nextDown, nil),
        (Float(0.1).nextUp, "be from 0 to 0.10000000149011612, but is 0.10000000894069672."),
        (.nan, "be from 0 to 0.10000000149011612, but is nan."),
      ])
    + list(
      x(Decimal.self).range(0..<1000),
      [
        (0, nil), (Decimal(999_999) / 1000, nil),
        (1000, "be at least 0 and less than 1000, but is 1000."),
        (Decimal(-1) / 100, "be at least 0 and less than 1000, but is -0.01."),
        (.nan, "be at least 0 and less than 1000, but is NaN."),
      ])
    + list(x(Decimal.self).range(...5), [(.nan, "be at most 5, but is NaN."), (5, nil)])
    + list(x(Decimal.self).range(0...), [(.nan, "be at least 0, but is NaN.")])

  static let others =
    list(
      x(Date.self).range(Date(0)...Date(10)),
      [
        (Date(0), nil), (Date(10), nil),
        (
          Date(0.0.nextDown),
          "be from 2001-01-01T00:00:00Z to 2001-01-01T00:00:10Z, but is 2001-01-01T00:00:00Z."
        ),
        (
          Date(-1),
          "be from 2001-01-01T00:00:00Z to 2001-01-01T00:00:10Z, but is 2000-12-31T23:59:59Z."
        ),
        (
          Date(.nan),
          "be from 2001-01-01T00:00:00Z to 2001-01-01T00:00:10Z, but is nan seconds since 2001."
        ),
      ])
    + list(
      x(Date.self).range(Date(0)...),
      [(Date(.nan), "be 2001-01-01T00:00:00Z or later, but is nan seconds since 2001.")])
    + list(
      x(String.self).oneOf(["a", "é"]),
      [
        ("a", nil), ("é", nil), ("e\u{301}", "be one of \"a\", \"é\", but is \"e\u{301}\"."),
        ("A", "be one of \"a\", \"é\", but is \"A\"."),
        ("", "be one of \"a\", \"é\", but is \"\"."),
      ])
    + list(
      x(String.self).oneOf(["a text of more than fifteen bytes", "b"]),
      [
        ("a text of more than fifteen bytes", nil), ("b", nil),
        ("c", "be one of \"a text of more than fifteen bytes\", \"b\", but is \"c\"."),
      ])
    + list(x(Double.self).oneOf([0.5, 1]), [(0.5, nil), (2, "be one of 0.5, 1, but is 2.")])
    + list(x(Bool.self).oneOf([true]), [(true, nil), (false, "be true, but is false.")])
    + list(
      x(String.self).matching("[a-z]+"),
      [
        ("abc", nil), ("", "match the pattern \"[a-z]+\", but is \"\"."),
        ("abc1", "match the pattern \"[a-z]+\", but is \"abc1\"."),
        ("ab\nc", "match the pattern \"[a-z]+\", but is \"ab\\nc\"."),
      ])
    + list(
      x(Int.self).rule("is even") { $0.map { $0 % 2 == 0 } ?? false },
      [(2, nil), (3, "satisfy the rule \"is even\", but is 3.")])

  static let all = lengths + integers + numbers + others
}

@Suite struct RuleBoundaryTests {
  @Test(arguments: RuleCase.all)
  func `a rule holds on one side of its boundary and not on the other`(_ rule: RuleCase) throws {
    let model = try ManagedObjectModel(
      "Items", entities: [EntityDescription("Item", properties: [.attribute(rule.attribute)])])
    let context = ManagedObjectContext(model: model)
    let item = try context.insert("Item")
    #expect(item.isValid && item.validate().isEmpty)
    try item.setValue(rule.value, forKey: "x")
    let messages = [rule.message].compactMap { $0 }
    #expect(item.validate().map(\.message) == messages)
    #expect(item.isValid == messages.isEmpty)
    // The same for a single value, and for a save. A NaN date crashes Swift Testing's description, so expectations must
    // not contain it.
    #expect(found { try item.validateValue(rule.value.boxed, forKey: "x") } == messages)
    #expect(found { try context.save() } == messages)
  }

  private func found(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return (error as? ValidationReport)?.map(\.message) ?? ["\(error)"]
    }
  }

  @Test func `text of 1,000,000 characters is validated by a pattern that backtracks elsewhere`()
    throws
  {
    let attribute = Attribute("x", String?.self).matching("(a+)+$")
    let model = try ManagedObjectModel("Items") { Entity("Item") { attribute } }
    let context = ManagedObjectContext(model: model)
    let item = try context.insert("Item")
    item.x = String(repeating: "a", count: 1_000_000)
    #expect(item.isValid)
    item.x = String(repeating: "a", count: 1_000_000) + "!"
    #expect(!item.isValid)
  }
}

extension AttributeValue {
  /// The value in its Swift type, as `validateValue` expects it.
  fileprivate var boxed: (any AttributeConvertible)? {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .zonedDate(let value): value
    case .calendarDate(let value): value
    case .json(let value): value
    case .list(let values): values.compactMap { String(attributeValue: $0) }
    case .null, .composite, .object, .objects: nil
    }
  }
}
