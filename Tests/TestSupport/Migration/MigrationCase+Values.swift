import ArmatureModel
import Foundation

extension MigrationCase {
  /// Changes of attributes.
  static let values: [MigrationCase] = [
    MigrationCase(
      "attributes are added: one that is optional, and defaults"
    ) {
      Entity("Book") { Attribute("title", String.self) }
    } rows: {
      #"{"Book": [{"title": "a"}, {"title": "b"}]}"#
    } to: {
      Entity("Book") {
        Attribute("shelf", Int?.self)
        Attribute("title", String.self)
        Attribute("ratio", Double.self).default(0.1)
        Attribute("price", Decimal.self).default(4.9)
        Attribute("note", String?.self).default("it's \"?\"")
        Attribute("isOld", Bool.self).default(true)
      }
    } becomes: {
      #"""
      Book 1 isOld: true, note: "it's \"?\"", price: 4.9, ratio: 0.1, title: "a"
      Book 2 isOld: true, note: "it's \"?\"", price: 4.9, ratio: 0.1, title: "b"
      """#
    },
    MigrationCase("a required attribute without a default is added where there are rows") {
      Entity("Book") { Attribute("title", String.self) }
    } rows: {
      #"{"Book": [{"title": "a"}, {"title": "b"}]}"#
    } to: {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int.self)
      }
    } becomes: {
      "needs a value). Old objects have no value for it. 2 rows are obstacles: Book 1, Book 2"
    },
    MigrationCase("a required attribute without a default is added where there are none") {
      Entity("Book") { Attribute("title", String.self) }
    } rows: {
      "{}"
    } to: {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int.self)
      }
    } becomes: {
      ""
    },
    MigrationCase("numbers become numbers of less precision") {
      Entity("Cup") {
        Attribute("width", Double.self); Attribute("price", Decimal?.self);
        Attribute("sizes", [Double]?.self)
      }
    } rows: {
      #"{"Cup": [{"width": 0.5, "price": 4.5, "sizes": [0.25]}]}"#
    } to: {
      Entity("Cup") {
        Attribute("width", Float.self); Attribute("price", Float?.self);
        Attribute("sizes", [Float]?.self)
      }
    } becomes: {
      "Cup 1 price: 4.5, sizes: [0.25], width: 0.5"
    },
    MigrationCase("numbers of less precision cannot be what they were") {
      Entity("Cup") {
        Attribute("width", Double.self); Attribute("price", Decimal?.self);
        Attribute("sizes", [Double]?.self)
        Composite("box") { Attribute("height", Double?.self) }
      }
    } rows: {
      #"{"Cup": [{"width": 0.1, "price": 0.1, "sizes": [0.5, 0.1], "box": {"height": 0.1}}]}"#
    } to: {
      Entity("Cup") {
        Attribute("width", Float.self); Attribute("price", Float?.self);
        Attribute("sizes", [Float]?.self)
        Composite("box") { Attribute("height", Float?.self) }
      }
    } becomes: {
      """
      1 row is an obstacle: Cup 1 (0.1)
      1 row is an obstacle: Cup 1 (0.1)
      1 row is an obstacle: Cup 1 ([0.5, 0.1])
      1 row is an obstacle: Cup 1 (0.1)
      """
    },
    MigrationCase("an attribute without values is removed") {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int?.self)
      }
    } rows: {
      #"{"Book": [{"title": "a"}]}"#
    } to: {
      Entity("Book") { Attribute("title", String.self) }
    } becomes: {
      #"Book 1 title: "a""#
    },
    MigrationCase("an attribute with values is removed") {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int?.self)
      }
    } rows: {
      #"{"Book": [{"title": "a", "pages": 3}, {"title": "b"}]}"#
    } to: {
      Entity("Book") { Attribute("title", String.self) }
    } becomes: {
      "may lose). Its values are dropped. 1 row is an obstacle: Book 1 (3)"
    },
    MigrationCase("two attributes swap their names, and the entity gets another one") {
      Entity("Book") {
        Attribute("first", String.self); Attribute("second", String?.self)
      }
    } rows: {
      #"{"Book": [{"first": "a", "second": "b"}, {"first": "c", "second": "d"}]}"#
    } to: {
      Entity("Volume") {
        Attribute("second", String.self).renamed(from: "first")
        Attribute("first", String?.self).renamed(from: "second")
      }.renamed(from: "Book")
    } becomes: {
      """
      Volume 1 first: "b", second: "a"
      Volume 2 first: "d", second: "c"
      """
    },
    MigrationCase("attributes must have a value, with a default and without") {
      Entity("Book") {
        Attribute("title", String?.self); Attribute("pages", Int?.self)
      }
    } rows: {
      #"{"Book": [{"title": "a", "pages": 3}, {"title": "b"}]}"#
    } to: {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int.self).default(7)
      }
    } becomes: {
      """
      Book 1 pages: 3, title: "a"
      Book 2 pages: 7, title: "b"
      """
    },
    MigrationCase("an attribute must have a value that is not there") {
      Entity("Book") {
        Attribute("title", String?.self); Attribute("pages", Int?.self)
      }
    } rows: {
      #"{"Book": [{"title": "a", "pages": 3}, {"title": "b"}]}"#
    } to: {
      Entity("Book") {
        Attribute("title", String.self); Attribute("pages", Int.self)
      }
    } becomes: {
      "need one. 1 row is an obstacle: Book 2"
    },
    MigrationCase("numbers become wider, text, dates and truth values, and back") {
      Entity("Book") {
        Attribute("a", Int16.self); Attribute("b", Int.self); Attribute("c", Double.self)
        Attribute("d", Int.self); Attribute("e", Int.self); Attribute("f", Bool.self)
        Attribute("g", String.self); Attribute("h", String.self); Attribute("i", Decimal.self)
        Attribute("j", Int32.self); Attribute("k", Int.self); Attribute("l", Int16.self)
      }
    } rows: {
      """
      {"Book": [{"a": -5, "b": 700, "c": 3, "d": 1, "e": 86400, "f": true, "g": "12", "h": "1.50", "i": 2.5,
        "j": 8, "k": -9223372036854775808, "l": 4}]}
      """
    } to: {
      Entity("Book") {
        Attribute("a", Int.self); Attribute("b", String.self); Attribute("c", Int.self)
        Attribute("d", Bool.self); Attribute("e", Date.self); Attribute("f", Int.self)
        Attribute("g", Int16.self); Attribute("h", Decimal.self); Attribute("i", Double.self)
        Attribute("j", Double.self); Attribute("k", Decimal.self); Attribute("l", Decimal.self)
      }
    } becomes: {
      """
      Book 1 a: -5, b: "700", c: 3, d: true, e: 2001-01-02T00:00:00Z, f: 1, g: 12, h: 1.5, i: 2.5, \
      j: 8, k: -9223372036854775808, l: 4
      """
    },
    MigrationCase("a number does not fit, and a text is none") {
      Entity("Book") {
        Attribute("a", Int.self); Attribute("b", String?.self); Attribute("c", Double.self)
      }
    } rows: {
      #"{"Book": [{"a": 40000, "b": "x", "c": 1}, {"a": 4, "c": 0.5}, {"a": 4, "b": "3", "c": 2}]}"#
    } to: {
      Entity("Book") {
        Attribute("a", Int16.self); Attribute("b", Int?.self); Attribute("c", Int.self)
      }
    } becomes: {
      """
      is an obstacle. 1 row is an obstacle: Book 1 (40000)
      is an obstacle. 1 row is an obstacle: Book 1 ("x")
      is an obstacle. 1 row is an obstacle: Book 2 (0.5)
      """
    },
    MigrationCase("dates, days, data, UUIDs and lists become one another") {
      Entity("Book") {
        Attribute("a", Date.self); Attribute("b", CalendarDate.self); Attribute("c", UUID.self)
        Attribute("d", String.self); Attribute("e", Date.self); Attribute("f", [Int].self)
      }
    } rows: {
      """
      {"Book": [{"a": "2026-11-26T00:00:00Z", "b": "2026-11-26", "c": "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
        "d": "a", "e": "2026-11-26T10:00:00Z", "f": [1, 2]}]}
      """
    } to: {
      Entity("Book") {
        Attribute("a", CalendarDate.self); Attribute("b", Date.self); Attribute("c", Data.self)
        Attribute("d", [String].self); Attribute("e", ZonedDate.self); Attribute("f", [Double].self)
      }
    } becomes: {
      """
      Book 1 a: 2026-11-26, b: 2026-11-26T00:00:00Z, c: 16 bytes, d: ["a"], e: 2026-11-26T10:00:00Z[GMT], f: [1, 2]
      """
    },
    MigrationCase("the elements of a composite change") {
      Entity("Order") {
        Attribute("name", String.self).identifying()
        Composite("address") {
          Attribute("city", String.self)
          Attribute("number", Int?.self)
        }
      }
    } rows: {
      """
      {"Order": [{"name": "a", "address": {"city": "Hove", "number": 3}}, {"name": "b", "address": {"city": "Ayr"}}]}
      """
    } to: {
      Entity("Order") {
        Attribute("name", String.self).identifying()
        Composite("address") {
          Attribute("country", String?.self)
          Attribute("town", String.self).renamed(from: "city")
          Attribute("number", String?.self)
        }
      }
    } becomes: {
      """
      Order 1 address: {number: "3", town: "Hove"}, name: "a"
      Order 2 address: {town: "Ayr"}, name: "b"
      """
    },
    MigrationCase("what was free must be unique") {
      Entity("Book") { Attribute("title", String?.self) }
    } rows: {
      #"{"Book": [{"title": "a"}, {"title": "b"}, {}, {}]}"#
    } to: {
      Entity("Book") { Attribute("title", String?.self).unique() }
    } becomes: {
      """
      Book 1 title: "a"
      Book 2 title: "b"
      Book 3 \("")
      Book 4 \("")
      """
    },
    MigrationCase("what must be unique is there twice") {
      Entity("Book") { Attribute("title", String?.self) }
    } rows: {
      #"{"Book": [{"title": "a"}, {"title": "b"}, {"title": "a"}]}"#
    } to: {
      Entity("Book") { Attribute("title", String?.self).unique() }
    } becomes: {
      #"must be checked. 2 rows are obstacles: Book 1 ("a"), Book 3 ("a")"#
    },
    MigrationCase("an attribute means something else") {
      Entity("Book") { Attribute("title", String.self) }
    } rows: {
      #"{"Book": [{"title": "a"}]}"#
    } to: {
      Entity("Book") { Attribute("title", String.self).version("2") }
    } becomes: {
      #"has changed. 1 row is an obstacle: Book 1 ("a")"#
    },
    MigrationCase("attributes are derived, from one another and along relationships") {
      Entity("Shelf") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "shelf")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Relationship("shelf", to: "Shelf", inverse: "books")
      }
    } rows: {
      """
      {"Shelf": [{"name": "a"}, {"name": "b"}],
       "Book": [{"title": "C", "pages": 3, "shelf": "a"}, {"title": "D", "pages": 4, "shelf": "a"}]}
      """
    } to: {
      Entity("Shelf") {
        Attribute("name", String.self).identifying()
        Attribute("pages", Int32.self)
          .derived(from: .aggregate(.sum, of: .keyPath(["books", "pages"])))
        Attribute("twice", Int.self)
          .derived(from: .arithmetic(.keyPath(["pages"]), .multiply, .constant(2)))
        Relationship("books", to: "Book", .toMany, inverse: "shelf")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Attribute("place", String?.self).derived(from: .keyPath(["shelf", "name"]))
        Relationship("shelf", to: "Shelf", inverse: "books")
      }
    } becomes: {
      """
      Shelf 1 books: [3, 4], name: "a", pages: 7, twice: 14
      Shelf 2 name: "b", pages: 0, twice: 0
      Book 3 pages: 3, place: "a", shelf: [1], title: "C"
      Book 4 pages: 4, place: "a", shelf: [1], title: "D"
      """
    },
  ]
}
