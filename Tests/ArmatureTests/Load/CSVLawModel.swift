import Foundation
import TestSupport

@testable import Armature

/// Arbitrary models with attributes of all types, objects with hard values, and a picture of everything in a context.
enum CSVLawModel {
  /// The identities of items have one of these types.
  private static let identities: [AttributeType] = [
    .string, .string, .int64, .uuid, .decimal, .date, .url,
  ]

  static func model(_ random: inout SplitMix64) throws -> ManagedObjectModel {
    func attributes(_ prefix: String) -> [PropertyDescription] {
      (0..<random.number(1...7)).map { index in
        let type = type(&random, depth: 0)
        var value: DefaultValue?
        if case .composite = type.storage {
        } else if random.bool(), let constant = self.value(of: type, .latin1, &random),
          !constant.isNaN
        {
          value = .constant(constant)
        }
        return .attribute(
          AttributeDescription("\(prefix)\(index)", type, isOptional: true, default: value))
      }
    }
    let identity = AttributeDescription("id", random.pick(identities), isIdentifying: true)
    let links: [RelationshipDescription] = [
      .init("like", to: "Item"), .init("many", to: "Item", .toMany),
      .init("list", to: "Item", .ordered),
      .init("tags", to: "Tag", .toMany, inverse: "items"),
      .init("parts", to: "Part", .ordered, inverse: "whole", onDelete: .cascade),
    ]
    return try ManagedObjectModel(
      "Law",
      entities: [
        EntityDescription(
          "Item",
          properties: [.attribute(identity)] + attributes("a") + links.map { .relationship($0) },
          uniquenessConstraints: [UniquenessConstraint(["id"])]),
        EntityDescription("Other", parent: "Item", properties: attributes("b")),
        EntityDescription(
          "Tag",
          properties: [
            .attribute(AttributeDescription("name", .string, isIdentifying: true)),
            .relationship(.init("items", to: "Item", .toMany, inverse: "tags")),
          ], uniquenessConstraints: [UniquenessConstraint(["name"])]),
        EntityDescription(
          "Part",
          properties: attributes("c") + [
            .relationship(.init("whole", to: "Item", inverse: "parts"))
          ]),
        EntityDescription(
          "Single",
          properties: [
            .attribute(AttributeDescription("only", type(&random, depth: 1), isOptional: true))
          ]),
      ])
  }

  private static let scalars: [AttributeType] = [
    .string, .string, .string, .int16, .int32, .int64, .decimal, .double, .float, .bool, .date,
    .zonedDate, .calendarDate, .data, .uuid, .url,
    .enumeration(name: "Word", raw: .string, cases: ["a", "=1", "a|b", "", "\\N"]),
    .enumeration(name: "Number", raw: .int64, cases: [1, -1]),
    .transformable(name: "Colour", stored: .data),
  ]

  private static func type(_ random: inout SplitMix64, depth: Int) -> AttributeType {
    switch random.below(depth < 3 ? 8 : 6) {
    case 0, 1: return .list(random.pick(scalars.filter { !$0.isTransformable }))
    case 6, 7:
      return .composite(
        (0..<random.number(1...3)).map { index in
          AttributeDescription("e\(index)", type(&random, depth: depth + 1), isOptional: true)
        })
    default: return random.pick(scalars)
    }
  }

  // MARK: Values

  private static let pieces = [
    "", "", " ", "null", "NULL", "true", "a", "7", "-", "-3", "=1+1", "+1", "@x", "\t", "\r", "\n",
    "\r\n", "\"", "\"\"", ",", ";", "|", "/", "\\", "\\\\", "\\|", "\\N", "\\E", "\\1", "\\12", "'",
    "'=", "\\'=", "\\\\'-", "\\'", "é", "e\u{301}", "\u{301}", "ÿ", "😀", "👩‍👧", "\u{0}", "\u{FEFF}",
    "NaN", "＝1", "Ł", "€",
  ]

  private static func text(
    _ encoding: CSVFormat.Encoding?, _ random: inout SplitMix64
  ) -> String {
    let pieces = pieces.filter { encoding?.contains($0) ?? true }
    return (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
  }

  private static let dates: [Double] = [
    0, 1, -1, 0.25, 0.005, -0.004_999, 1e-300, .leastNonzeroMagnitude, 1e9 / 3, -1e9 / 7, -6.3e10,
    -1e11, 2e13, 1e14, -1e300,
    .infinity, -.infinity,
  ]

  private static func value(
    of type: AttributeType, _ encoding: CSVFormat.Encoding?, _ random: inout SplitMix64
  ) -> AttributeValue? {
    if case .enumeration(_, _, let cases?) = type { return random.pick(cases) }
    switch type.storage {
    case .string: return .string(text(encoding, &random))
    case .int16: return random.pick([0, -1, 7, 1, .int(Int64(Int16.min))])
    case .int32: return random.pick([0, -1, 7, 1, .int(Int64(Int32.max))])
    case .int64: return random.pick(HardValues.integers + [7, 0, 1])
    case .double: return random.pick(HardValues.doubles)
    case .float:
      return random.pick(
        [0, -0.0, 0.1, 7, -3.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude].map {
          .double(Double($0 as Float))
        })
    case .decimal: return random.pick(HardValues.decimals)
    case .bool: return .bool(random.bool())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: random.pick(dates)))
    case .zonedDate:
      let zone = random.pick(["GMT", "Europe/Berlin", "GMT+0130", "Asia/Kathmandu"])
      return .zonedDate(
        ZonedDate(
          date: Date(timeIntervalSinceReferenceDate: random.pick(dates)), timeZoneIdentifier: zone))
    case .calendarDate:
      return CalendarDate(random.pick(["0000-01-01", "2024-02-29"])).map { .calendarDate($0) }
    case .data: return .data(Data((0..<random.below(6)).map { _ in UInt8(248 + random.below(8)) }))
    case .uuid:
      return .uuid(
        UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964F\(random.below(10))") ?? UUID())
    case .url:
      return URL(
        string: random.pick(["https://a.org/a|b,c", "-x", "=1", "@a", "a%20b#\(random.below(99))"])
      )
      .map { .url($0) }
    case .list(let element):
      return .list((0..<random.below(4)).compactMap { _ in value(of: element, encoding, &random) })
    case .composite(let elements):
      var values: [String: AttributeValue] = [:]
      for element in elements where random.bool() {
        values[element.name] = value(of: element.type, encoding, &random)
      }
      return .composite(values)
    default: return nil
    }
  }

