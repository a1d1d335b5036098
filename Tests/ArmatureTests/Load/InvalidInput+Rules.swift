extension InvalidInput {
  /// Values that break rules, and duplicate objects.
  static let inRules = table(
    #"""
    # required and missing
    Book {"title": "T"}
      1:1: error: Book.isbn must have a value, but its key is missing. [value.missing]
    Book {"isbn": "1000"}
      1:1: error: Book.title must have a value, but its key is missing. [value.missing]
    Book {}
      1:1: error: Book.isbn must have a value, but its key is missing. [value.missing]
      1:1: error: Book.title must have a value, but its key is missing. [value.missing]
    Book [{}, {"isbn": "1000"}]
      1:2: error: Book.isbn must have a value, but its key is missing. [value.missing]
      1:2: error: Book.title must have a value, but its key is missing. [value.missing]
      1:6: error: Book.title must have a value, but its key is missing. [value.missing]
    Author {"name": null}
      1:10: error: Author.name must have a value, but has none. [required]
    Loan {"days": 3}
      1:1: error: Loan.reader must have a value, but its key is missing. [value.missing]
      1:1: error: Loan.books must have a value, but its key is missing. [value.missing]
    Chapter {"title": null}
      1:11: error: Chapter.title must have a value, but has none. [required]

    # rules on values
    Book {"isbn": "12345", "title": "T"}
      1:10: error: Book.isbn must match the pattern "[0-9]{4}", but is "12345". [pattern]
    Book {"isbn": "12a4", "title": "T"}
      1:10: error: Book.isbn must match the pattern "[0-9]{4}", but is "12a4". [pattern]
    Book {"isbn": "", "title": "T"}
      1:10: error: Book.isbn must match the pattern "[0-9]{4}", but is "". [pattern]
    Book {"isbn": "1000", "title": ""}
      1:27: error: Book.title must have 1 to 12 characters, but has 0. [length.tooShort]
    Book {"isbn": "1000", "title": "Thirteen char"}
      1:27: error: Book.title must have 1 to 12 characters, but has 13. [length.tooLong]
    Book {"isbn": "1000", "title": "T", "pages": 0}
      1:41: error: Book.pages must be from 1 to 5000, but is 0. [range.tooSmall]
    Book {"isbn": "1000", "title": "T", "pages": 5001}
      1:41: error: Book.pages must be from 1 to 5000, but is 5001. [range.tooLarge]
    Book {"isbn": "1000", "title": "T", "pages": -1}
      1:41: error: Book.pages must be from 1 to 5000, but is -1. [range.tooSmall]
    Book {"isbn": "1000", "title": "T", "rating": 5.01}
      1:42: error: Book.rating must be from 0 to 5, but is 5.01. [range.tooLarge]
    Book {"isbn": "1000", "title": "T", "rating": -0.5}
      1:42: error: Book.rating must be from 0 to 5, but is -0.5. [range.tooSmall]
    Book {"isbn": "1000", "title": "T", "rating": 1, "price": 1000}
      1:54: error: Book.price must be at least 0 and less than 1000, but is 1000. [range.tooLarge]
    Book {"isbn": "1000", "title": "T", "rating": 1, "price": -0.01}
      1:54: error: Book.price must be at least 0 and less than 1000, but is -0.01. [range.tooSmall]
    Book {"isbn": "1000", "title": "T", "price": 9.90}
      1:1: error: Book 1000: the rule "a priced book is rated" must hold, but does not (price 9.9,
          rating no value). [rule]
    Book {"isbn": "1000", "title": "T", "cover": "AQIDBAU="}
      1:41: error: Book.cover must have at most 4 bytes, but has 5. [length.tooLong]
    Book {"isbn": "1000", "title": "T", "language": "fr"}
      1:44: error: Book.language must be one of "de", "en", but is "fr". [membership]
    Book {"isbn": "1000", "title": "T", "mood": "x"}
      1:40: warning: Book.mood must have at least 2 characters, but has 1. [length.tooShort]
    Book {"isbn": "1000", "title": "T", "mood": "x", "language": "fr"}
      1:40: warning: Book.mood must have at least 2 characters, but has 1. [length.tooShort]
      1:57: error: Book.language must be one of "de", "en", but is "fr". [membership]
    Passport {"number": 0}
      1:12: error: Passport.number must be at least 1, but is 0. [range.tooSmall]
    Loan {"days": 31, "reader": {"name": "Ann"}, "books": [{"isbn": "1000", "title": "T"}]}
      1:10: error: Loan.days must be from 1 to 30, but is 31. [range.tooLarge]
    Loan {"days": 3, "reader": {"name": "Ann"}, "books": []}
      1:49: error: Loan.books must have a value, but has none. [required]
    Loan {"days": 3, "reader": {"name": "Ann"}, "books": [{"isbn": "1", "title": "T"}]}
      1:59: error: Book.isbn must match the pattern "[0-9]{4}", but is "1". [pattern]
    Loan {"days": 3, "reader": {"name": "Ann"}, "books": [{"isbn": "1000", "title": "A"}, {"isbn":
        "1001", "title": "B"}, {"isbn": "1002", "title": "C"}]}
      1:49: error: Loan.books must have 1 to 2 objects, but has 3. [count.tooMany]

    # unique and identity
    Author [{"name": "Ann"}, {"name": "Ann"}]
      1:28: error: Author.name must identify one Author, but Author "Ann" (<input>:1:2) has "Ann",
          too. [identity.duplicate]
    Author [{"name": "Ann"}, {"name": "Bea"}, {"name": "Ann"}, {"name": "Ann"}]
      1:45: error: Author.name must identify one Author, but Author "Ann" (<input>:1:2) has "Ann",
          too. [identity.duplicate]
      1:62: error: Author.name must identify one Author, but Author "Ann" (<input>:1:2) has "Ann",
          too. [identity.duplicate]
    Passport [{"number": 7}, {"number": 7.0}]
      1:28: error: Passport.number must identify one Passport, but Passport 7 (<input>:1:2) has 7,
          too. [identity.duplicate]
    Book [{"isbn": "1000", "title": "T", "author": {"name": "Ann"}}, {"isbn": "1001", "title": "T",
        "author": "Ann"}]
      1:61: error: Book 1001 must be unique in title, author, but Book 1000 (<input>:1:2) has "T",
          "Ann", too. [unique]
    * {"Film": [{"id": 1, "minutes": 90}], "Song": [{"id": 1}]}
      1:54: error: Song.id must identify one Song, but Film 1 (<input>:1:11) has 1, too.
          [identity.duplicate]
    Medium [{"@entity": "Film", "id": 1, "minutes": 90}, {"@entity": "Song", "id": 1}]
      1:73: error: Song.id must identify one Song, but Film 1 (<input>:1:2) has 1, too.
          [identity.duplicate]
    Author {"name": "Ann", "mentor": {"name": "Ann"}}
      1:36: error: Author.name must identify one Author, but Author "Ann" (<input>:1:1) has "Ann",
          too. [identity.duplicate]

    # several at once
    Book {"isbn": "x", "title": "", "pages": 0, "rating": 9, "colour": "red", "langauge": "de"}
      1:10: error: Book.isbn must match the pattern "[0-9]{4}", but is "x". [pattern]
      1:24: error: Book.title must have 1 to 12 characters, but has 0. [length.tooShort]
      1:37: error: Book.pages must be from 1 to 5000, but is 0. [range.tooSmall]
      1:50: error: Book.rating must be from 0 to 5, but is 9. [range.tooLarge]
      1:63: error: Book.colour must be a value of Colour, but is "red". [type.notRepresentable]
      1:70: error: Book.langauge is not a property of Book. Did you mean "language"? [key.unknown]
    Book {"pages": "1", "isbn": "1000", "title": "T", "rating": 7}
      1:11: error: Book.pages must be a whole number, but is "1". [type.wrong]
      1:56: error: Book.rating must be from 0 to 5, but is 7. [range.tooLarge]
    Book [{"isbn": "1000", "title": ""},␊ {"isbn": "1001", "title": ""},␊␉{"isbn": "1002", "titel":
        "A"}]
      1:28: error: Book.title must have 1 to 12 characters, but has 0. [length.tooShort]
      2:28: error: Book.title must have 1 to 12 characters, but has 0. [length.tooShort]
      3:2: error: Book.title must have a value, but its key is missing. [value.missing]
      3:19: error: Book.titel is not a property of Book. Did you mean "title"? [key.unknown]
    """#)
}
