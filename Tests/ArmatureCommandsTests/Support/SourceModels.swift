import Armature
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

class SourcePaper: ManagedObject {}
final class SourceBill: SourcePaper {}

/// Models for generating source.
enum SourceModels {
  /// Returns a model with names that are difficult in Swift.
  static func hostile() throws -> ManagedObjectModel {
    try ManagedObjectModel("Hostile \"\\") {
      Entity("Date") {
        Attribute("String", String.self).default("a\"\\\n")
        Attribute("x", Int?.self).required(severity: .warning)
        Attribute("_x", Int?.self).range(1..., message: "no {value}")
        Attribute("date", Date?.self).default(.now)
        Attribute("größe", Double?.self).range(0..<2.5)
        Attribute("first name", String?.self).unique()
        Attribute("1st", Float?.self)
        Attribute("say \"hi\"", Bool?.self)
        Attribute("in", Bool.self).default(true)
        for name in ["schema", "rules", "entityName", "model", "Type", "main"] {
          Attribute(name, String?.self)
        }
        Composite("elements") {
          Attribute("elements", Int?.self)
          Attribute("attributeValue", Decimal.self).range(0...)
          Composite("in") { Attribute("b c", [String].self) }.optional()
        }
        Attribute("price", Decimal.self) {
          ValidationRule(
            .range(minimum: .int(1), maximum: nil, excludesMaximum: false),
            when: .comparison(.keyPath(["in"]), .equal, .constant(.bool(true))))
        }
        .default(12.5).key("cost").version("2")
        Relationship("Index", to: "Index", .toMany, inverse: "date of").version("3")
        Unique("x", "first name")
        Unique("x", "in")
        Unique("x", "date", severity: .warning)
        Index("x", "in", ascending: false)
        Index("first name")
        FetchTemplate("early") { $0.date < QueryVariable("DATE") }
        Rule("x or in", when: { $0.x > 2 }) { $0.x == nil || $0.in == true }
        Rule("priced", severity: .warning) { $0.price > 0 && $0.in != nil }
        FetchedProperty("others", of: "Date", orderedBy: [.descending("x")], limit: 3) {
          $0.in == QueryVariable.fetchSource.in
        }
      }
      .userInfo(["a": "\u{7}\u{202E}"])
      Entity("Index", isAbstract: true, in: "A B") {
        Attribute("name", String.self).length(1...9).default("none")
        Relationship("date of", to: "Date", inverse: "Index")
      }
      Entity("class", parent: "Index") {
        Attribute("Set", Int.self).default(0)
        Relationship("friends", to: "class", .ordered, inverse: "friends").count(...3)
        Relationship("parent", to: "class", inverse: "children", onDelete: .deny).key("up")
        Relationship("children", to: "class", .toMany, onDelete: .cascade)
        Unique("Set", "name")
        Index("name", "Set")
        Rule("named") { $0.name != "" && $0.Set >= -4 }
      }
      Entity("A B") {
        Relationship("model", to: "Model", inverse: "main").required()
        // A list too long for one line.
        let words = (1...12).map { "a rather long text, \"\($0)\"" }
        Attribute("word", String?.self).oneOf(words).key("w")
        Attribute("other", String?.self)
          .oneOf(words, severity: .warning, message: words[0] + words[1] + words[2])
        Attribute("data", Data.self).default(Data(repeating: 7, count: 80)).version("9")
        Attribute("count", Int?.self) {
          ValidationRule(
            .range(minimum: .double(-0.5), maximum: .double(12.25), excludesMaximum: true),
            when: .and(
              words.prefix(3).map {
                .comparison(.keyPath(["word"]), .equal, .constant(.string($0)))
              }),
            message: words[3])
        }
        Rule(
          "a rule that has a name which is long enough to fill a good part of a line",
          severity: .warning,
          when: { word in
            .or(
              words.prefix(2).map {
                .comparison(.keyPath(["word"]), .equal, .constant(.string($0)))
              })
          }, message: words[4]
        ) { _ in
          .not(
            .or(
              words.map {
                .comparison(
                  .function(.lowercase, [.keyPath(["word"])]), .equal, .constant(.string($0)))
              }))
        }
        FetchTemplate("long") { $0.word == words[0] && $0.word != words[1] && $0.other != words[2] }
        Index(
          "word", "other", "count",
          where: .not(
            .comparison(.keyPath(["word"]), .in, .list(words.map { .constant(.string($0)) }))))
      }
      Entity("a-b", parent: "A B") {}
      Entity("Model") {
        Relationship("main", to: "A B").required(severity: .warning).version("4").userInfo([
          "x": "y"
        ])
        Relationship("本", to: "本")
        Attribute("ModelEntity", Int?.self)
      }
      Entity("本") {}
      Entity("model") {}
    }
  }