  /// Creates objects with arbitrary values and links.
  static func fill(
    _ context: ManagedObjectContext, _ encoding: CSVFormat.Encoding?, _ random: inout SplitMix64
  ) throws {
    func fill(_ object: ManagedObject) {
      for attribute in object.entity.attributes where !attribute.isIdentifying {
        switch random.below(4) {
        case 0: object[attribute.name] = .some(.null)
        case 1: break
        default:
          guard let value = value(of: attribute.type, encoding, &random) else { break }
          object[attribute.name] = .some(value)
        }
      }
    }
    var seen: Set<String> = []
    var items: [ManagedObject] = []
    for _ in 0..<random.below(7) {
      guard let identity = context.model["Item"]?.identifyingAttributes.first,
        let id = value(of: identity.type, encoding, &random), !id.isNaN,
        seen.insert("\(id)").inserted
      else { continue }
      let item = try context.insert(random.bool() ? "Item" : "Other")
      item["id"] = .some(id)
      fill(item)
      items.append(item)
    }
    var tags: [ManagedObject] = []
    for _ in 0..<random.below(5) {
      let name = text(encoding, &random)
      guard seen.insert("tag \(Array(name.utf8))").inserted else { continue }
      let tag = try context.insert("Tag")
      tag["name"] = .some(.string(name))
      tags.append(tag)
    }
    for _ in 0..<random.below(3) { fill(try context.insert("Single")) }
    for item in items {
      if random.bool() { item.like = random.pick(items) }
      for other in items.shuffled(using: &random).prefix(random.below(4)) {
        try item.insert(other, into: "many")
      }
      for other in items.shuffled(using: &random).prefix(random.below(4)) {
        try item.insert(other, into: "list")
      }
      for tag in tags where random.bool() { try item.insert(tag, into: "tags") }
    }
    for _ in 0..<random.below(6) {
      let part = try context.insert("Part")
      fill(part)
      if let item = items.randomElement(using: &random), random.bool() {
        try item.insert(part, into: "parts")
      }
    }
  }

  // MARK: Picture

  /// Returns a line for each value and each link.
  static func picture(_ context: ManagedObjectContext) -> [String] {
    var lines: [String] = []
    let names = context.model.entities.filter { $0.parent == nil }.map(\.name)
    let numbers = Dictionary(
      uniqueKeysWithValues: names.flatMap { name in
        context.objects(of: name).enumerated().map { ($1.objectID, "\(name) \($0)") }
      })
    for name in names where name != "Part" {
      for object in context.objects(of: name) { describe(object, numbers[object.objectID] ?? "") }
    }
    for part in context.objects(of: "Part") where part.one("whole") == nil {
      describe(part, "free part")
    }
    func describe(_ object: ManagedObject, _ place: String) {
      for attribute in object.entity.attributes {
        let value: AttributeValue = object[attribute.name] ?? .null
        lines.append("\(place) \(object.entity.name).\(attribute.name) \(exact(value))")
      }
      for relationship in object.entity.relationships where relationship.destination != "Part" {
        let ends = object.ends(relationship).map { numbers[$0.objectID] ?? "" }
        let isOrdered = relationship.arity == .ordered
        lines.append("\(place).\(relationship.name) \(isOrdered ? ends : ends.sorted())")
      }
      guard object.entity.name != "Part", object.entity.property(named: "parts") != nil else {
        return
      }
      for (index, part) in object.many("parts").enumerated() {
        describe(part, "\(place) part \(index)")
      }
    }
    return lines
  }

  /// Returns a text that differs for all values that are different in any way.
  private static func exact(_ value: AttributeValue) -> String {
    switch value {
    case .string(let text): "\(Array(text.utf8)) \(text.debugDescription)"
    case .double(let number): number.isNaN ? "nan" : "\(number) \(number.bitPattern)"
    case .date(let date): "\(date.timeIntervalSinceReferenceDate.bitPattern)"
    case .zonedDate(let date):
      "\(date.date.timeIntervalSinceReferenceDate) \(date.timeZoneIdentifier)"
    case .list(let values): "[\(values.map(exact).joined(separator: ", "))]"
    case .composite(let values):
      "{\(values.filter { !$0.value.isNull }.sorted { $0.key < $1.key }.map { "\($0.key): \(exact($0.value))" })}"
    default: "\(value)"
    }
  }
}

extension AttributeValue {
  fileprivate var isNaN: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .list(let values): values.contains(where: \.isNaN)
    default: false
    }
  }
}

extension AttributeType {
  fileprivate var isTransformable: Bool {
    if case .transformable = self { true } else { false }
  }
}

extension ManagedObject {
  fileprivate func ends(_ relationship: RelationshipDescription) -> [ManagedObject] {
    relationship.isToMany
      ? many(relationship.name) : [one(relationship.name)].compactMap { $0 }
  }
}
