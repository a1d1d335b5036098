import ArmatureModel
import Testing

@Suite struct ConditionCheckTests {
  @Test(arguments: badModels) func `a bad condition is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "rule over an unknown property",
      Expected(
        .unknownPath, 2,
        #"Book, rule "is long": the condition reads pgaes, but Book has no property "pgaes"."#
          + #" Did you mean "pages"?"#)
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
        rule("is long") { $0.pgaes > 100 }
      }
    },
    BadModel(
      "rule with several mistakes, in the order of reading",
      Expected(
        .invalidCondition, 7,
        #"Book, rule "sound": title > 5 must compare values of one kind,"#
          + " but title is text and 5 is a whole number."),
      Expected(
        .unknownPath, 7,
        #"Book, rule "sound": the condition reads author.nmae, but Author has no property "nmae"."#
          + #" Did you mean "name"?"#),
      Expected(
        .invalidPattern, 7,
        #"Book, rule "sound": title MATCHES "[" must use a valid pattern. "[" at offset 0 opens"#
          + #" a class that is never closed. Add "]" after at least one character, or write"#
          + #" "\[" for"#
          + " the character.")
    ) {
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Relationship("author", to: "Author")
        rule("sound") { $0.title > 5 && $0.author.nmae == "x" || $0.title.matches("[") }
      }
    },
    BadModel(
      "condition of a rule over several properties",
      Expected(
        .unknownPath, 2,
        #"Book, rule "x": the condition reads sold, but Book has no property "sold"."#)
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
        rule("x", when: { $0.sold == true }) { $0.pages > 100 }
      }
    },
    BadModel(
      "condition of a rule of an attribute",
      Expected(
        .unknownPath, 0,
        #"Book.pages, condition of a rule: the condition reads sold, but Book has no property"#
          + #" "sold"."#
      )
    ) {
      EntityDescription(
        "Book",
        properties: [
          .attribute(
            AttributeDescription(
              "pages", .int64,
              rules: [
                ValidationRule(
                  .range(minimum: 1, maximum: nil, excludesMaximum: false),
                  when: .comparison(.keyPath(["sold"]), .equal, .constant(true)))
              ]))
        ])
    },
    BadModel(
      "variable in a rule",
      Expected(
        .unboundVariable, 2,
        #"Book, rule "x": it must use variables that have a value there, but uses $LIMIT."#)
    ) {
      Entity("Book") {
        Attribute("pages", Int.self)
        rule("x") { !($0.pages > QueryVariable("LIMIT") && $0.pages < QueryVariable("LIMIT") + 1) }
      }
    },
    BadModel(
      "fetched property over an unknown property, with an unknown variable",
      Expected(
        .unknownPath, 1,
        #"Author.recent: the condition reads yaer, but Book has no property "yaer"."#
          + #" Did you mean "year"?"#),
      Expected(
        .unboundVariable, 1,
        "Author.recent: it must use variables that have a value there, but uses $SOURCE.")
    ) {
      Entity("Author") {
        FetchedProperty("recent", of: "Book") { $0.yaer > QueryVariable("SOURCE").year }
        FetchedProperty("same", of: "Book") { $0.year == QueryVariable.fetchSource.year }
      }
      Entity("Book") { Attribute("year", Int.self) }
    },
    BadModel(
      "closure over an unknown property",
      Expected(
        .unknownPath, 0,
        #"Book, rule "fits": it refers to "titel", which Book lacks. Did you mean "title"?"#)
    ) {
      book(
        attribute("title", .string),
        rules: [ValidationRule(.custom(name: "fits", properties: ["title", "titel"]))])
    },
    BadModel(
      "partial index over an unknown property",
      Expected(
        .unknownPath, 2,
        #"Book, index over title: the condition reads sold, but Book has no property "sold"."#)
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Index("title", where: .comparison(.keyPath(["sold"]), .equal, .constant(true)))
      }
    },
  ]
}
