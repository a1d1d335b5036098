import Armature
import ArmatureModel
import Foundation
import TestSupport

@testable import validate_library

/// Models whose schemas are compared with the results of loading.
enum SchemaModels {
  static let names = ["values", "clinic", "library"]

  static func model(named name: String) throws -> ManagedObjectModel {
    switch name {
    case "clinic": try .clinic()
    case "library": try makeLibraryModel()
    default: try values()
    }
  }

  /// Returns a model with every type of value, all kinds of relationships and rules, and a hierarchy.
  static func values() throws -> ManagedObjectModel {
    func attribute(
      _ name: String, _ type: AttributeType, isOptional: Bool = true,
      default value: DefaultValue? = nil, _ rules: ValidationRule...
    ) -> PropertyDescription {
      .attribute(
        AttributeDescription(
          name, type, isOptional: isOptional, default: value, rules: rules))
    }
    let place = AttributeType.composite([
      AttributeDescription("street", .string, rules: [.length(1...20)]),
      AttributeDescription("number", .int16, isOptional: true, rules: [.range(1...)]),
    ])
    return try ManagedObjectModel(
      "Values",
      entities: [
        EntityDescription(
          "Thing", isAbstract: true,
          properties: [
            .attribute(
              AttributeDescription(
                "code", .string, rules: [.pattern("[A-Z]{2}-\\d{1,3}")], isIdentifying: true)),
            .relationship(RelationshipDescription("owner", to: "Owner", inverse: "things")),
          ], uniquenessConstraints: [UniquenessConstraint(["code"])]),
        EntityDescription(
          "Scalar", parent: "Thing",
          properties: [
            attribute(
              "small", .int16, isOptional: false, default: .constant(.int(3)), .range(0..<9)),
            attribute("middle", .int32, .range(-5...70_000)),
            attribute("large", .int64, isOptional: false),
            attribute("exact", .decimal, .range(Decimal(1)...Decimal(99))),
            attribute("real", .double, .range(0.0...)),
            attribute("short", .float, .range(0.1..<0.7)),
            attribute("truth", .bool, isOptional: false),
            attribute("choice", .string, .membership(["a", "b", "é|\""])),
            attribute(
              "state",
              .enumeration(name: "State", raw: .int64, cases: [.int(1), .int(2)]), isOptional: false
            ),
          ]),
        EntityDescription(
          "Text", parent: "Thing",
          properties: [
            attribute("date", .date), attribute("zoned", .zonedDate),
            attribute("day", .calendarDate),
            attribute("uuid", .uuid, isOptional: false), attribute("url", .url),
            attribute("bytes", .data, .length(2...9)),
            attribute("tags", .list(.string), .length(1...3)),
            attribute("days", .list(.calendarDate)),
            attribute("place", place), attribute("home", place, isOptional: false),
          ]),
        EntityDescription(
          "Owner",
          properties: [
            attribute("name", .string, isOptional: false, .length(2...12)),
            .relationship(
              RelationshipDescription("things", to: "Thing", .ordered, inverse: "owner")),
            .relationship(
              RelationshipDescription("mark", to: "Mark", onDelete: .noAction, isOptional: false)),
          ], key: "owners"),
        EntityDescription(
          "Mark",
          properties: [
            .attribute(AttributeDescription("number", .int64, isIdentifying: true, key: "no")),
            .attribute(AttributeDescription("note", .string, isOptional: true, isTransient: true)),
          ], uniquenessConstraints: [UniquenessConstraint(["number"])]),
      ])
  }
}
