import ArmatureModel
import Testing

@Suite struct PredicateIssueTests {
  private let model: ManagedObjectModel

  init() throws { model = try library.get() }

  private func messages(_ predicate: FetchPredicate, about name: String) throws -> [String] {
    let entity = try #require(model[name])
    return predicate.issues(entity: entity, lookup: { model[$0] }).map(\.message)
  }

  @Test(arguments: [
    dynamic { $0.price == nil || $0.pages > 0 },
    dynamic { $0.title != $0.author.name && $0.author.address.city.hasPrefix("B") },
    dynamic { $0.price > 9.99 && $0.pages > 2.5 && $0.price * 2 + 1 < $0.pages },
    dynamic { $0.author == nil || $0.author != $0.translator },
    dynamic { $0.author.books.any { $0.pages > 100 && $0.author != nil } },
    dynamic { book in book.author.books.all { $0.added <= book.added } },
    dynamic { $0.author.books.sum("pages") > 3 && $0.author.books.min("added") < $0.added },
    dynamic { $0.author.books.author.prizes.count == 0 && $0.author.books.max("title") > "a" },
    dynamic { $0.title.matches("a+") && $0.title.length > 3 && $0.title == QueryVariable("X") },
    dynamic { $0.binding == Binding.paperback && $0.binding.in(["hardback"]) },
    dynamic { $0.inPrint == true && $0.binding < "i" },
    dynamic { $0.inPrint == 1 && $0.inPrint != 0 && $0.inPrint.in([0, 1]) && $0.inPrint > 0 },
    .comparison(1, .equal, .keyPath(["inPrint"])),
    .comparison(.keyPath(["author", "books", "inPrint"]), .equal, 0, quantifier: .all),
    dynamic { $0.title.like("50\\%") && $0.title.like("a%*") && $0.title.like("_?") },
    dynamic { $0.title.contains("%") && $0.title == "50%" && $0.title.matches("50%") },
    dynamic { $0.author.books.any { $0.pages > 3 } && $0.in($0.author.books) },
    dynamic { $0.author.books.filter { $0.pages > 3 }.sum("pages") % 2 == 0 },
    dynamic { $0.title.lowercased().like("a*") && $0.title.in(QueryVariable("X")) },
    dynamic { $0.author.books.any { b in b.author.books.count > 1 && b.title.contains("x") } },
    .comparison(.keyPath(["pages"]), .between, [1, .keyPath(["year"])]),
    .comparison(.keyPath(["author", "books"]), .contains, .keyPath([])),
    .comparison("a", .in, .keyPath(["title"])),
    .comparison(.arithmetic(.keyPath(["added"]), .add, 60), .less, .function(.now, [])),
    .comparison(.arithmetic(.keyPath(["added"]), .subtract, .keyPath(["added"])), .less, 3),
    .comparison(.arithmetic(.keyPath(["title"]), .add, "x"), .equal, "x"),
    .comparison(.function(.number, [.keyPath(["added"])]), .less, 3),
    .comparison(.keyPath(["year"]), .equal, .properties(["year"], of: .variable("X"))),
    .comparison(
      .aggregate(.count, of: .aggregate(.distinct, of: .keyPath(["author", "books", "year"]))),
      .greater, 3),
  ])
  func `a sound condition has no issues`(predicate: FetchPredicate) throws {
    #expect(try messages(predicate, about: "Book") == [])
  }

