import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A failure with its expected messages.
struct FailureCase: Sendable, CustomTestStringConvertible {
  let failure: ValidationFailure
  let message: String
  let code: String
  let coreData: Int

  init(
    _ message: String, _ code: String, _ coreData: Int, _ kind: ValidationFailure.Kind,
    entity: String = "Book", label: String? = nil, at keyPath: [String] = [],
    value: AttributeValue = .null
  ) {
    failure = ValidationFailure(
      entity: entity, label: label, keyPath: keyPath, kind, value: value)
    self.message = message
    self.code = code
    self.coreData = coreData
  }

  var testDescription: String { "\(code): \(message)" }
}

extension FailureCase {
  static let all = valueRules + formats + schemas + ranges + objectRules + types + data + graph

  static let valueRules: [FailureCase] = [
    FailureCase(
      "Book.title must have a value, but has none.", "required", 1570, .rule(.required),
      at: ["title"]),
    FailureCase(
      "Book.title must have 1 to 200 characters, but has 0.", "length.tooShort", 1670,
      .rule(.length(minimum: 1, maximum: 200)), at: ["title"], value: ""),
    FailureCase(
      "Book.title must have 1 to 2 characters, but has 3.", "length.tooLong", 1660,
      .rule(.length(minimum: 1, maximum: 2)), at: ["title"], value: "👨‍👩‍👧ab"),
    FailureCase(
      "Book.title must have at least 1 character, but has 0.", "length.tooShort", 1670,
      .rule(.length(minimum: 1, maximum: nil)), at: ["title"], value: ""),
    FailureCase(
      "Book.title must have at least 2 characters, but has 1.", "length.tooShort", 1670,
      .rule(.length(minimum: 2, maximum: nil)), at: ["title"], value: "a"),
    FailureCase(
      "Book.title must have at most 1 character, but has 2.", "length.tooLong", 1660,
      .rule(.length(minimum: nil, maximum: 1)), at: ["title"], value: "ab"),
    FailureCase(
      "Book.title must have at most 200 characters, but has 201.", "length.tooLong", 1660,
      .rule(.length(minimum: 0, maximum: 200), actual: 201), at: ["title"], value: "…"),
    FailureCase(
      "Book.tags must have 1 to 3 values, but has 4.", "length.tooLong", 1660,
      .rule(.length(minimum: 1, maximum: 3)), at: ["tags"], value: ["a", "b", "c", "d"]),
    FailureCase(
      "Book.tags must have 2 values, but has 1.", "length.tooShort", 1670,
      .rule(.length(minimum: 2, maximum: 2)), at: ["tags"], value: ["a"]),
    FailureCase(
      "Book.tags must have 1 value, but has 0.", "length.tooShort", 1670,
      .rule(.length(minimum: 1, maximum: 1)), at: ["tags"], value: []),
    FailureCase(
      "Book.tags must have at least 2 values, but has 1.", "length.tooShort", 1670,
      .rule(.length(minimum: 2, maximum: nil)), at: ["tags"], value: ["a"]),
    FailureCase(
      "Book.tags must have at least 1 value, but has 0.", "length.tooShort", 1670,
      .rule(.length(minimum: 1, maximum: nil)), at: ["tags"], value: []),
    FailureCase(
      "Book.tags must have at most 2 values, but has 3.", "length.tooLong", 1660,
      .rule(.length(minimum: nil, maximum: 2)), at: ["tags"], value: ["a", "b", "c"]),
    FailureCase(
      "Book.tags must have at most 1 value, but has 2.", "length.tooLong", 1660,
      .rule(.length(minimum: nil, maximum: 1)), at: ["tags"], value: ["a", "b"]),
    FailureCase(
      "Book.code must have 4 characters, but has 3.", "length.tooShort", 1670,
      .rule(.length(minimum: 4, maximum: 4)), at: ["code"], value: "abc"),
    FailureCase(
      "Book.code must have 1 character, but has 3.", "length.tooLong", 1660,
      .rule(.length(minimum: 1, maximum: 1)), at: ["code"], value: "abc"),
    FailureCase(
      "Book.cover must have at least 1 byte, but has 0.", "length.tooShort", 1670,
      .rule(.length(minimum: 1, maximum: nil)), at: ["cover"], value: .data(Data())),
    FailureCase(
      "Book.cover must have 2 to 4 bytes, but has 5.", "length.tooLong", 1660,
      .rule(.length(minimum: 2, maximum: 4)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      "Book.cover must have at most 1 byte, but has 5.", "length.tooLong", 1660,
      .rule(.length(minimum: nil, maximum: 1)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      "Book.cover must have at most 4 bytes, but has 5.", "length.tooLong", 1660,
      .rule(.length(minimum: nil, maximum: 4)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      "Book.cover must have at least 9 bytes, but has 5.", "length.tooShort", 1670,
      .rule(.length(minimum: 9, maximum: nil)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      "Book.cover must have 9 bytes, but has 5.", "length.tooShort", 1670,
      .rule(.length(minimum: 9, maximum: 9)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      "Book.cover must have 1 byte, but has 5.", "length.tooLong", 1660,
      .rule(.length(minimum: 1, maximum: 1)), at: ["cover"], value: .data(Data(count: 5))),
    FailureCase(
      #"Book.isbn must match the pattern "\d{3}-\d+", but is "12 34"."#, "pattern", 1680,
      .rule(.pattern(#"\d{3}-\d+"#)), at: ["isbn"], value: "12 34"),
    FailureCase(
      #"Book.format must be one of "paperback", "hardcover", but is "scroll"."#, "membership",
      1550, .rule(.membership(["paperback", "hardcover"])), at: ["format"], value: "scroll"),
    FailureCase(
      "Book.size must be 4, but is 5.", "membership", 1550, .rule(.membership([4])),
      at: ["size"], value: 5),
    FailureCase(
      "Book.size must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
        + "19, 20, …, but is 0.", "membership", 1550,
      .rule(.membership((1...1000).map { .int($0) })), at: ["size"], value: 0),
    FailureCase(
      #"Book.isbn must be unique, but another Book has "978", too."#, "unique", 133_021,
      .rule(.unique(["isbn"])), at: ["isbn"], value: "978"),
    FailureCase(
      #"Book.isbn must be unique, but Book "dune" (a.json:3:5) has "978", too."#, "unique", 133_021,
      .rule(
        .unique(["isbn"]),
        others: [
          ValidationFailure.Object(
            entity: "Book", label: "dune",
            source: InputPosition(file: "a.json", line: 3, column: 5))
        ]), at: ["isbn"], value: "978"),
  ]

  static let ranges: [FailureCase] = [
    FailureCase(
      "Book.pages must be from 1 to 9999, but is 0.", "range.tooSmall", 1620,
      .rule(.range(minimum: 1, maximum: 9999, excludesMaximum: false)), at: ["pages"], value: 0),
    FailureCase(
      "Book.pages must be from 1 to 9999, but is 10000.", "range.tooLarge", 1610,
      .rule(.range(minimum: 1, maximum: 9999, excludesMaximum: false)), at: ["pages"],
      value: 10_000),
    FailureCase(
      "Book.price must be at least 0 and less than 1000, but is 1000.", "range.tooLarge", 1610,
      .rule(.range(minimum: .decimal(0), maximum: .decimal(1000), excludesMaximum: true)),
      at: ["price"], value: .decimal(1000)),
    FailureCase(
      "Book.pages must be at least 1, but is -3.", "range.tooSmall", 1620,
      .rule(.range(minimum: 1, maximum: nil, excludesMaximum: false)), at: ["pages"], value: -3),
    FailureCase(
      "Book.rating must be at most 5, but is 5.5.", "range.tooLarge", 1610,
      .rule(.range(minimum: nil, maximum: 5.0, excludesMaximum: false)), at: ["rating"],
      value: 5.5),
    FailureCase(
      "Book.rating must be less than 5, but is 5.", "range.tooLarge", 1610,
      .rule(.range(minimum: nil, maximum: 5.0, excludesMaximum: true)), at: ["rating"],
      value: 5.0),
    FailureCase(
      "Book.rating must be 5, but is 4.", "range.tooSmall", 1620,
      .rule(.range(minimum: 5.0, maximum: 5.0, excludesMaximum: false)), at: ["rating"],
      value: 4.0),
    FailureCase(
      "Book.rating must be from 0 to 5, but is nan.", "range.notANumber", 1550,
      .rule(.range(minimum: 0.0, maximum: 5.0, excludesMaximum: false)), at: ["rating"],
      value: .double(.nan)),
    FailureCase(
      #"Book.shelf must be from "a" to "m", but is "z"."#, "range.tooLarge", 1550,
      .rule(.range(minimum: "a", maximum: "m", excludesMaximum: false)), at: ["shelf"],
      value: "z"),
  ]

  static let objectRules: [FailureCase] = [
    FailureCase(
      "Book.authors must have at least 1 object, but has 0.", "count.tooFew", 1580,
      .rule(.count(minimum: 1, maximum: nil), actual: 0), at: ["authors"]),
    FailureCase(
      "Book.authors must have at least 2 objects, but has 1.", "count.tooFew", 1580,
      .rule(.count(minimum: 2, maximum: nil), actual: 1), at: ["authors"]),
    FailureCase(
      "Book.authors must have 1 to 3 objects, but has 4.", "count.tooMany", 1590,
      .rule(.count(minimum: 1, maximum: 3), actual: 4), at: ["authors"]),
    FailureCase(
      "Book.authors must have at most 1 object, but has 4.", "count.tooMany", 1590,
      .rule(.count(minimum: 0, maximum: 1), actual: 4), at: ["authors"]),
    FailureCase(
      "Book.authors must have at most 3 objects, but has 4.", "count.tooMany", 1590,
      .rule(.count(minimum: 0, maximum: 3), actual: 4), at: ["authors"]),
    FailureCase(
      "Match.teams must have 2 objects, but has 1.", "count.tooFew", 1580,
      .rule(.count(minimum: 2, maximum: 2), actual: 1), entity: "Match", at: ["teams"]),
    FailureCase(
      "Match.referees must have 1 object, but has 2.", "count.tooMany", 1590,
      .rule(.count(minimum: 1, maximum: 1), actual: 2), entity: "Match", at: ["referees"]),
    FailureCase(
      #"Book "dune": the rule "a priced book has pages" must hold, but does not "#
        + "(price 9.99, pages 0).", "rule", 1550,
      .rule(
        .predicate(name: "a priced book has pages", .constant(true)),
        details: [
          ValidationFailure.Detail("price", 9.99), ValidationFailure.Detail("pages", 0),
        ]), label: "dune"),
    FailureCase(
      #"Book "dune": the rule "lent books are listed" must hold, but does not "#
        + "(lent no value).", "rule", 1550,
      .rule(
        .predicate(name: "lent books are listed", .constant(true)),
        details: [ValidationFailure.Detail("lent", .null)]), label: "dune"),
    FailureCase(
      #"Book: the rule "is listed" must hold, but does not."#, "rule", 1550,
      .rule(.custom(name: "is listed", properties: []))),
    FailureCase(
      #"Book.title must satisfy the rule "is a palindrome", but is "Dune"."#, "rule", 1550,
      .rule(.custom(name: "is a palindrome", properties: ["title"])), at: ["title"],
      value: "Dune"),
    FailureCase(
      #"Book "dune" must be unique in title, year, but another Book has "Dune", 1965, too."#,
      "unique", 133_021,
      .rule(
        .unique(["title", "year"]),
        details: [
          ValidationFailure.Detail("title", "Dune"), ValidationFailure.Detail("year", 1965),
        ]), label: "dune"),
    FailureCase(
      #"Book "dune" must be unique in title, year, but Book 12 has "Dune", 1965, too."#,
      "unique", 133_021,
      .rule(
        .unique(["title", "year"]),
        details: [
          ValidationFailure.Detail("title", "Dune"), ValidationFailure.Detail("year", 1965),
        ], others: [ValidationFailure.Object(entity: "Book", label: "12")]), label: "dune"),
  ]

  static let types: [FailureCase] = [
    FailureCase(
      #"Book.pages must be a whole number, but is "many"."#, "type.wrong", 1550,
      .wrongType(expected: .int64, found: "text"), at: ["pages"], value: "many"),
    FailureCase(
      "Book.pages must be a whole number, but is an array.", "type.wrong", 1550,
      .wrongType(expected: .int64, found: "array"), at: ["pages"]),
    FailureCase(
      "Book.title must be text, but is an object.", "type.wrong", 1550,
      .wrongType(expected: .string, found: "object"), at: ["title"]),
    FailureCase(
      "Book.added must be a date, but is true.", "type.wrong", 1650,
      .wrongType(expected: .date, found: "bool"), at: ["added"], value: true),
    FailureCase(
      "Book.link must be a URL, but is null.", "type.wrong", 1690,
      .wrongType(expected: .url, found: "null"), at: ["link"]),
    FailureCase(
      #"Book.pages must be of type Int, but is "many" of type String."#, "type.wrong", 1550,
      .wrongType(expected: .int64, found: "String"), at: ["pages"], value: "many"),
    FailureCase(
      "Book.pages must be of type Int, but is of type Regex.", "type.wrong", 1550,
      .wrongType(expected: .int64, found: "Regex"), at: ["pages"]),
    FailureCase(
      "Book.title must be of type String, but is 1 byte of type Data.", "type.wrong", 1550,
      .wrongType(expected: .string, found: "Data"), at: ["title"], value: .data(Data(count: 1))),
    FailureCase(
      #"Book.format must be one of "paper", "ebook", but is "scroll"."#,
      "type.notRepresentable", 1550,
      .notRepresentable(
        .enumeration(name: "Format", raw: .string, cases: ["paper", "ebook"])),
      at: ["format"], value: "scroll"),
    FailureCase(
      #"Book.color must be a value of Color, but is "reddish"."#, "type.notRepresentable", 1550,
      .notRepresentable(.transformable(name: "Color", stored: .string)), at: ["color"],
      value: "reddish"),
    FailureCase(
      "Book must be an object, but is 12.", "type.structure", 1550,
      .wrongStructure(expected: .object, found: "number"), value: 12),
    FailureCase(
      "The input must be an array, but is null.", "type.structure", 1550,
      .wrongStructure(expected: .list, found: "null"), entity: ""),
    FailureCase(
      "Book.author must be a reference to Author, but is an array.", "type.structure", 1550,
      .wrongStructure(expected: .reference(entity: "Author"), found: "array"), at: ["author"]),
    FailureCase(
      "Book.tags must be an array of references to Tag, but is true.", "type.structure", 1550,
      .wrongStructure(expected: .references(entity: "Tag"), found: "bool"), at: ["tags"],
      value: true),
  ]
}
