package import ArmatureModel
package import Foundation

import Armature

/// The model of the requests, and its values.
extension RandomRequest {
  /// - Parameter isExternal: Whether data may be stored in external files.
  package static func model(isExternal: Bool = false) throws -> ManagedObjectModel {
    let bytes = Attribute("bytes", Data?.self)
    let model = try ManagedObjectModel("Law") {
      Entity("Thing") {
        NumberAttributes()
        Attribute("moment", Date?.self)
        Attribute("zoned", ZonedDate?.self)
        Attribute("text", String?.self)
        Attribute("note", String?.self)
        isExternal ? bytes.storedExternally() : bytes
        Attribute("uid", UUID?.self)
        Attribute("link", URL?.self)
        Attribute("day", CalendarDate?.self)
        Attribute("words", [String]?.self)
        Relationship("other", to: "Thing", inverse: "others")
        Relationship("others", to: "Thing", .ordered, inverse: "other")
        Relationship("peers", to: "Thing", .toMany, inverse: "peersOf")
        Relationship("peersOf", to: "Thing", .toMany, inverse: "peers")
        Relationship("friends", to: "Thing", .toMany, inverse: "friends")
        Relationship("groups", to: "Group", .toMany, inverse: "things")
        Relationship("partner", to: "Thing", inverse: "partnerOf")
        Relationship("partnerOf", to: "Thing", inverse: "partner")
        Index("whole")
        Index("text")
        Index("money", "real")
      }
      Entity("Special", parent: "Thing") {
        Attribute("extra", Int?.self)
        Attribute("label", String?.self)
        Relationship("chief", to: "Special", inverse: "minions")
        Relationship("minions", to: "Special", .toMany, inverse: "chief")
      }
      Entity("Rare", parent: "Special") { Attribute("depth", Double?.self) }
      Entity("Group") {
        Attribute("name", String?.self)
        Attribute("rank", Int?.self)
        Relationship("things", to: "Thing", .ordered, inverse: "groups")
      }
    }
    // The elements of a composite come from a type or from a description.
    var entities = model.entities
    entities[0].ownProperties.append(
      .attribute(AttributeDescription("spot", .composite(spot), isOptional: true)))
    return try ManagedObjectModel("Law", entities: entities)
  }

  private static let spot: [AttributeDescription] = [
    AttributeDescription("level", .int64, isOptional: true),
    AttributeDescription("sign", .string, isOptional: true),
    AttributeDescription(
      "inner", .composite([AttributeDescription("share", .decimal, isOptional: true)]),
      isOptional: true),
  ]

  // MARK: Values

  package static let integers: [Int64] = [
    0, 1, -1, 2, 3, 300, 1 << 53, 1 << 53 | 1, .max, .min, -(1 << 53) - 1,
  ]
  package static let reals: [Double] = [
    0, -0.0, 1, -1, 0.5, 2, 3, .nan, .nan, .nan, .infinity, -.infinity, 0x1p53, 0x1p63, 1e300, 0.1,
    .leastNonzeroMagnitude,
  ]
  package static let decimals = [
    "0", "1", "-1", "0.5", "2", "3", "1.10", "9007199254740993", "9223372036854775807", "1e40",
    "-1e-40", "0.1", "99999999999999999999999999999999999999", "10", "-2.5",
  ].compactMap { Decimal(string: $0) }
  package static let texts = [
    "", "a", "A", "é", "e\u{301}", "E", "abc", "b", "👨‍👩‍👧", "a\u{0}", "a\u{0}b", "3", "file2",
    "file10", "\u{FFFF}", "ß", "50%", "a_b", "İ", "\u{10FFFF}",
  ]
  package static let patterns = texts + ["*", "?", "a*", "?bc", "\\*", "[aA]", ".*", "a.?b", "*e*"]

  package mutating func value(_ kind: Kind) -> AttributeValue {
    switch kind {
    case .number:
      random.bool() ? .int(random.pick(Self.integers)) : .double(random.pick(Self.reals))
    case .decimal: .decimal(random.oneIn(12) ? .nan : random.pick(Self.decimals))
    case .text: .string(random.pick(Self.texts))
    case .date:
      random.oneIn(3)
        ? .zonedDate(
          ZonedDate(date: instant(), timeZoneIdentifier: random.pick(["GMT", "GMT+0200"])))
        : .date(instant())
    case .flag: .bool(random.bool())
    case .bytes: .data(Data(random.pick(["", "a", "ab", "\u{0}"]).utf8))
    case .uuid: .uuid(random.pick(Self.uuids))
    case .url: .url(random.pick(Self.urls))
    case .day: .calendarDate(random.pick(Self.days))
    }
  }

  package static let uuids = [1, 2, 0xAB].map {
    UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }
  package static let urls = ["https://a.b/c", "https://a.b/C", "x:%20"].compactMap {
    URL(string: $0)
  }
  package static let days = ["2026-11-22", "0999-01-01", "2000-02-29"].compactMap {
    CalendarDate($0)
  }

  package mutating func instant() -> Date {
    Date(timeIntervalSinceReferenceDate: random.pick([0, -0.0, 0.5, -1, 1, 1e9, -62_135_769_600]))
  }

  /// Returns a valid value for an attribute.
  package mutating func value(of name: String) -> AttributeValue {
    switch name {
    case "whole", "extra", "rank": return .int(random.pick(Self.integers))
    case "small": return .int(random.pick([0, 1, -1, 2, 3, 300]))
    case "real", "depth": return .double(random.pick(Self.reals))
    case "single": return .double(random.pick([0, -0.0, 1, 0.5, 3, .nan, .infinity]))
    case "zoned":
      return .zonedDate(
        ZonedDate(date: instant(), timeZoneIdentifier: random.pick(["GMT", "GMT+0200"])))
    case "moment": return .date(instant())
    case "spot":
      var parts: [String: AttributeValue] = [:]
      if random.bool() { parts["level"] = .int(random.pick(Self.integers)) }
      if random.bool() { parts["sign"] = .string(random.pick(Self.texts)) }
      if random.bool() {
        parts["inner"] = .composite(random.bool() ? [:] : ["share": value(.decimal)])
      }
      return .composite(parts)
    case "words": return .list((0..<random.below(3)).map { _ in .string(random.pick(Self.texts)) })
    default:
      let kind = Kind.allCases.first { Self.attributes($0, of: "Rare").contains(name) } ?? .text
      return value(kind)
    }
  }
}
