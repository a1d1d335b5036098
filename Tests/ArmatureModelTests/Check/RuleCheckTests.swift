import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RuleCheckTests {
  @Test(arguments: badModels) func `a bad rule is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  private static let size = AttributeType.composite([AttributeDescription("height", .int64)])

  static let badModels: [BadModel] = [
    BadModel(
      "length of a number",
      Expected(
        .unsupportedRule, 0,
        "Book.pages must be text, data or a list to have a length rule, but is a whole number."
          + " Remove the rule.")
    ) { book(attribute("pages", .int64, .length(minimum: 1, maximum: nil))) },
    BadModel(
      "pattern of a date",
      Expected(
        .unsupportedRule, 0,
        "Book.added must be text to have a pattern rule, but is a date. Remove the rule.")
    ) { book(attribute("added", .date, .pattern("["))) },
    BadModel(
      "range of a composite",
      Expected(
        .unsupportedRule, 0,
        "Book.size must be something with an order to have a range rule, but is a composite."
          + " Remove the rule.")
    ) { book(attribute("size", size, .range(minimum: 1, maximum: nil, excludesMaximum: false))) },
    BadModel(
      "count of an attribute",
      Expected(
        .unsupportedRule, 0,
        "Book.pages must be a to-many relationship to have a count rule, but is a whole number."
          + " Remove the rule.")
    ) { book(attribute("pages", .int64, .count(minimum: 1, maximum: nil))) },
    BadModel(
      "rules of objects on an attribute",
      Expected(
        .misplacedRule, 0,
        "Book.pages must have rules about its own value only, but one is about objects. Declare "
          + "it in Book as Unique(…) or Rule(…)."),
      Expected(
        .misplacedRule, 0,
        "Book.pages must have rules about its own value only, but one is about objects. Declare "
          + "it in Book as Unique(…) or Rule(…)."),
      Expected(
        .misplacedRule, 0,
        #"Book.pages must have rules about its own value only, but "fits" is about "title"."#
          + " Declare it in Book as Rule(…).")
    ) {
      book(
        attribute(
          "pages", .int64, .unique(["pages"]), .predicate(name: "long", .constant(true)),
          .custom(name: "fits", properties: ["pages", "title"])))
    },
    BadModel(
      "rule of a value on an entity",
      Expected(
        .misplacedRule, 0,
        "Book must have rules over several properties only, but one is about a single value. "
          + "Declare it on the attribute.")
    ) { book(rules: [ValidationRule(.length(minimum: 3, maximum: nil))]) },
    BadModel(
      "negative length",
      Expected(.negativeLength, 1, "Book.title must have length bounds of 0 or more, but has -1."),
      Expected(.negativeLength, 2, "Book.code must have length bounds of 0 or more, but has -2.")
    ) {
      Entity("Book") {
        Attribute("title", String.self).length((-1)...5)
        Attribute("code", Data.self).length(...(-2))
      }
    },
    BadModel(
      "minimum length above the maximum, which leaves the default alone",
      Expected(
        .reversedLength, 0,
        "Book.title must have a minimum length up to its maximum of 3, but has 5. Swap them.")
    ) {
      book(
        attribute("title", .string, default: .constant("a"), .length(minimum: 5, maximum: 3)))
    },
    BadModel(
      "length below 0 characters",
      Expected(.negativeLength, 0, "Book.title must have length bounds of 0 or more, but has -1.")
    ) { Entity("Book") { Attribute("title", String.self).length(0..<0) } },
    BadModel(
      "bound of another type",
      Expected(
        .invalidBound, 0,
        #"Book.pages must have range bounds that compare with a whole number, but has the text"#
          + #" "1"."#
      ),
      Expected(
        .invalidBound, 0,
        "Book.added must have range bounds that compare with a date, but has no value."),
      Expected(
        .invalidBound, 0,
        "Book.title must have range bounds that compare with text, but has the integer 3.")
    ) {
      book(
        attribute("pages", .int64, .range(minimum: "1", maximum: nil, excludesMaximum: false)),
        attribute("added", .date, .range(minimum: nil, maximum: .null, excludesMaximum: false)),
        attribute("title", .string, .range(minimum: "a", maximum: 3, excludesMaximum: false)))
    },
    BadModel(
      "bound that is no number",
      Expected(
        .invalidBound, 0,
        "Book.price must have range bounds that are numbers, but has nan."
          + " Leave a bound out for no limit."),
      Expected(
        .invalidBound, 0,
        "Book.cost must have range bounds that are numbers, but has NaN."
          + " Leave a bound out for no limit."),
      Expected(
        .invalidBound, 0,
        "Book.added must have range bounds that are numbers, but has nan seconds since 2001."
          + " Leave a bound out for no limit.")
    ) {
      book(
        attribute(
          "price", .double, .range(minimum: nil, maximum: .double(.nan), excludesMaximum: false)),
        attribute(
          "cost", .decimal, .range(minimum: .decimal(.nan), maximum: nil, excludesMaximum: false)),
        attribute(
          "added", .date,
          .range(
            minimum: .date(Date(timeIntervalSinceReferenceDate: .nan)), maximum: nil,
            excludesMaximum: false)))
    },
    BadModel(
      "ranges without values",
      Expected(
        .emptyRange, 0,
        "Book.a must have a range in which values can lie, but 5 is above 1. Swap the bounds."),
      Expected(
        .emptyRange, 0,
        "Book.b must have a range in which values can lie, but it starts at 5 and ends before that."
          + " Include the upper bound."),
      Expected(
        .emptyRange, 0,
        "Book.c must have a range in which values can lie, but 40000 is above 32767,"
          + " the greatest Int16."),
      Expected(
        .emptyRange, 0,
        "Book.d must have a range in which values can lie, but -2147483648 is below -2147483648,"
          + " the least Int32."),
      Expected(
        .emptyRange, 0,
        #"Book.e must have a range in which values can lie, but "b" is above "a". Swap the bounds."#
      )
    ) {
      book(
        attribute("a", .int64, .range(minimum: 5, maximum: 1, excludesMaximum: false)),
        attribute("b", .double, .range(minimum: 5, maximum: 5, excludesMaximum: true)),
        attribute("c", .int16, .range(minimum: 40_000, maximum: nil, excludesMaximum: false)),
        attribute(
          "d", .int32, .range(minimum: nil, maximum: -2_147_483_648, excludesMaximum: true)),
        attribute("e", .string, .range(minimum: "b", maximum: "a", excludesMaximum: false)))
    },
    BadModel(
      "no value to choose from",
      Expected(
        .emptyMembership, 0,
        "Book.kind must have a rule that allows some value, but its list is empty.")
    ) { Entity("Book") { Attribute("kind", String.self).default("a").oneOf([]) } },
    BadModel(
      "choice of another type",
      Expected(
        .membershipType, 0,
        "Book.kind must have a rule that lists values of its type, text, but it lists the"
          + " integer 3."
      ),
      Expected(
        .membershipType, 0,
        #"Book.format must have a rule that lists values of its type, a Format, but it lists"#
          + #" the text "haardback". Did you mean "hardback"?"#)
    ) {
      book(
        attribute("kind", .string, .membership(["a", 3])),
        attribute(
          "format", .enumeration(name: "Format", raw: .string, cases: ["paperback", "hardback"]),
          .membership(["paperback", "haardback"])))
    },
    BadModel(
      "malformed pattern",
      Expected(
        .invalidPattern, 0,
        #"Book.isbn must have a pattern that can be matched, but "(" at offset 5 opens a group"#
          + " that"
          + #" is never closed. Add ")", or write "\(" for the character."#)
    ) {
      Entity("Book") { Attribute("isbn", String.self).default("x").matching("97[8](") }
    },
    BadModel(
      "pattern that needs backtracking",
      Expected(
        .invalidPattern, 0,
        #"Book.isbn must have a pattern that can be matched, but "\1" at offset 4 refers back to a"#
          + " group, which cannot be matched in linear time."
          + " Write the text again, or check it by a custom rule.")
    ) {
      Entity("Book") { Attribute("isbn", String.self).matching(#"(.)x\1"#) }
    },
    BadModel(
      "two rules of one name",
      Expected(
        .duplicateRule, 1,
        #"Book.pages must have one rule called "is even", but has two. Rename one."#),
      Expected(
        .duplicateRule, 5, #"Book must have one rule called "is long", but has two. Rename one."#),
      Expected(
        .duplicateRule, 8,
        #"Novel must have one rule called "is long", but inherits another. Rename one."#)
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
          .rule("is even") { $0 % 2 == 0 }
          .rule("is even") { $0 > 3 }
        rule("is long") { $0.pages > 100 }
        rule("is long") { $0.pages > 200 }
      }
      Entity("Novel", parent: "Book") {
        rule("is long") { $0.pages > 300 }
      }
    },
    BadModel(
      "rules without names",
      Expected(
        .invalidName, 1,
        "Book.pages must have rules with names that say what they require, but one has none."),
      Expected(
        .invalidName, 2,
        "Book must have rules with names that say what they require, but one has none.")
    ) {
      Entity("Book") {
        Attribute("pages", Int.self).rule("") { $0 > 3 }
        rule(" ") { $0.pages > 100 }
      }
    },
  ]

  @Test func `a pattern that many rules use is compiled once`() throws {
    let pattern = String(repeating: "[a-c]{1,20}x?", count: 10)
    let entities = (0..<300).map { index in
      EntityDescription(
        "E\(index)",
        properties: [
          .attribute(
            AttributeDescription("a", .string, rules: [ValidationRule(.pattern(pattern))]))
        ])
    }
    #expect(try ManagedObjectModel("Patterns", entities: entities).entities.count == 300)
  }
}