  @Test(
    arguments: [
      (
        dynamic { $0.pgaes > 3 },
        "The condition reads pgaes, but Book has no property \"pgaes\". Did you mean \"pages\"?"
      ),
      (
        dynamic { $0.author.nmae == "x" },
        "The condition reads author.nmae, but Author has no property \"nmae\"."
          + " Did you mean \"name\"?"
      ),
      (
        dynamic { $0.colour == "x" },
        "The condition reads colour, but Book has no property \"colour\"."
      ),
      (
        .comparison(.keyPath([""]), .equal, 5),
        ##"The condition reads #"", but Book has no property ""."##
      ),
      (
        dynamic { $0.author.address.ctiy == "x" },
        "The condition reads author.address.ctiy, but author.address has no property \"ctiy\"."
          + " Did you mean \"city\"?"
      ),
      (
        dynamic { $0.title.text == "x" },
        "The condition reads title.text, but title is text and has no properties."
      ),
      (
        dynamic { $0.author.books.pages > 3 },
        "The condition reads author.books.pages, but author.books leads to several objects."
          + " Use any, all, none, or an aggregate such as count, @count in text."
      ),
      (
        dynamic { $0.author.books == nil },
        "The condition reads author.books, but author.books leads to several objects."
          + " Use any, all, none, or an aggregate such as count, @count in text."
      ),
      (
        dynamic { $0.related.year > 3 },
        "The condition reads related.year, but related is a fetched property,"
          + " which conditions cannot read."
      ),
      (
        .comparison(.keyPath(FetchPath(["pages"], level: 1)), .less, .constant(3)),
        "The condition reads ^.pages, but is inside fewer subqueries."
      ),
      (
        dynamic { book in book.author.books.any { book.pgaes < $0.pages } },
        "The condition reads ^.pgaes, but Book has no property \"pgaes\". Did you mean \"pages\"?"
      ),
      (
        dynamic { $0.title.hasPrefix("x1", options: .numeric) },
        #"title BEGINSWITH[v] "x1" must compare whole texts to see numbers in them, but tests a part of a"#
          + " text. Leave out .numeric, v in text."
      ),
      (
        dynamic { $0.title > 5 },
        "title > 5 must compare values of one kind, but title is text and 5 is a whole number."
      ),
      (
        dynamic { $0.title == $0.added },
        "title == added must compare values of one kind, but title is text and added is a date."
      ),
      (
        dynamic { $0.inPrint == 2 },
        "inPrint == 2 must compare values of one kind, but inPrint is true or false and 2 is a whole"
          + " number. Compare a Boolean value with the constants 0 and 1."
      ),
      (
        dynamic { $0.inPrint.in([1, 2]) },
        "inPrint IN {1, 2} must compare values of one kind, but inPrint is true or false and 2 is a"
          + " whole number. Compare a Boolean value with the constants 0 and 1."
      ),
      (
        dynamic { $0.inPrint == $0.year },
        "inPrint == year must compare values of one kind, but inPrint is true or false and year is a"
          + " whole number. Compare a Boolean value with the constants 0 and 1."
      ),
      (
        dynamic { $0.inPrint == 1.0 },
        "inPrint == 1.0 must compare values of one kind, but inPrint is true or false and 1.0 is a"
          + " number. Compare a Boolean value with the constants 0 and 1."
      ),
      (
        dynamic { $0.title.like("%x%", options: .caseInsensitive) },
        #"title LIKE[c] "%x%" must use the wildcards * and ?, but has the % of SQL. Did you mean"#
          + #" "*x*"? The sign itself is written "\\%"."#
      ),
      (
        dynamic { $0.title.like("50\\% %") },
        #"title LIKE "50\\% %" must use the wildcards * and ?, but has the % of SQL. Did you mean"#
          + #" "50\\% *"? The sign itself is written "\\%"."#
      ),
      (
        dynamic { $0.author == "Herbert" },
        "author == \"Herbert\" must compare values of one kind, but author is an object of Author"
          + " and \"Herbert\" is text."
      ),
      (
        dynamic { $0.author == $0.prize },
        "author == prize must compare values of one kind, but author is an object of Author"
          + " and prize is an object of Prize."
      ),
      (
        dynamic { $0.pages.in([1, 2]) || $0.pages.in(["1"]) },
        "pages IN {\"1\"} must compare values of one kind, but pages is a whole number"
          + " and \"1\" is text."
      ),
      (
        dynamic { $0.author.books.sum("pages") == "3" },
        "author.books.@sum.pages == \"3\" must compare values of one kind,"
          + " but author.books.@sum.pages is a number and \"3\" is text."
      ),
      (
        dynamic { $0.author < $0.translator },
        "author < translator must compare values that have an order,"
          + " but author is an object of Author."
      ),
      (
        dynamic { $0.price < Optional<Int>.none },
        "price < nil must compare values, but nil is not smaller or greater than any value."
          + " Use == nil or != nil."
      ),
      (
        dynamic { $0.binding == "papreback" },
        "binding == \"papreback\" must use a value of Binding, but \"papreback\" is not one."
          + " Did you mean \"paperback\"?"
      ),
      (
        dynamic { $0.binding.in(["hardback", "leather"]) },
        "binding IN {\"hardback\", \"leather\"} must use a value of Binding, but \"leather\" is "
          + "not one."
      ),
      (
        dynamic { $0.pages.hasPrefix("1") },
        "pages BEGINSWITH \"1\" must test text, but pages is a whole number."
      ),
      (
        dynamic { $0.title.contains($0.pages) },
        "title CONTAINS pages must test text, but pages is a whole number."
      ),
      (
        dynamic { $0.pages.length > 3 },
        "length:(pages) must test text, but pages is a whole number."
      ),
      (
        dynamic { $0.title + 1 > 3 },
        "title + 1 must compute with numbers, but title is text."
      ),
      (
        dynamic { $0.author.any { $0.name > "x" } },
        "ANY author.name > \"x\" must follow a to-many relationship,"
          + " but author is an object of Author."
      ),
      (
        dynamic { $0.pages.all { _ in .constant(true) } },
        "SUBQUERY(pages, $a, FALSEPREDICATE) must follow a to-many relationship,"
          + " but pages is a whole number."
      ),
      (
        dynamic { $0.author.books.title.none { _ in .constant(true) } },
        "SUBQUERY(author.books.title, $a, TRUEPREDICATE) must lead to objects,"
          + " but leads to an attribute of them."
      ),
      (
        dynamic { $0.author.count > 3 },
        "author.@count must follow a to-many relationship, but author is an object of Author."
      ),
      (
        dynamic { $0.title.count > 3 },
        "title.@count must follow a to-many relationship, but title is text."
          + " Use length for its characters."
      ),
      (
        dynamic { $0.author.sum("died") > 3 },
        "author.@sum.died must follow a to-many relationship, but author is an object of Author."
      ),
      (
        dynamic { $0.author.books.sum("title") > 3 },
        "author.books.@sum.title must compute with numbers, but author.books.title is text."
      ),
      (
        dynamic { $0.author.books.max("author") == nil },
        "author.books.@max.author must name an attribute of the objects, but names none."
      ),
      (
        dynamic { $0.author.books.min("author.address") == nil },
        "author.books.author.@min.address must compare values that have an order,"
          + " but author.books.author.address is an object with named elements."
      ),
      (
        dynamic { $0.title.matches("a(", options: .caseInsensitive) },
        "title MATCHES[c] \"a(\" must use a valid pattern. \"(\" at offset 1 opens a group that is never"
          + " closed. Add \")\", or write \"\\(\" for the character."
      ),
      (
        .comparison(.keyPath(["title"]), .equal, .keyPath(["pages"]), options: .caseInsensitive),
        "title ==[c] pages must test text, but pages is a whole number."
      ),
      (
        .comparison(.keyPath(["pages"]), .between, 3),
        "pages BETWEEN 3 must have a list of two bounds, such as {1, 9}, but has none."
      ),
      (
        .comparison(.keyPath(["pages"]), .between, ["a", 3]),
        #"pages BETWEEN {"a", 3} must compare values of one kind, but pages is a whole number"#
          + #" and "a" is text."#
      ),
      (
        .comparison(.keyPath(["pages"]), .in, .keyPath(["year"])),
        "pages IN year must look in several values or in text, but year is a whole number."
      ),
      (
        .comparison(.keyPath(["title"]), .in, .keyPath(["author", "books", "year"])),
        "title IN author.books.year must compare values of one kind, but title is text"
          + " and author.books.year is a whole number."
      ),
      (
        .comparison(.keyPath(["author", "books"]), .contains, "x"),
        #"author.books CONTAINS "x" must compare values of one kind, but author.books is an object"#
          + #" of Book and "x" is text."#
      ),
      (
        .comparison(.keyPath(["title"]), .equal, ["a"]),
        #"The condition reads {"a"}, which is several values, where it needs one."#
          + " Use any, all, none, or an aggregate such as count, @count in text."
      ),
      (
        .comparison(.keyPath(["title"]), .equal, .function(.lowercase, [])),
        "lowercase:() must have 1 argument, but has another number."
      ),
      (
        .comparison(.function(.abs, [.keyPath(["title"])]), .equal, 3),
        "abs:(title) must compute with numbers, but title is text."
      ),
      (
        .comparison(.function(.uppercase, [.keyPath(["year"])]), .equal, "a"),
        "uppercase:(year) must test text, but year is a whole number."
      ),
      (
        .comparison(.keyPath(["year"]), .greater, 3, quantifier: .all),
        "ALL year > 3 must follow a to-many relationship, but year is a whole number."
      ),
      (
        dynamic { $0.author.books.filter { $0.pgaes > 1 }.count > 2 },
        "The condition reads pgaes, but Book has no property \"pgaes\". Did you mean \"pages\"?"
      ),
      (
        dynamic { $0.author.books.filter { $0.pages > 1 }.sum("titel") > 2 },
        "The condition reads SUBQUERY(author.books, $a, $a.pages > 1).titel, but Book has no"
          + " property \"titel\". Did you mean \"title\"?"
      ),
      (
        .comparison(.keyPath(["title"]), .matches, .keyPath(["author", "name"])),
        "title MATCHES author.name must use a constant pattern,"
          + " but its pattern differs between objects."
      ),
    ] as [(FetchPredicate, String)])
  func `a mistake in a condition is a sentence`(
    predicate: FetchPredicate, message: String
  ) throws {
    #expect(try messages(predicate, about: "Book") == [message])
  }

