import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private enum Format: String, AttributeConvertible, CaseIterable { case paperback, hardback }

@Suite struct DefaultCheckTests {
  @Test(arguments: badModels) func `a bad default is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  private static let format = AttributeType.enumeration(
    name: "Format", raw: .string, cases: ["paperback", "hardback"])

  static let badModels: [BadModel] = [
    BadModel(
      "of another type",
      Expected(
        .defaultType, 0,
        #"Book.pages must have a default of its type, a whole number, but has the text "many"."#)
    ) { book(attribute("pages", .int64, default: .constant("many"))) },
    BadModel(
      "an integer for a decimal number",
      Expected(
        .defaultType, 0,
        "Book.price must have a default of its type, a decimal number, but has the integer 3.")
    ) { book(attribute("price", .decimal, default: .constant(3))) },
    BadModel(
      "too large for 16 bits",
      Expected(
        .defaultType, 0,
        "Book.pages must have a default from -32768 to 32767, but has 40000. Use a wider type.")
    ) { book(attribute("pages", .int16, default: .constant(40_000))) },
    BadModel(
      "too large for 32 bits",
      Expected(
        .defaultType, 0,
        "Book.pages must have a default from -2147483648 to 2147483647, but has -3000000000."
          + " Use a wider type.")
    ) { book(attribute("pages", .int32, default: .constant(-3_000_000_000))) },
    BadModel(
      "not in single precision",
      Expected(
        .defaultType, 0,
        "Book.rating must have a default of its type, a number, but has the number 0.1.")
    ) { book(attribute("rating", .float, default: .constant(0.1))) },
    BadModel(
      "no case of an enumeration",
      Expected(
        .defaultType, 0,
        #"Book.format must have a default of its type, a Format, but has the text "papreback"."#
          + #" Did you mean "paperback"?"#)
    ) { book(attribute("format", format, default: .constant("papreback"))) },
    BadModel(
      "no value for a required attribute",
      Expected(
        .defaultType, 0,
        "Book.title is required and must have a value as its default, but has none."
          + " Remove the default.")
    ) { book(attribute("title", .string, default: .constant(.null))) },
    BadModel(
      "now for text",
      Expected(.defaultType, 0, "Book.added must be a date to have the default .now, but is text.")
    ) { book(attribute("added", .string, default: .now)) },
    BadModel(
      "an identifier for data",
      Expected(.defaultType, 0, "Book.code must be a UUID to have the default .uuid, but is data.")
    ) { book(attribute("code", .data, default: .uuid)) },
    BadModel(
      "a UUID in the order of creation for text",
      Expected(
        .defaultType, 0, "Book.code must be a UUID to have the default .uuidv7, but is text.")
    ) { book(attribute("code", .string, default: .uuidv7)) },
    BadModel(
      "an element that a composite lacks",
      Expected(
        .defaultType, 0,
        "Book.size must have a default of its type, a composite, but has the composite {depth: 3}.")
    ) {
      book(
        attribute(
          "size", .composite([AttributeDescription("height", .int64)]),
          default: .constant(.composite(["depth": 3]))))
    },
    BadModel(
      "shorter and longer than its rules",
      Expected(
        .defaultBreaksRule, 1,
        #"Book.a must have a default that satisfies its own rule, a length of 1 to 200, but has "#
          + #"""."#),
      Expected(
        .defaultBreaksRule, 2,
        #"Book.b must have a default that satisfies its own rule, a length of at least 4, but has"#
          + #" "abc"."#
      ),
      Expected(
        .defaultBreaksRule, 3,
        "Book.c must have a default that satisfies its own rule, a length of at most 2, but has 3"
          + " bytes."
      ),
      Expected(
        .defaultBreaksRule, 4,
        #"Book.d must have a default that satisfies its own rule, a length of 3, but has "ab"."#)
    ) {
      Entity("Book") {
        Attribute("a", String.self).default("").length(1...200)
        Attribute("b", String?.self).length(4...).default("abc")
        Attribute("c", Data.self).length(..<3).default(Data([1, 2, 3]))
        Attribute("d", String.self).length(3...3).default("ab")
      }
    },
    BadModel(
      "outside of its range",
      Expected(
        .defaultBreaksRule, 1,
        "Book.a must have a default that satisfies its own rule, a value of at least 1, but has "
          + "0."),
      Expected(
        .defaultBreaksRule, 2,
        "Book.b must have a default that satisfies its own rule, a value of 0 to less than 1, but"
          + " has 1."
      ),
      Expected(
        .defaultBreaksRule, 3,
        "Book.c must have a default that satisfies its own rule, a value of at most 5, but has "
          + "nan."),
      Expected(
        .defaultBreaksRule, 4,
        "Book.d must have a default that satisfies its own rule, a value of less than 2.5, but "
          + "has 2.5."
      )
    ) {
      Entity("Book") {
        Attribute("a", Int.self).default(0).range(1...)
        Attribute("b", Double.self).range(0..<1).default(1)
        Attribute("c", Double?.self).range(...5).default(.nan)
        Attribute("d", Decimal?.self).range(..<Decimal(2.5)).default(Decimal(2.5))
      }
    },
    BadModel(
      "none of the values, and not of the pattern",
      Expected(
        .defaultBreaksRule, 1,
        #"Book.kind must have a default that satisfies its own rule, one of "a", "b", but has "#
          + #""c"."#),
      Expected(
        .defaultBreaksRule, 2,
        #"Book.isbn must have a default that satisfies its own rule, the pattern "[0-9]{3}", but"#
          + #" has "12"."#
      )
    ) {
      Entity("Book") {
        Attribute("kind", String.self).oneOf(["a", "b"]).default("c")
        Attribute("isbn", String.self).default("12").matching("[0-9]{3}")
      }
    },
    BadModel(
      "two rules broken at once",
      Expected(
        .defaultBreaksRule, 1,
        #"Book.title must have a default that satisfies its own rule, a length of at least 3, but"#
          + #" has "x"."#
      ),
      Expected(
        .defaultBreaksRule, 1,
        #"Book.title must have a default that satisfies its own rule, the pattern "[A-Z].*", but"#
          + #" has "x"."#
      )
    ) {
      Entity("Book") {
        Attribute("title", String.self).length(3...).matching("[A-Z].*").default("x")
      }
    },
  ]

  @Test func `a default of the right type that keeps its rules is fine`() throws {
    let condition: FetchPredicate = .comparison(.keyPath(["title"]), .equal, .constant("x"))
    let model = try ManagedObjectModel("Books") {
      Entity("Book") {
        Attribute("title", String.self).length(1...).default("x")
        Attribute("format", Format.self).default(.hardback)
        Attribute("note", String?.self).length(3...).default(nil)
        Attribute("added", Date.self).default(.now).range(...Date.distantFuture)
        Attribute("code", UUID?.self).default(.uuid)
        Attribute("count2", Int.self).range(5...).default { 3 }
        Attribute("even", Int.self).rule("is even") { $0 % 2 == 0 }.default(3)
        Attribute("when", Int.self) {
          ValidationRule(.range(minimum: 5, maximum: nil, excludesMaximum: false), when: condition)
        }
        .default(3)
      }
    }
    #expect(model.warnings == [])
  }
}
