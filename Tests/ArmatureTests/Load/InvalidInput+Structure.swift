extension InvalidInput {
  /// Data with another structure than the model: keys, entities, references.
  static let inStructure = table(
    #"""
    # shapes
    Book 5
      1:1: error: Book must be an object, but is a number. [type.structure]
    Book "Dune"
      1:1: error: Book must be an object, but is text. [type.structure]
    Book null
      1:1: error: Book must be an object, but is null. [type.structure]
    Book true
      1:1: error: Book must be an object, but is true or false. [type.structure]
    Book [1, "a", null, [], {}]
      1:2: error: Book must be an object, but is a number. [type.structure]
      1:5: error: Book must be an object, but is text. [type.structure]
      1:10: error: Book must be an object, but is null. [type.structure]
      1:16: error: Book must be an object, but is an array. [type.structure]
      1:20: error: Book.isbn must have a value, but its key is missing. [value.missing]
      1:20: error: Book.title must have a value, but its key is missing. [value.missing]
    Book [[{"isbn": "1000", "title": "T"}]]
      1:2: error: Book must be an object, but is an array. [type.structure]
    * []
      1:1: error: The input must be an object with the records of each entity, but is an array.
          Name the entity of its records: .text(json, as: "Book"), .file(path, as: "Book").
          [type.structure]
    * 7
      1:1: error: The input must be an object, but is a number. [type.structure]
    * null
      1:1: error: The input must be an object, but is null. [type.structure]
    * "Book"
      1:1: error: The input must be an object, but is text. [type.structure]
    * {"Book": 5}
      1:10: error: Book must be an array, but is a number. [type.structure]
    * {"Book": "1000"}
      1:10: error: Book must be an array, but is text. [type.structure]
    * {"Book": null}
      1:10: error: Book must be an array, but is null. [type.structure]
    * {"Book": [5]}
      1:11: error: Book must be an object, but is a number. [type.structure]
    * {"Bok": []}
      1:2: error: "Bok" is not an entity of the model. Did you mean "Book"? [entity.unknown]
    * {"Boook": [], "Author": []}
      1:2: error: "Boook" is not an entity of the model. Did you mean "Book"? [entity.unknown]
    * {"Tag": []}
      1:2: error: "Tag" is not an entity of the model. Did you mean "tags"? [entity.unknown]
    * {"books": []}
      1:2: error: "books" is not an entity of the model. Did you mean "Book"? [entity.unknown]
    * {"Author": [], "Author": [{"name": "Ann"}]}
      1:16: error: Author must occur once, but occurs again. [key.duplicate]
    * {"": []}
      1:2: error: "" is not an entity of the model. [entity.unknown]
    * {"Medium": [{"id": 1}]}
      1:13: error: Medium must be an object of a sub-entity of Medium, but is an object of
          Medium itself. Name the sub-entity in the record, with "@entity". [entity.abstract]
    * {"Medium": {"id": 1}}
      1:12: error: Medium must be an object of a sub-entity of Medium, but is an object of
          Medium itself. Name the sub-entity in the record, with "@entity". [entity.abstract]

    # keys
    Book {"isbn": "1000", "title": "T", "titel": "U"}
      1:32: error: Book.titel is not a property of Book. Did you mean "title"? [key.unknown]
    Book {"isbn": "1000", "title": "T", "Pages": 5}
      1:32: error: Book.Pages is not a property of Book. Did you mean "pages"? [key.unknown]
    Book {"isbn": "1000", "title": "T", "publisher": "Chilton"}
      1:32: error: Book.publisher is not a property of Book. Did you mean "published"? [key.unknown]
    Book {"isbn": "1000", "title": "T", "": 1}
      1:32: error: Book."" is not a property of Book. [key.unknown]
    Book {"isbn": "1000", "title": "T", "a key\nwith a break": 1}
      1:32: error: Book."a key\nwith a break" is not a property of Book. [key.unknown]
    Book {"isbn": "1000", "title": "T", "\u001b[31m": 1}
      1:32: error: Book."\u{1B}[31m" is not a property of Book. [key.unknown]
    Book {"isbn": "1000", "title": "T", "title": "U"}
      1:32: error: Book.title must occur once, but occurs again. [key.duplicate]
    Book {"isbn": "1000", "title": "T", "t\u0069tle": "U"}
      1:32: error: Book.title must occur once, but occurs again. [key.duplicate]
    Book {"isbn": "1000", "title": "T", "title": "U", "title": 5, "isbn": 1}
      1:32: error: Book.title must occur once, but occurs again. [key.duplicate]
      1:46: error: Book.title must occur once, but occurs again. [key.duplicate]
      1:58: error: Book.isbn must occur once, but occurs again. [key.duplicate]
    Book {"isbn": "1000", "title": "T", "memo": "secret"}
      1:40: error: Book.memo is transient and must not be set from data. Remove the key, or
          name it in LoadOptions(ignoring:). [key.notAllowed]
    Book {"isbn": "1000", "title": "T", "@entity": "Book"}
      1:32: error: Book."@entity" is not a property of Book. [key.unknown]
    Author {"nmae": "Ann"}
      1:1: error: Author.name must have a value, but its key is missing. [value.missing]
      1:2: error: Author.nmae is not a property of Author. Did you mean "name"? [key.unknown]
    Author {"name": "Ann", "book": []}
      1:17: error: Author.book is not a property of Author. Did you mean "books"? [key.unknown]
    Chapter {"title": "T", "books": null}
      1:16: error: Chapter.books is not a property of Chapter. Did you mean "book"? [key.unknown]

    # sub-entities
    Medium {"id": 1}
      1:1: error: Medium must be an object of a sub-entity of Medium, but is an object of
          Medium itself. Name the sub-entity in the record, with "@entity". [entity.abstract]
    Medium {"@entity": "Medium", "id": 1}
      1:13: error: Medium must be an object of a sub-entity of Medium, but is an object of
          Medium itself. Name the sub-entity in the record, with "@entity". [entity.abstract]
    Medium {"@entity": "Flim", "id": 1, "minutes": 90}
      1:13: error: "Flim" is not an entity of the model. Did you mean "Film"? [entity.unknown]
    Medium {"@entity": "Book", "id": 1}
      1:13: error: Medium."@entity" must be one of "Film", "Song", but is "Book". [membership]
    Medium {"@entity": 5, "id": 1}
      1:13: error: Medium."@entity" must be text, but is a number. [type.wrong]
    Medium {"@entity": null, "id": 1}
      1:13: error: Medium."@entity" must be text, but is null. [type.wrong]
    Medium {"@entity": "Film", "id": 1, "minutes": 90, "@entity": "Song"}
      1:45: error: Film."@entity" must occur once, but occurs again. [key.duplicate]
    Film {"@entity": "Song", "id": 1, "minutes": 90}
      1:13: error: Film."@entity" must be "Film", but is "Song". [membership]
    Film {"@entity": ["Film"], "id": 1, "minutes": 90}
      1:13: error: Film."@entity" must be text, but is an array. [type.wrong]
    Medium {"@entity": "Song", "id": 1, "minutes": 90}
      1:30: error: Song.minutes is not a property of Song. [key.unknown]
    Medium [{"@entity": "Film", "id": 1}, 5, {"@entity": "Song"}]
      1:2: error: Film.minutes must have a value, but its key is missing. [value.missing]
      1:32: error: Medium must be an object, but is a number. [type.structure]
      1:35: error: Song.id must have a value, but its key is missing. [value.missing]

    # relationships: shapes
    Book {"isbn": "1000", "title": "T", "author": []}
      1:42: error: Book.author must be a reference to Author, but is an array. [type.structure]
    Book {"isbn": "1000", "title": "T", "author": ["Ann"]}
      1:42: error: Book.author must be a reference to Author, but is an array. [type.structure]
    Book {"isbn": "1000", "title": "T", "author": 5}
      1:42: error: Book.author must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "author": true}
      1:42: error: Book.author must be text, but is true. [type.wrong]
    Book {"isbn": "1000", "title": "T", "tags": "fantasy"}
      1:40: error: Book.tags must be an array of references to Tag, but is text. [type.structure]
    Book {"isbn": "1000", "title": "T", "tags": {"name": "fantasy"}}
      1:40: error: Book.tags must be an array of references to Tag, but is an object.
          [type.structure]
    Book {"isbn": "1000", "title": "T", "tags": [null]}
      1:41: error: Book.tags must be a reference to Tag, but is null. [type.structure]
    Book {"isbn": "1000", "title": "T", "tags": [["a"]]}
      1:41: error: Book.tags must be a reference to Tag, but is an array. [type.structure]
    Book {"isbn": "1000", "title": "T", "tags": [5]}
      1:41: error: Book.tags must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "title": "T", "chapters": ["One"]}
      1:45: error: Book.chapters must be an object, since no single attribute of Chapter is
          identifying(), but is text. [type.structure]
    Book {"isbn": "1000", "title": "T", "chapters": [{"title": 1}, {"name": "Two"}]}
      1:55: error: Chapter.title must be text, but is 1. [type.wrong]
      1:59: error: Chapter.title must have a value, but its key is missing. [value.missing]
      1:60: error: Chapter.name is not a property of Chapter. [key.unknown]
    Author {"name": "Ann", "passport": "7"}
      1:29: error: Author.passport must be a whole number, but is "7". [type.wrong]
    Author {"name": "Ann", "passport": 7.5}
      1:29: error: Author.passport must be a whole number, but 7.5 cannot be represented exactly.
          [value.inexact]
    Medium {"@entity": "Song", "id": 1, "sequel": {"id": 2}}
      1:40: error: Medium must be an object of a sub-entity of Medium, but is an object of
          Medium itself. Name the sub-entity in the record, with "@entity". [entity.abstract]
    Medium {"@entity": "Song", "id": 1, "sequel": {"@entity": "Film", "id": 2}}
      1:40: error: Film.minutes must have a value, but its key is missing. [value.missing]

    # relationships: references
    Book {"isbn": "1000", "title": "T", "author": "Nobody"}
      1:42: error: Book.author refers to the Author "Nobody", which does not exist.
          [reference.broken]
    * {"Author": [{"name": "Frank Herbert"}], "Book": [{"isbn": "1000", "title": "T", "author":
        "Frank Herbrt"}]}
      1:91: error: Book.author refers to the Author "Frank Herbrt", which does not exist. Did you
          mean "Frank Herbert"? [reference.broken]
    Book {"isbn": "1000", "title": "T", "tags": ["a", "b"]}
      1:41: error: Book.tags refers to the Tag "a", which does not exist. [reference.broken]
      1:46: error: Book.tags refers to the Tag "b", which does not exist. [reference.broken]
    * {"tags": [{"name": "a"}], "Book": [{"isbn": "1000", "title": "T", "tags": ["a", "b", "c"]}]}
      1:81: error: Book.tags refers to the Tag "b", which does not exist. [reference.broken]
      1:86: error: Book.tags refers to the Tag "c", which does not exist. [reference.broken]
    Author {"name": "Ann", "passport": 7}
      1:29: error: Author.passport refers to the Passport 7, which does not exist.
          [reference.broken]
    Loan {"days": 3, "reader": "Nobody", "books": ["1000"]}
      1:23: error: Loan.reader refers to the Author "Nobody", which does not exist.
          [reference.broken]
      1:43: error: Loan.books refers to the Book "1000", which does not exist. [reference.broken]
    * {"Song": {"id": 1, "sequel": 2}, "Film": {"id": 3, "minutes": 1, "prequel": 4}}
      1:30: error: Song.sequel refers to the Medium 2, which does not exist. [reference.broken]
      1:77: error: Film.prequel refers to the Medium 4, which does not exist. [reference.broken]

    # contradictions
    * {"Passport": {"number": 7}, "Author": [{"name": "Ann", "passport": 7}, {"name": "Bea",
        "passport": 7}]}
      1:100: error: Author.passport must link Passport 7 to one Author,
          but the data links it to several: Author "Ann", Author "Bea". [reference.contradictory]
    * {"Book": [{"isbn": "1000", "title": "T", "author": "Ann"}], "Author": [{"name": "Ann"},
        {"name": "Bea", "books": ["1000"]}]}
      1:115: error: Author.books must link Book 1000 to one Author,
          but the data links it to several: Author "Ann", Author "Bea". [reference.contradictory]
    * {"Author": [{"name": "Ann", "books": ["1000"]}, {"name": "Bea"}], "Book": [{"isbn": "1000",
        "title": "T", "author": "Bea"}]}
      1:117: error: Book.author must link Book 1000 to one Author,
          but the data links it to several: Author "Ann", Author "Bea". [reference.contradictory]
    * {"Author": [{"name": "Ann", "books": ["1000"]}, {"name": "Bea", "books": ["1000"]}], "Book":
        [{"isbn": "1000", "title": "T"}]}
      1:75: error: Author.books must link Book 1000 to one Author,
          but the data links it to several: Author "Ann", Author "Bea". [reference.contradictory]
    Author {"name": "Ann", "books": [{"isbn": "1000", "title": "T", "author": "Ann"}, {"isbn":
        "1001", "title": "U", "author": {"name": "Bea"}}]}
      1:76: error: Author.books must link Book 1001 to one Author,
          but the data links it to several: Author "Bea", Author "Ann". [reference.contradictory]
    """#)
}