  @Test func `all mistakes are found, in the order of reading, and tell their property`() throws {
    let predicate = dynamic { book in
      !(book.pgaes > 3) && book.author.books.any { $0.titel == "x" && book.year == "y" }
        || book.nothing.at.last == 1
    }
    let book = try #require(model["Book"])
    let issues = predicate.issues(entity: book, lookup: { model[$0] })
    #expect(issues.map(\.property) == ["pgaes", "author", "year", "nothing"])
  }

  @Test func `an unknown path is reported once and not what is inside it`() throws {
    let predicate = dynamic { book in
      book.author.boks.any { $0.whatever > 3 && $0.other.any { $0.x == book.pages } }
    }
    #expect(
      try messages(predicate, about: "Book") == [
        "The condition reads author.boks, but Author has no property \"boks\"."
          + " Did you mean \"books\"?"
      ])
  }

  @Test func `a missing destination is no issue of the condition`() throws {
    let book = try #require(model["Book"])
    let predicate = dynamic { $0.author.name == "x" && $0.author == nil && $0.titel == nil }
    let issues = predicate.issues(entity: book, lookup: { _ in nil })
    #expect(issues.map(\.property) == ["titel"])
  }

  @Test func `an expression has issues, too`() throws {
    let book = try #require(model["Book"])
    let expression = (DynamicQuery().title * DynamicQuery().pgaes).fetchExpression
    let issues = expression.issues(entity: book, lookup: { model[$0] })
    #expect(
      issues.map(\.message) == [
        "title * pgaes must compute with numbers, but title is text.",
        "The condition reads pgaes, but Book has no property \"pgaes\". Did you mean \"pages\"?",
      ])
  }
}