  /// Returns a model with properties of every type and with defaults.
  static func allTypes(_ prefix: String) throws -> ManagedObjectModel {
    let types: [(AttributeType, AttributeValue)] = [
      (.int16, -7), (.int32, 123_456_789), (.int64, 0), (.double, 0.1), (.float, 0.5),
      (.string, "a\\\"\n"), (.bool, true), (.decimal, .decimal(12)),
      (.date, .date(.init(timeIntervalSinceReferenceDate: 1.5))), (.list(.string), ["x"]),
      (.data, .data(.init([1, 2]))), (.uuid, .uuid(.init())), (.url, .null), (.calendarDate, .null),
      (.zonedDate, .null),
      (.enumeration(name: "Colour", raw: .string, cases: ["red", "blue"]), "red"),
      (.transformable(name: "Colour", stored: .data), .null),
    ]
    let attributes = types.enumerated().flatMap { place, pair in
      [false, true].map { isOptional in
        var attribute = AttributeDescription(
          "a\(place)\(isOptional ? "o" : "")", pair.0, isOptional: isOptional)
        if !pair.1.isNull { attribute.defaultValue = .constant(pair.1) }
        return PropertyDescription.attribute(attribute)
      }
    }
    return try ManagedObjectModel(
      "Types", entities: [EntityDescription("\(prefix)Types", properties: attributes)])
  }

  /// Returns a model for a program to work with.
  static func garage(_ prefix: String) throws -> ManagedObjectModel {
    try ManagedObjectModel("Garage") {
      Entity("\(prefix)Vehicle", isAbstract: true) {
        Attribute("name", String.self).length(1...20)
        Attribute("price", Decimal?.self)
        Composite("size") {
          Attribute("width", Double.self)
          Attribute("height", Double?.self)
        }
        Relationship("owner", to: "\(prefix)Person", inverse: "vehicles")
      }
      Entity("\(prefix)Car", parent: "\(prefix)Vehicle") {
        Attribute("default", Int16.self).default(4)
        Attribute("tags", [String].self).default([])
        Relationship("seats", to: "\(prefix)Seat", .ordered, inverse: "car", onDelete: .cascade)
      }
      Entity("\(prefix)Person") {
        Attribute("first name", String?.self)
        Relationship("vehicles", to: "\(prefix)Vehicle", .toMany, inverse: "owner")
        Relationship("friends", to: "\(prefix)Person", .toMany, inverse: "friends")
        FetchedProperty("namesakes", of: "\(prefix)Person", limit: 3) {
          $0["first name"] == QueryVariable.fetchSource["first name"]
        }
      }
      Entity("\(prefix)Seat") {
        Attribute("row", Int.self).default(1)
        Relationship("car", to: "\(prefix)Car", inverse: "seats").required()
      }
    }
  }

  /// Returns a model with classes and derived values for a program to work with.
  static func bills(_ prefix: String) throws -> ManagedObjectModel {
    try ManagedObjectModel("Bills") {
      Entity("\(prefix)Paper", class: SourcePaper.self, isAbstract: true) {
        Attribute("label", String.self).default("none")
      }
      Entity("\(prefix)Bill", class: SourceBill.self, parent: "\(prefix)Paper") {
        Attribute("city", String?.self)
        Attribute("total", Decimal.self)
          .derived(from: .aggregate(.sum, of: .keyPath(["lines", "amount"])))
        Attribute("mean", Double?.self)
          .derived(from: .aggregate(.average, of: .keyPath(["lines", "amount"])))
        Attribute("most", Decimal?.self)
          .derived(from: .aggregate(.maximum, of: .keyPath(["lines", "amount"])))
        Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
        Relationship("lines", to: "\(prefix)Line", .toMany, inverse: "bill")
      }
      Entity("\(prefix)Line") {
        Attribute("amount", Decimal.self)
        Attribute("copy", Decimal.self).derived(from: .keyPath(["amount"]))
        Attribute("place", String?.self).derived(from: .keyPath(["bill", "city"]))
        Attribute("label", String?.self).derived(from: .keyPath(["bill", "label"]))
        Relationship("bill", to: "\(prefix)Bill", inverse: "lines")
      }
    }
  }

  static func random(seed: UInt64, _ prefix: String) throws -> ManagedObjectModel {
    try ManagedObjectModel("Random", entities: RandomModel(seed: seed, prefix: prefix).entities)
  }
}
