extension InvalidInput {
  /// Invalid JSON, and the positions of failures in valid JSON.
  static let inSyntax = table(
    #"""
    # documents
    Book
      1:1: error: A value is expected here, but the text ends. [syntax]
    Book ␠␠␊␠
      2:2: error: A value is expected here, but the text ends. [syntax]
    Book {
      1:2: error: A key in quotation marks or “}” is expected here, but the text ends. [syntax]
    Book [
      1:2: error: A value or “]” is expected here, but the text ends. [syntax]
    Book {"isbn": "1000", "title": "T"
      1:30: error: A comma or “}” is expected here, but the text ends. [syntax]
    Book [{"isbn": "1000", "title": "T"}
      1:32: error: A comma or “]” is expected here, but the text ends. [syntax]
    Book [{"isbn": "1000", "title": "T"},]
      1:32: error: A comma must be followed by another value or key, but this one is not. Remove it.
          [syntax]
    Book [{"isbn": "1000", "title": "T",}]
      1:31: error: A comma must be followed by another value or key, but this one is not. Remove it.
          [syntax]
    Book {"isbn": "1000" "title": "T"}
      1:17: error: A comma or “}” is expected here, but the text has “"”. [syntax]
    Book {"isbn" "1000"}
      1:9: error: A colon is expected here, but the text has “"”. [syntax]
    Book {isbn: "1000"}
      1:2: error: A key in quotation marks or “}” is expected here, but the text has “i”. [syntax]
    Book {'isbn': '1000'}
      1:2: error: A key in quotation marks or “}” is expected here, but the text has “'”. Strings
          have double quotation marks. [syntax]
    Book {"isbn": 1000L}
      1:10: error: Book.isbn must be text, but is 1000. [type.wrong]
      1:14: error: A comma or “}” is expected here, but the text has “L”. [syntax]
    Book {"isbn": "1000", "title": "T"}}
      1:31: error: The end of the text is expected here, but the text has “}”. [syntax]
    Book {"isbn": "1000", "title": "T"} {"isbn": "1001", "title": "U"}
      1:32: error: The end of the text is expected here, but the text has “{”. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 007}
      1:41: error: A number must not start with 0 unless a point follows, but this one does. Remove
          the 0, or write a string. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": +7}
      1:41: error: A value is expected here, but the text has “+”. Write a positive number without a
          sign. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": .5}
      1:41: error: A value is expected here, but the text has “.”. Write 0 before the point. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 5.}
      1:41: error: The point of a number must be followed by a digit, but is not. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 5e}
      1:41: error: The exponent of a number must have a digit, but has none. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": -}
      1:41: error: A minus sign must be followed by a digit, but is not. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 0x1F}
      1:42: error: A comma or “}” is expected here, but the text has “x”. [syntax]
    Book {"isbn": "1000", "title": "T", "rating": NaN}
      1:42: error: A value is expected here, but the text has the word “NaN”. JSON numbers are
          finite: write null or leave the value out. [syntax]
    Book {"isbn": "1000", "title": "T", "rating": Infinity}
      1:42: error: A value is expected here, but the text has the word “Infinity”. JSON numbers are
          finite: write null or leave the value out. [syntax]
    Book {"isbn": "1000", "title": "T", "inPrint": True}
      1:43: error: A value is expected here, but the text has the word “True”. Write true. [syntax]
    Book {"isbn": "1000", "title": "T", "inPrint": tru}
      1:43: error: A value is expected here, but the text has the word “tru”. [syntax]
    Book {"isbn": "1000", "title": "T", "inPrint": undefined}
      1:43: error: A value is expected here, but the text has the word “undefined”. Write null.
          [syntax]
    Book {"isbn": "1000", "title": "T␊"}
      1:29: error: A string must not contain control characters, but has a line break here. Write
          \n. [syntax]
    Book {"isbn": "1000", "title": "T␉"}
      1:29: error: A string must not contain control characters, but has a tab here. Write \t.
          [syntax]
    Book {"isbn": "1000", "title": "T
      1:27: error: The string that starts here must end with a quotation mark, but does not.
          [syntax]
    Book {"isbn": "1000", "title": "T\q"}
      1:29: error: A backslash must be followed by one of " \ / b f n r t u, but is followed by “q”.
          Write \\ for a backslash. [syntax]
    Book {"isbn": "1000", "title": "T\u12"}
      1:29: error: The escape \u must have four hexadecimal digits, but has fewer. [syntax]
    Book {"isbn": "1000", "title": "T\ud800"}
      1:29: error: The escape \uD800 must be one half of a surrogate pair, but the other half is
          missing. [syntax]
    Book {"isbn": "1000", "title": "T", // comment␊ "pages": 3}
      1:32: error: A key in quotation marks is expected here, but the text has “/”. JSON has no
          comments. [syntax]
    Book /* comment */ {"isbn": "1000", "title": "T"}
      1:1: error: A value is expected here, but the text has “/”. JSON has no comments. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 3,}
      1:42: error: A comma must be followed by another value or key, but this one is not. Remove it.
          [syntax]
    Book {"isbn": "1000", "title": "T", , "pages": 3}
      1:32: error: A key in quotation marks is expected here, but the text has “,”. [syntax]
    Book {"isbn": "1000", "title": "T", "pages": 3]
      1:42: error: A comma or “}” is expected here, but the text has “]”. [syntax]
    Book {"isbn"; "1000"}
      1:8: error: A colon is expected here, but the text has “;”. [syntax]
    Book {"isbn": = "1000"}
      1:10: error: A value is expected here, but the text has “=”. [syntax]
    Book ␀
      1:1: error: The text must be JSON, but has a NUL byte here. [syntax]
    Book <books/>
      1:1: error: A value is expected here, but the text has “<”. [syntax]
    Book isbn,title␊1000,T
      1:1: error: A value is expected here, but the text has the word “isbn”. [syntax]

    # broken syntax after mistakes, and what it hides
    Book [{"isbn": "1", "title": "T"}, {"isbn": "1000", "title": "T", "author": "Nobody"}, {"isbn":
        "1001", "ti
      1:11: error: Book.isbn must match the pattern "[0-9]{4}", but is "1". [pattern]
      1:100: error: The string that starts here must end with a quotation mark, but does not.
          [syntax]
    Book [{"isbn": "1000", "title": 5}, {"isbn": "1001", "pages": "x", "title": nope}]
      1:28: error: Book.title must be text, but is 5. [type.wrong]
      1:58: error: Book.pages must be a whole number, but is "x". [type.wrong]
      1:72: error: A value is expected here, but the text has the word “nope”. [syntax]
    Loan [{"days": 3, "reader": {"name": "Ann"}}, {"days": 3}, {"da
      1:56: error: The string that starts here must end with a quotation mark, but does not.
          [syntax]
    Book {"isbn": "1000", "title": "T", "chapters": [{"title": "One"}, {"title": "Two"
      1:78: error: A comma or “}” is expected here, but the text ends. [syntax]

    # lines
    Book lines {"isbn": "1000", "title": "T"}␊{"isbn": "1001", "title": 5}␊{"isbn": "1002", "title":
        "V"}
      2:27: error: Book.title must be text, but is 5. [type.wrong]
    Book lines {"isbn": "1000", "title": "T"␊{"isbn": "1001"}␊
      1:30: error: A comma or “}” is expected here, but the line ends. [syntax]
      2:1: error: Book.title must have a value, but its key is missing. [value.missing]
    Book lines {"isbn": "1000", "title": "T"}}␊[1]␊5␊␊null␊{"isbn": "1001", "title": "U"}
      1:31: error: The end of the text is expected here, but the text has “}”. [syntax]
      2:1: error: Book must be an object, but is an array. [type.structure]
      3:1: error: Book must be an object, but is a number. [type.structure]
      5:1: error: Book must be an object, but is null. [type.structure]
    Book lines {"isbn": "1000",␊"title": "T"}
      1:17: error: A key in quotation marks is expected here, but the line ends. [syntax]
      2:1: error: Book must be an object, but is text. [type.structure]
      2:8: error: The end of the text is expected here, but the text has “:”. [syntax]
    Book lines {"isbn": "1000", "title": "T␊{"isbn": "1000", "title": "T"}␊{"isbn": "1000", "title":
        "U"}
      1:27: error: The string that starts here must end with a quotation mark, but does not.
          [syntax]
      2:10: error: Book.isbn must identify one Book, but Book 1000 (<input>:1:1) has "1000", too.
          [identity.duplicate]
      3:10: error: Book.isbn must identify one Book, but Book 1000 (<input>:1:1) has "1000", too.
          [identity.duplicate]
    Book lines {"isbn": "1000", "title": "T", "author": {"nmae": "Ann"}}␍␊{"isbn": "1001", "title":
        "U", "pages": [1, {"a": 2}]}␍␊
      1:42: error: Author.name must have a value, but its key is missing. [value.missing]
      1:43: error: Author.nmae is not a property of Author. Did you mean "name"? [key.unknown]
      2:41: error: Book.pages must be a whole number, but is an array. [type.wrong]
    * lines {"Author": [{"name": ""}]}␊{"Bok": []}␊{"Author": {"name": ""}}
      1:22: error: Author.name must have 1 to 20 characters, but has 0. [length.tooShort]
      2:2: error: "Bok" is not an entity of the model. Did you mean "Book"? [entity.unknown]
      3:21: error: Author.name must identify one Author, but Author "" (<input>:1:13) has "", too.
          [identity.duplicate]
    Medium lines {"id": 1␊{"@entity": "Song", "id": 1}
      1:9: error: A comma or “}” is expected here, but the line ends. [syntax]
    Medium lines {"@entity": "Song", "id": 1␊{"@entity": "Song", "id": "1"}
      1:28: error: A comma or “}” is expected here, but the line ends. [syntax]
      2:27: error: Song.id must be a whole number, but is "1". [type.wrong]

    # places
    Book ␢{"isbn": "1000", "title": 5}
      1:27: error: Book.title must be text, but is 5. [type.wrong]
    Book {"isbn": "1000",␍␊  "title": 5,␍␊␉"pages": "x"}
      2:12: error: Book.title must be text, but is 5. [type.wrong]
      3:11: error: Book.pages must be a whole number, but is "x". [type.wrong]
    Book {"isbn": "1000",␍ "title": 5}
      2:11: error: Book.title must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "mood": "äöü 😀 日本", "title": 5}
      1:47: error: Book.title must be text, but is 5. [type.wrong]
    Book {"isbn": "1000", "mood": "e\u0301é", "title": 5}
      1:47: error: Book.title must be text, but is 5. [type.wrong]
    Book [␊␊␊  {"isbn": "1000", "title":␊␊    5}]
      6:5: error: Book.title must be text, but is 5. [type.wrong]
    Author [{"name": "Ann", "books": [{"isbn": "1000", "title": "T", "chapters": [{"title": "a"},
        {"title": "b"}, {"title": 3}]}]}]
      1:114: error: Chapter.title must be text, but is 3. [type.wrong]
    """#)
}
