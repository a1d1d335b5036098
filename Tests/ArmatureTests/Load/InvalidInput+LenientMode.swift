extension InvalidInput {
  /// Data that lenient mode accepts, and data that it rejects.
  static let inLenientMode = table(
    #"""
    # lenient: what is overlooked
    Book lenient {"isbn": 1000, "title": 5, "pages": "12", "rating": "4.5", "price": "9.90",
        "weight": "1.5", "shelf": "7", "stock": "-7", "inPrint": "false", "level": "20", "colour":
        "#ff0000"}
    Book lenient {"isbn": "1000", "title": "T", "publisher": "Chilton"}
      1:32: warning: Book.publisher is not a property of Book. Did you mean "published"?
          [key.unknown]
    Book lenient {"isbn": "1000", "title": "T", "titel": {"a": [1]}}
      1:32: warning: Book.titel is not a property of Book. Did you mean "title"? [key.unknown]
    Book lenient {"isbn": "1000", "title": "T", "memo": 5}
      1:40: warning: Book.memo is transient and must not be set from data. Remove the key, or
          name it in LoadOptions(ignoring:). [key.notAllowed]
    Book lenient {"isbn": "1000", "title": "T", "printer": {"street": "A", "citty": 5}}
      1:59: warning: Book.printer.citty is not a property of Book. Did you mean "city"?
          [key.unknown]
    Book lenient {"isbn": "1000", "title": "T", "printer": {"street": 5}}
    * lenient {"Bok": [{"isbn": 5}], "Author": [{"name": "Ann"}]}
      1:2: warning: "Bok" is not an entity of the model. Did you mean "Book"? [entity.unknown]
    Author lenient {"name": "Ann", "passport": {"number": "7"}, "books": [{"isbn": 1000, "title":
        "T"}]}
    * lenient {"Passport": {"number": 7}, "Author": {"name": "Ann", "passport": "7"}}

    # lenient: what is not
    Book lenient {"isbn": "1000", "title": "T", "printer": {"city": "Ulm", "stret": "A"}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
      1:59: warning: Book.printer.stret is not a property of Book. Did you mean "street"?
          [key.unknown]
    Book lenient {"isbn": "1000", "title": "T", "pages": "12 "}
      1:41: error: Book.pages must be a whole number, but is "12 ". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": "1.5"}
      1:41: error: Book.pages must be a whole number, but 1.5 cannot be represented exactly.
          [value.inexact]
    Book lenient {"isbn": "1000", "title": "T", "pages": "twelve"}
      1:41: error: Book.pages must be a whole number, but is "twelve". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": ""}
      1:41: error: Book.pages must be a whole number, but is "". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": "0x10"}
      1:41: error: Book.pages must be a whole number, but is "0x10". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": "007"}
      1:41: error: Book.pages must be a whole number, but is "007". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": true}
      1:41: error: Book.pages must be a whole number, but is true. [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "pages": 1.5}
      1:41: error: Book.pages must be a whole number, but 1.5 cannot be represented exactly.
          [value.inexact]
    Book lenient {"isbn": "1000", "title": "T", "shelf": "32768"}
      1:41: error: Book.shelf must be a whole number from -32768 to 32767, but is 32768.
          [value.outOfRange]
    Book lenient {"isbn": "1000", "title": "T", "rating": "1e400"}
      1:42: error: Book.rating must be a number, but 1e400 is out of range.
          [value.outOfRange]
    Book lenient {"isbn": "1000", "title": "T", "rating": "NaN"}
      1:42: error: Book.rating must be a number, but is "NaN". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "rating": "4,5"}
      1:42: error: Book.rating must be a number, but is "4,5". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "inPrint": "yea"}
      1:43: error: Book.inPrint must be true or false, but is "yea". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "inPrint": "truth"}
      1:43: error: Book.inPrint must be true or false, but is "truth". [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "inPrint": 2}
      1:43: error: Book.inPrint must be true or false, but is 2. [type.wrong]
    Book lenient {"isbn": "1000", "title": true}
      1:27: error: Book.title must be text, but is true. [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "published": 0}
      1:45: error: Book.published must be a date, but is 0. [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "published": "2024-02-30"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "2024-02-30".
          [value.badDate]
    Book lenient {"isbn": "1000", "title": "T", "format": 5}
      1:42: error: Book.format must be one of "paper", "ebook", "audio", but is "5".
          [type.notRepresentable]
    Book lenient {"isbn": "1000", "title": "T", "level": "2"}
      1:41: error: Book.level must be a value of Level, but is 2. [type.notRepresentable]
    Book lenient {"isbn": "1000", "title": "T", "code": 5}
      1:40: error: Book.code must be a UUID, but is 5. [type.wrong]
    Book lenient {"isbn": "1000", "title": "T", "title": "U"}
      1:32: error: Book.title must occur once, but occurs again. [key.duplicate]
    Book lenient {"isbn": "1000", "title": "T", "tags": "fantasy"}
      1:40: error: Book.tags must be an array of references to Tag, but is text. [type.structure]
    Book lenient {"isbn": "1000", "title": "T", "author": "Nobody"}
      1:42: error: Book.author refers to the Author "Nobody", which does not exist.
          [reference.broken]
    Book lenient {"isbn": "1000"}
      1:1: error: Book.title must have a value, but its key is missing. [value.missing]
    """#)
}
