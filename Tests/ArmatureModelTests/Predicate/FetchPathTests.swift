import ArmatureModel
import Testing

@Suite struct FetchPathTests {
  @Test(arguments: [
    (
      dynamic { author in author.books.any { $0.added < author.died } },
      "ANY books.added < died"
    ),
    (
      dynamic { author in author.books.any { author.died > $0.added } },
      "SUBQUERY(books, $a, died > $a.added).@count > 0"
    ),
    (
      dynamic { author in author.books.none { $0.pages > 3 && $0.added > author.died } },
      "SUBQUERY(books, $a, $a.pages > 3 AND $a.added > died).@count == 0"
    ),
    (
      dynamic { author in author.books.all { $0.pages > 3 || author.age < 50 } },
      "SUBQUERY(books, $a, NOT ($a.pages > 3 OR age < 50)).@count == 0"
    ),
    (
      dynamic { author in author.books.any { book in author.books.count > book.pages } },
      "SUBQUERY(books, $a, books.@count > $a.pages).@count > 0"
    ),
    (
      dynamic { artist in
        artist.albums.any { album in
          album.tracks.any { $0.seconds > album.limit && $0.name != artist.name }
        }
      },
      "SUBQUERY(albums, $a, SUBQUERY($a.tracks, $b, $b.seconds > $a.limit AND $b.name != name)"
        + ".@count > 0).@count > 0"
    ),
    (
      dynamic { author in
        author.books.any { book in author.prizes.any { $0.year > book.year } }
      },
      "SUBQUERY(books, $a, ANY prizes.year > $a.year).@count > 0"
    ),
    (
      dynamic { author in
        author.books.any { book in
          book.pages > 3 && author.prizes.all { prize in prize.year == book.year } && book != author
        }
      },
      "SUBQUERY(books, $a, $a.pages > 3 AND ALL prizes.year == $a.year AND $a != SELF).@count > 0"
    ),
    (
      dynamic { $0.books.any { $0.pages == QueryVariable("a") && $0.year > 3 } },
      "SUBQUERY(books, $b, $b.pages == $a AND $b.year > 3).@count > 0"
    ),
    (
      dynamic { $0.books.any { _ in .constant(true) } },
      "SUBQUERY(books, $a, TRUEPREDICATE).@count > 0"
    ),
  ])
  func `a closure may read the objects around its quantifier`(
    predicate: FetchPredicate, text: String
  ) {
    #expect(predicate.description == text)
  }

  @Test func `typed closures read the objects around their quantifier`() {
    let predicate = typed { work in work.loans.any { $0.days > work.pages && $0.day != work.out } }
    #expect(
      predicate
        == .comparison(
          .aggregate(
            .count,
            of: .subquery(
              .keyPath(["loans"]),
              where: .and([
                .comparison(.keyPath(["days"]), .greater, .keyPath(FetchPath(["pages"], level: 1))),
                .comparison(.keyPath(["day"]), .notEqual, .keyPath(FetchPath(["out"], level: 1))),
              ]))), .greater, 0))
  }

  @Test func `a function over a query can be used at any depth`() {
    func isLong(_ book: DynamicQuery) -> FetchPredicate { book.pages > book.author.limit }
    let predicate = dynamic { $0.books.any(isLong) && isLong($0) }
    #expect(
      predicate.description == "SUBQUERY(books, $a, $a.pages > $a.author.limit).@count > 0"
        + " AND pages > author.limit")
  }

  @Test(arguments: [
    (dynamic { $0.price == nil || $0.pages > 0 && $0.price < 5 }, [["price"], ["pages"]]),
    (
      dynamic { $0.title != $0.author.name && $0.author.age > 3 },
      [["title"], ["author", "name"], ["author", "age"]]
    ),
    (
      dynamic { author in author.books.any { $0.added < author.died && $0.author.age > 1 } },
      [["books"], ["books", "added"], ["died"], ["books", "author", "age"]]
    ),
    (
      dynamic { $0.books.sum("pages") + $0.books.count > $0.title.length },
      [["books", "pages"], ["books"], ["title"]]
    ),
    (
      dynamic { a in a.albums.any { $0.tracks.any { $0.seconds > a.limit } } },
      [["albums"], ["albums", "tracks", "seconds"], ["limit"]]
    ),
    (dynamic { !$0.name.in(["a"]) && $0.name.hasPrefix("x") }, [["name"]]),
    (dynamic { $0.year == QueryVariable.fetchSource.age }, [["year"]]),
    (dynamic { $0 == $0.author }, [["author"]]),
    (.constant(true), []),
  ])
  func `a predicate knows what it reads`(predicate: FetchPredicate, paths: [[String]]) {
    #expect(predicate.paths == paths)
    var first: [String] = []
    for path in paths where !first.contains(path[0]) { first.append(path[0]) }
    #expect(predicate.properties == first)
  }

  @Test func `a predicate over a union reads the members of both parts`() throws {
    let predicate = try FetchPredicate(
      "ANY (books UNION films).age > 3 AND SUBQUERY(a MINUS b, $c, $c.d = e).@count > 0")
    let paths = [
      ["books", "age"], ["films", "age"], ["books"], ["films"], ["a"], ["b"], ["a", "d"],
      ["b", "d"], ["e"],
    ]
    #expect(Set(predicate.paths) == Set(paths))
  }

  @Test func `an expression knows what it reads`() {
    let expression = (DynamicQuery().a.b * DynamicQuery().c).fetchExpression
    #expect(expression.paths == [["a", "b"], ["c"]])
    #expect(expression.properties == ["a", "c"])
    #expect(expression.description == "a.b * c")
  }

  @Test func `a level below 0 is 0`() {
    #expect(FetchPath(["a"], level: -3) == ["a"])
    #expect(FetchPath(["a"], level: 2).description == "^.^.a")
    #expect(FetchPath([]).description == "SELF")
  }
}
