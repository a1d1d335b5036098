extension InvalidInput {
  /// Values that their attributes reject.
  static let inValues = table(
    #"""
    # int
    Book {"isbn": "1000", "title": "T", "pages": "many"}
      1:41: error: Book.pages must be a whole number, but is "many". [type.wrong]
    Book {"isbn": "1000", "title": "T", "pages": "12"}
      1:41: error: Book.pages must be a whole number, but is "12". [type.wrong]
    Book {"isbn": "1000", "title": "T", "pages": 1.5}
      1:41: error: Book.pages must be a whole number, but 1.5 cannot be represented exactly.
          [value.inexact]
    Book {"isbn": "1000", "title": "T", "pages": true}
      1:41: error: Book.pages must be a whole number, but is true. [type.wrong]
    Book {"isbn": "1000", "title": "T", "pages": null}
      1:41: error: Book.pages must have a value, but has none. [required]
    Book {"isbn": "1000", "title": "T", "pages": []}
      1:41: error: Book.pages must be a whole number, but is an array. [type.wrong]
    Book {"isbn": "1000", "title": "T", "pages": {}}
      1:41: error: Book.pages must be a whole number, but is an object. [type.wrong]
    Book {"isbn": "1000", "title": "T", "pages": 9223372036854775808}
      1:41: error: Book.pages must be a whole number from -9223372036854775808 to
          9223372036854775807, but is 9223372036854775808. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "pages": -9223372036854775809}
      1:41: error: Book.pages must be a whole number from -9223372036854775808 to
          9223372036854775807, but is -9223372036854775809. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "pages": 1e19}
      1:41: error: Book.pages must be a whole number from -9223372036854775808 to
          9223372036854775807, but is 1e19. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "pages": 1e-1}
      1:41: error: Book.pages must be a whole number, but 1e-1 cannot be represented exactly.
          [value.inexact]
    Book {"isbn": "1000", "title": "T", "pages": 1e999999999}
      1:41: error: Book.pages must be a whole number from -9223372036854775808 to
          9223372036854775807, but is 1e999999999. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "pages": 9007199254740993.5}
      1:41: error: Book.pages must be a whole number, but 9007199254740993.5 cannot be
          represented exactly. [value.inexact]
    Book {"isbn": "1000", "title": "T", "shelf": 32768}
      1:41: error: Book.shelf must be a whole number from -32768 to 32767, but is 32768.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "shelf": -32769}
      1:41: error: Book.shelf must be a whole number from -32768 to 32767, but is -32769.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "shelf": 0.5}
      1:41: error: Book.shelf must be a whole number of 16 bits, but 0.5 cannot be represented
          exactly. [value.inexact]
    Book {"isbn": "1000", "title": "T", "shelf": "7"}
      1:41: error: Book.shelf must be a whole number of 16 bits, but is "7". [type.wrong]
    Book {"isbn": "1000", "title": "T", "shelf": 1e300}
      1:41: error: Book.shelf must be a whole number from -32768 to 32767, but is 1e300.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "stock": 2147483648}
      1:41: error: Book.stock must be a whole number from -2147483648 to 2147483647, but is
          2147483648. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "stock": -2147483649}
      1:41: error: Book.stock must be a whole number from -2147483648 to 2147483647, but is
          -2147483649. [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "stock": false}
      1:41: error: Book.stock must be a whole number of 32 bits, but is false. [type.wrong]

    # decimal, double, float
    Book {"isbn": "1000", "title": "T", "rating": 3, "price": "9.90"}
      1:54: error: Book.price must be a decimal number, but is "9.90". [type.wrong]
    Book {"isbn": "1000", "title": "T", "rating": 3, "price": 1e200}
      1:54: error: Book.price must be a decimal number, but 1e200 is out of range.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "rating": 3, "price": -1e-200}
      1:54: error: Book.price must be a decimal number, but -1e-200 is out of range.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "rating": 3, "price":
        3402823669209384634633746074317682114560.5}
      1:54: error: Book.price must be a decimal number, but
          3402823669209384634633746074317682114560… cannot be represented exactly. [value.inexact]
    Book {"isbn": "1000", "title": "T", "rating": 3, "price": [9]}
      1:54: error: Book.price must be a decimal number, but is an array. [type.wrong]
    Book {"isbn": "1000", "title": "T", "rating": "good"}
      1:42: error: Book.rating must be a number, but is "good". [type.wrong]
    Book {"isbn": "1000", "title": "T", "rating": 1e400}
      1:42: error: Book.rating must be a number, but 1e400 is out of range.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "rating": -1e400}
      1:42: error: Book.rating must be a number, but -1e400 is out of range.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "rating": {"stars": 5}}
      1:42: error: Book.rating must be a number, but is an object. [type.wrong]
    Book {"isbn": "1000", "title": "T", "weight": 1e39}
      1:42: error: Book.weight must be a number, but 1e39 is out of range.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "weight": "light"}
      1:42: error: Book.weight must be a number, but is "light". [type.wrong]
    Book {"isbn": "1000", "title": "T", "weight": null, "weight": 1}
      1:48: error: Book.weight must occur once, but occurs again. [key.duplicate]

    # string, bool
    Book {"isbn": 1000, "title": "T"}
      1:10: error: Book.isbn must be text, but is 1000. [type.wrong]
    Book {"isbn": "1000", "title": 5}
      1:27: error: Book.title must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": true}
      1:27: error: Book.title must be text, but is true. [type.wrong]
    Book {"isbn": "1000", "title": null}
      1:27: error: Book.title must have a value, but has none. [required]
    Book {"isbn": "1000", "title": ["T"]}
      1:27: error: Book.title must be text, but is an array. [type.wrong]
    Book {"isbn": "1000", "title": {"en": "T"}}
      1:27: error: Book.title must be text, but is an object. [type.wrong]
    Book {"isbn": "1000", "title": "T", "inPrint": "yes"}
      1:43: error: Book.inPrint must be true or false, but is "yes". [type.wrong]
    Book {"isbn": "1000", "title": "T", "inPrint": "true"}
      1:43: error: Book.inPrint must be true or false, but is "true". [type.wrong]
    Book {"isbn": "1000", "title": "T", "inPrint": 1}
      1:43: error: Book.inPrint must be true or false, but is 1. [type.wrong]
    Book {"isbn": "1000", "title": "T", "inPrint": null}
      1:43: error: Book.inPrint must have a value, but has none. [required]
    Book {"isbn": "1000", "title": "T", "inPrint": {}}
      1:43: error: Book.inPrint must be true or false, but is an object. [type.wrong]

    # dates
    Book {"isbn": "1000", "title": "T", "published": "yesterday"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "yesterday".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": ""}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-02-30"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "2024-02-30".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2023-02-29"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "2023-02-29".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "24-02-01"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "24-02-01".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-2-1"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "2024-2-1".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-02-01T24:00:00Z"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is
          "2024-02-01T24:00:00Z". [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-02-01T10:00"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is
          "2024-02-01T10:00". [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-02-01T10:00:00+25:00"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is
          "2024-02-01T10:00:00+25:00". [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "01/02/2024"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "01/02/2024".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2024-02-01 "}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is "2024-02-01 ".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": "2016-12-31T12:59:60Z"}
      1:45: error: Book.published must be a date such as 2026-11-21T08:30:00Z, but is
          "2016-12-31T12:59:60Z". [value.badDate]
    Book {"isbn": "1000", "title": "T", "published": 20240201}
      1:45: error: Book.published must be a date, but is 20240201. [type.wrong]
    Book {"isbn": "1000", "title": "T", "published": 1706745600.5}
      1:45: error: Book.published must be a date, but is 1706745600.5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "published": true}
      1:45: error: Book.published must be a date, but is true. [type.wrong]
    Book {"isbn": "1000", "title": "T", "published": {"year": 2024}}
      1:45: error: Book.published must be a date, but is an object. [type.wrong]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01"}
      1:40: error: Book.seen must be a date with a time zone, but is "2024-02-01". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01T10:00:00"}
      1:40: error: Book.seen must be a date with a time zone, but is "2024-02-01T10:00:00".
          [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01T10:00:00[Europe/Berlin]"}
      1:40: error: Book.seen must be a date with a time zone, but is
          "2024-02-01T10:00:00[Europe/Berlin]". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01T10:00:00+01:00[Europe/Berln]"}
      1:40: error: Book.seen must be a date with a time zone, but is
          "2024-02-01T10:00:00+01:00[Europe/Berln]". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01T10:00:00+01:00[]"}
      1:40: error: Book.seen must be a date with a time zone, but is "2024-02-01T10:00:00+01:00[]".
          [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "2024-02-01T10:00:00+01:00[../../etc/passwd]"}
      1:40: error: Book.seen must be a date with a time zone, but is
          "2024-02-01T10:00:00+01:00[../../etc/passwd]". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen":
        "2024-02-01T10:00:00+01:00[Europe/Berlin][u-ca=iso8601]"}
      1:40: error: Book.seen must be a date with a time zone, but is
          "2024-02-01T10:00:00+01:00[Europe/Berlin][u-ca=iso8601]". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "seen": "[Europe/Berlin]"}
      1:40: error: Book.seen must be a date such as 2026-11-21T08:30:00Z, but is "[Europe/Berlin]".
          [value.badDate]
    Book {"isbn": "1000", "title": "T", "seen": 5}
      1:40: error: Book.seen must be a date with a time zone, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "seen": []}
      1:40: error: Book.seen must be a date with a time zone, but is an array. [type.wrong]

    # data, uuid, url
    Book {"isbn": "1000", "title": "T", "cover": "AQI"}
      1:41: error: Book.cover must be data in Base64, but is "AQI". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "cover": "A*=="}
      1:41: error: Book.cover must be data in Base64, but is "A*==". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "cover": "AQ ID"}
      1:41: error: Book.cover must be data in Base64, but is "AQ ID". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "cover": "AQI=AQI="}
      1:41: error: Book.cover must be data in Base64, but is "AQI=AQI=". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "cover": "AQIDBAU="}
      1:41: error: Book.cover must have at most 4 bytes, but has 5. [length.tooLong]
    Book {"isbn": "1000", "title": "T", "cover": [1, 2]}
      1:41: error: Book.cover must be data in Base64, but is an array. [type.wrong]
    Book {"isbn": "1000", "title": "T", "code": "123"}
      1:40: error: Book.code must be a UUID, but is "123". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "code": "123e4567-e89b-12d3-a456-42661417400"}
      1:40: error: Book.code must be a UUID, but is "123e4567-e89b-12d3-a456-42661417400".
          [value.badFormat]
    Book {"isbn": "1000", "title": "T", "code": "123e4567-e89b-12d3-a456-42661417400g"}
      1:40: error: Book.code must be a UUID, but is "123e4567-e89b-12d3-a456-42661417400g".
          [value.badFormat]
    Book {"isbn": "1000", "title": "T", "code": "{123e4567-e89b-12d3-a456-426614174000}"}
      1:40: error: Book.code must be a UUID, but is "{123e4567-e89b-12d3-a456-426614174000}".
          [value.badFormat]
    Book {"isbn": "1000", "title": "T", "code": 7}
      1:40: error: Book.code must be a UUID, but is 7. [type.wrong]
    Book {"isbn": "1000", "title": "T", "url": ""}
      1:39: error: Book.page must be a URL, but is "". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "url": "http://a b"}
      1:39: error: Book.page must be a URL, but is "http://a b". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "url": "http://[::1"}
      1:39: error: Book.page must be a URL, but is "http://[::1". [value.badFormat]
    Book {"isbn": "1000", "title": "T", "url": 5}
      1:39: error: Book.page must be a URL, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "page": "http://example.com"}
      1:32: error: Book.page is not a property of Book. Did you mean "url"? [key.unknown]

    # enums, transformables, composites
    Book {"isbn": "1000", "title": "T", "format": "vinyl"}
      1:42: error: Book.format must be one of "paper", "ebook", "audio", but is "vinyl".
          [type.notRepresentable]
    Book {"isbn": "1000", "title": "T", "format": "Paper"}
      1:42: error: Book.format must be one of "paper", "ebook", "audio", but is "Paper".
          [type.notRepresentable]
    Book {"isbn": "1000", "title": "T", "format": 1}
      1:42: error: Book.format must be text, but is 1. [type.wrong]
    Book {"isbn": "1000", "title": "T", "level": 2}
      1:41: error: Book.level must be a value of Level, but is 2. [type.notRepresentable]
    Book {"isbn": "1000", "title": "T", "level": 40000}
      1:41: error: Book.level must be a whole number from -32768 to 32767, but is 40000.
          [value.outOfRange]
    Book {"isbn": "1000", "title": "T", "level": 1.5}
      1:41: error: Book.level must be a whole number of 16 bits, but 1.5 cannot be represented
          exactly. [value.inexact]
    Book {"isbn": "1000", "title": "T", "level": "high"}
      1:41: error: Book.level must be a whole number of 16 bits, but is "high". [type.wrong]
    Book {"isbn": "1000", "title": "T", "colour": "red"}
      1:42: error: Book.colour must be a value of Colour, but is "red". [type.notRepresentable]
    Book {"isbn": "1000", "title": "T", "colour": 255}
      1:42: error: Book.colour must be text, but is 255. [type.wrong]
    Book {"isbn": "1000", "title": "T", "colour": {"red": 1}}
      1:42: error: Book.colour must be text, but is an object. [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": "Main Street 1"}
      1:43: error: Book.printer must be an object with named elements, but is "Main Street 1".
          [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": ["Main Street 1"]}
      1:43: error: Book.printer must be an object with named elements, but is an array. [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": {}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
    Book {"isbn": "1000", "title": "T", "printer": {"city": "Ulm"}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
    Book {"isbn": "1000", "title": "T", "printer": {"street": null, "city": "Ulm"}}
      1:54: error: Book.printer.street must have a value, but has none. [required]
    Book {"isbn": "1000", "title": "T", "printer": {"street": 5, "city": false}}
      1:54: error: Book.printer.street must be text, but is 5. [type.wrong]
      1:65: error: Book.printer.city must be text, but is false. [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "citty": "Ulm"}}
      1:59: error: Book.printer.citty is not a property of Book. Did you mean "city"? [key.unknown]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "street": "B"}}
      1:59: error: Book.printer.street must occur once, but occurs again. [key.duplicate]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "", "city": "U"}}
      1:54: error: Book.printer.street must have 1 to 50 characters, but has 0. [length.tooShort]
      1:66: error: Book.printer.city must have at least 2 characters, but has 1. [length.tooShort]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "position": {"latitude": "north",
        "longitude": 1}}}
      1:84: error: Book.printer.position.latitude must be a number, but is "north". [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "position": {"latitude": 1}}}
      1:71: error: Book.printer.position.longitude must have a value, but its key is missing.
          [value.missing]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "position": {"latitude": 91,
        "longitude": 181}}}
      1:84: error: Book.printer.position.latitude must be from -90 to 90, but is 91.
          [range.tooLarge]
      1:101: error: Book.printer.position.longitude must be from -180 to 180, but is 181.
          [range.tooLarge]
    Book {"isbn": "1000", "title": "T", "printer": {"stret": "A", "city": "U"}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
      1:44: error: Book.printer.stret is not a property of Book. Did you mean "street"?
          [key.unknown]
      1:66: error: Book.printer.city must have at least 2 characters, but has 1. [length.tooShort]
    Book {"isbn": "1000", "title": "T", "printer": {"city": "U"}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
      1:52: error: Book.printer.city must have at least 2 characters, but has 1. [length.tooShort]
    Book {"isbn": "1000", "title": "T", "printer": {"city": 5}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
      1:52: error: Book.printer.city must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "printer": {"city": 5, "street": null, "x": 1}}
      1:52: error: Book.printer.city must be text, but is 5. [type.wrong]
      1:65: error: Book.printer.street must have a value, but has none. [required]
      1:71: error: Book.printer.x is not a property of Book. [key.unknown]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "", "street": "B", "city": "U"}}
      1:58: error: Book.printer.street must occur once, but occurs again. [key.duplicate]
      1:81: error: Book.printer.city must have at least 2 characters, but has 1. [length.tooShort]
    Book {"isbn": "1000", "title": "T", "printer": {"position": {"latitude": 91, "lon": 1}}}
      1:43: error: Book.printer.street must have a value, but its key is missing. [value.missing]
      1:56: error: Book.printer.position.longitude must have a value, but its key is missing.
          [value.missing]
      1:69: error: Book.printer.position.latitude must be from -90 to 90, but is 91.
          [range.tooLarge]
      1:73: error: Book.printer.position.lon is not a property of Book. [key.unknown]
    Book {"isbn": "1000", "title": "T", "printer": {"street": "A", "position": 5}}
      1:71: error: Book.printer.position must be an object with named elements, but is 5.
          [type.wrong]
    """#)
}
