import Armature

extension FailureCase {
  static let data: [FailureCase] = [
    FailureCase(
      #"Book.tilte is not a property of Book. Did you mean "title"?"#, "key.unknown", 1550,
      .unknownKey(suggestion: "title"), at: ["tilte"]),
    FailureCase(
      #"Book."two\nlines" is not a property of Book."#, "key.unknown", 1550,
      .unknownKey(suggestion: nil), at: ["two\nlines"]),
    FailureCase(
      "Book.age must not be set from this data.", "key.notAllowed", 1550,
      .keyNotAllowed(), at: ["age"], value: 12),
    FailureCase(
      "Book.age is derived from other values and must not be set from data.",
      "key.notAllowed", 1550, .keyNotAllowed(.derived), at: ["age"], value: 12),
    FailureCase(
      "Book.age is transient and must not be set from data. Remove the key, or name it in "
        + "LoadOptions(ignoring:).", "key.notAllowed", 1550, .keyNotAllowed(.transient), at: ["age"]
    ),
    FailureCase(
      #"Book.title must have a value, but its key "Title" is missing."#, "value.missing", 1570,
      .missingValue(key: "Title"), at: ["title"]),
    FailureCase(
      #"Book.place must be an object, since no single attribute of Place is identifying(), but is "x"."#,
      "type.structure", 1550, .wrongStructure(expected: .record(entity: "Place"), found: "text"),
      at: ["place"], value: "x"),
    FailureCase(
      "Book.place must lead to an object that is written, too, since nothing identifies a Place. "
        + "Declare an attribute with identifying(), or write all entities with json().",
      "type.structure", 1550,
      .wrongStructure(expected: .writtenObject(entity: "Place"), found: "object"), at: ["place"]),
    FailureCase(
      "Book.place must have text in CSV, but has none. Nothing identifies a Place: declare an "
        + "attribute with identifying(), or write all entities with json().",
      "type.structure", 1550,
      .wrongStructure(expected: .referenceInCell(entity: "Place"), found: "object"), at: ["place"]),
    FailureCase(
      "Book.title must occur once, but occurs again.", "key.duplicate", 1550,
      .duplicateKey, at: ["title"]),
    FailureCase(
      "books must occur once, but occurs again.", "key.duplicate", 1550, .duplicateKey,
      entity: "", at: ["books"]),
    FailureCase(
      #""bokos" is not an entity of the model. Did you mean "books"?"#, "entity.unknown", 1550,
      .unknownEntity(name: "bokos", suggestion: "books"), entity: ""),
    FailureCase(
      #""x\u{1B}[31m" is not an entity of the model."#, "entity.unknown", 1550,
      .unknownEntity(name: "x\u{1B}[31m", suggestion: nil), entity: ""),
    FailureCase(
      "Medium must be an object of a sub-entity of Medium, but is an object of Medium itself. "
        + "Name the sub-entity in the record, with \"@entity\".",
      "entity.abstract", 1550, .abstractEntity, entity: "Medium"),
    FailureCase(
      "Medium must be an object of one of 2 sub-entities, but fits none: Book.title must have a value, but its key is "
        + "missing; or Song.titel is not a property of Song; ….",
      "entity.none", 1550,
      .noEntity([
        ValidationFailure.Candidate(
          entity: "Book",
          failures: [ValidationFailure(entity: "Book", keyPath: ["title"], .missingValue())]),
        ValidationFailure.Candidate(
          entity: "Song",
          failures: [
            ValidationFailure(entity: "Song", keyPath: ["titel"], .unknownKey(suggestion: nil))
          ], count: 7),
      ]), entity: "Medium"),
    FailureCase(
      "Book.parts must be nested in at most 512 arrays and objects, but is deeper. Write its objects on their own.",
      "type.structure", 1550, .wrongStructure(expected: .nestedObject(limit: 512), found: "object"),
      at: ["parts"]),
    FailureCase(
      "Book.parts must be an object with a record of Part for each key, but is an array.",
      "type.structure", 1550,
      .wrongStructure(expected: .keyedRecords(entity: "Part"), found: "array"), at: ["parts"]),
    FailureCase(
      "Book.title must have a value, but its key is missing.", "value.missing", 1570,
      .missingValue(), at: ["title"]),
    FailureCase(
      "Book.pages must be a whole number from -32768 to 32767, but is 40000.",
      "value.outOfRange", 1610, .outOfRange(.int16), at: ["pages"], value: 40_000),
    FailureCase(
      "Book.pages must be a whole number from -9223372036854775808 to 9223372036854775807, "
        + "but is -1e400.", "value.outOfRange", 1620, .outOfRange(.int64, text: "-1e400"),
      at: ["pages"]),
    FailureCase(
      "Book.rating must be a number, but 1e400 is out of range.", "value.outOfRange",
      1610, .outOfRange(.double, text: "1e400"), at: ["rating"]),
    FailureCase(
      "Book.pages must be a whole number, but 1.5 cannot be represented exactly.",
      "value.inexact", 1550, .inexact(.int64), at: ["pages"], value: 1.5),
    FailureCase(
      "Book.price must be a decimal number, but 0.\(String(repeating: "1", count: 58))… "
        + "cannot be represented exactly.", "value.inexact", 1550,
      .inexact(.decimal, text: "0." + String(repeating: "1", count: 1_000_000)), at: ["price"]),
    FailureCase(
      #"Book.added must be a date such as 2026-11-21T08:30:00Z, but is "soon"."#,
      "value.badDate", 1650, .badDate, at: ["added"], value: "soon"),
    FailureCase(
      #"Book.id must be a UUID, but is "12"."#, "value.badFormat", 1550, .badFormat(.uuid),
      at: ["id"], value: "12"),
    FailureCase(
      #"Book.link must be a URL, but is "http://["."#, "value.badFormat", 1690,
      .badFormat(.url), at: ["link"], value: "http://["),
    FailureCase(
      #"Loan.edition refers to the Edition "978", which does not exist."#, "reference.broken",
      133_000, .brokenReference(entity: "Edition", identifier: "978"), entity: "Loan",
      at: ["edition"]),
    FailureCase(
      #"Book.authors[1] refers to the Author "Jane Austin", which does not exist. "#
        + #"Did you mean "Jane Austen"?"#, "reference.broken", 133_000,
      .brokenReference(
        entity: "Author", identifier: "Jane Austin", suggestion: "Jane Austen"),
      at: ["authors[1]"]),
    FailureCase(
      "Loan.edition must refer to one Edition, but 7 identifies 2.", "reference.ambiguous",
      133_000, .ambiguousReference(entity: "Edition", identifier: 7, count: 2), entity: "Loan",
      at: ["edition"]),
    FailureCase(
      #"Book.authors[1] refers to the Author "Jane", which was left out because it is invalid."#,
      "reference.leftOut", 133_000, .leftOutReference(entity: "Author", identifier: "Jane"),
      at: ["authors[1]"]),
    FailureCase(
      "Book was left out because it is invalid, together with 2 valid records inside it.",
      "record.leftOut", 1550, .leftOutRecords(count: 2)),
    FailureCase(
      "Book was left out because it is invalid, together with 1 valid record inside it.",
      "record.leftOut", 1550, .leftOutRecords(count: 1)),
    FailureCase(
      #"Book.author must link Book (a.json:3:5) to one Author, but the data links it to several: "#
        + #"Author "Ann", Author "Bea"."#,
      "reference.contradictory", 133_000,
      .contradictoryReference(
        of: ValidationFailure.Object(
          entity: "Book", source: InputPosition(file: "a.json", line: 3, column: 5)),
        to: [
          ValidationFailure.Object(
            entity: "Author", label: "Ann",
            source: InputPosition(file: "a.json", line: 7, column: 1)),
          ValidationFailure.Object(entity: "Author", label: "Bea"),
        ]), at: ["author"]),
    FailureCase(
      #"Book.id must identify one Book, but Book "dune" (a.json:3:5) has "dune", too."#,
      "identity.duplicate", 133_021,
      .duplicateIdentity(
        of: ValidationFailure.Object(
          entity: "Book", label: "dune",
          source: InputPosition(file: "a.json", line: 3, column: 5))), at: ["id"],
      value: "dune"),
    FailureCase(
      #"Book.id must identify one Book, but Book "dune", which is already stored, has "dune", too."#,
      "identity.duplicate", 133_021,
      .duplicateIdentity(
        of: ValidationFailure.Object(
          entity: "Book", id: ManagedObjectID(entityName: "Book", key: 7, storeID: .none),
          label: "dune")), at: ["id"], value: "dune"),
    FailureCase(
      "Book must have an identity, by which a later load finds its object, but several "
        + "attributes of Book are identifying(): id, isbn. Keep one of them.",
      "identity.missing", 1550, .missingIdentity(identifying: ["id", "isbn"])),
    FailureCase(
      "Book must have an identity, by which a later load finds its object, but no attribute of "
        + "Book is "
        + "identifying().",
      "identity.missing", 1550, .missingIdentity(identifying: [])),
    FailureCase(
      "Book must have an identity, by which a later load finds its object, but no attribute of "
        + "Book is identifying(). Make a unique attribute identifying(): isbn.",
      "identity.missing", 1550, .missingIdentity(identifying: [], unique: ["isbn"])),
    FailureCase(
      "A value is expected here, but the text ends.", "syntax", 1550,
      .syntax("A value is expected here, but the text ends."), entity: ""),
    FailureCase(
      "At most 100 failures are listed, but the data has 20 more. The first of them is here.",
      "report.limit", 1550, .unlisted(listed: 100, more: 20), entity: ""),
    FailureCase(
      "At most 1 failure is listed, but the data has 2 more. The first of them is here.",
      "report.limit", 1550, .unlisted(listed: 1, more: 2), entity: ""),
    FailureCase(
      "At most 100 failures are listed, but the data has 20 more, including unreadable text. "
        + "The first of them is here.",
      "report.limit", 1550, .unlisted(listed: 100, more: 20, isReadable: false), entity: ""),
    FailureCase(
      "At most 1 failure is listed, but the data has 2 more, including unreadable text. The "
        + "first of them is here.",
      "report.limit", 1550, .unlisted(listed: 1, more: 2, isReadable: false), entity: ""),
  ]

  static let graph: [FailureCase] = [
    FailureCase(
      "Author.books must be empty before the Author is deleted, but has 12.",
      "delete.denied", 1600, .deleteDenied(relationship: "books", count: 12),
      entity: "Author", label: "herbert", at: ["books"]),
    FailureCase(
      "Author.books must be empty before the Author is deleted, but has 3: "
        + #"Book "dune", Book 2, …."#, "delete.denied", 1600,
      .deleteDenied(
        relationship: "books", count: 3,
        first: [
          ValidationFailure.Object(entity: "Book", label: "dune"),
          ValidationFailure.Object(entity: "Book", label: "2"),
        ]), entity: "Author", label: "herbert", at: ["books"]),
    FailureCase(
      #"Book.author must refer to an object that exists, but Author "x" was deleted."#,
      "reference.dangling", 1550,
      .danglingReference(ValidationFailure.Object(entity: "Author", label: "x")),
      at: ["author"]),
    FailureCase(
      #"Chapter "one" must belong to an object by Book.chapters or Film.chapters, but belongs to none. Add it there, or"#
        + " delete it.",
      "owner", 1550, .wrongOwner(relationships: ["Book.chapters", "Film.chapters"]),
      entity: "Chapter", label: "one"),
    FailureCase(
      #"Chapter "one" must belong to one object only, but belongs to Book "dune", Film "dune"."#,
      "owner", 1550,
      .wrongOwner(
        relationships: ["Book.chapters", "Film.chapters"],
        owners: [
          ValidationFailure.Object(entity: "Book", label: "dune"),
          ValidationFailure.Object(entity: "Film", label: "dune"),
        ]), entity: "Chapter", label: "one"),
    FailureCase(
      #"Chapter "one" must not be a part of itself, but belongs to Chapter "two", which is a part of it."#,
      "owner", 1550,
      .wrongOwner(
        relationships: ["Book.chapters", "Chapter.chapters"],
        owners: [ValidationFailure.Object(entity: "Chapter", label: "two")]),
      entity: "Chapter", label: "one"),
    FailureCase(
      "Book.pages must be 3, since it is derived from other values, but is 2.", "value.derived",
      1550, .wrongDerivedValue(right: 3), at: ["pages"], value: 2),
    FailureCase(
      "Book.pages must be 3, since it is derived from other values, but has no value.",
      "value.derived", 1550, .wrongDerivedValue(right: 3), at: ["pages"]),
    FailureCase(
      "Book.pages must have no value, since it is derived from other values, but is 2.",
      "value.derived", 1550, .wrongDerivedValue(right: .null), at: ["pages"], value: 2),
    FailureCase(
      #"Book: the rule "is listed" must have its closure, but the model was decoded. Bind it "#
        + "again.", "rule.unbound", 1550, .unboundRule(name: "is listed")),
    FailureCase(
      #"Book.title: the rule "is listed" must hold, but threw an error: no list"#,
      "rule.threw", 1550, .threw(name: "is listed", error: "no list"), at: ["title"]),
    FailureCase(
      #"Book "dune" must not change while it is validated, but did. Change it in willSave."#,
      "object.changed", 1550, .changedDuringValidation, label: "dune"),
    FailureCase(
      #"Book "dune" must be in a context, but was deleted or reset."#,
      "object.invalidated", 1550, .invalidated(withContext: false), label: "dune"),
    FailureCase(
      #"Book "dune" must be in a context, but its context was released. Keep the context while "#
        + "its objects are in use.",
      "object.invalidated", 1550, .invalidated(withContext: true), label: "dune"),
    FailureCase(
      #"Book "dune" must stop deleting objects in prepareForDeletion, but still deleted more "#
        + "after 100 rounds.",
      "delete.unstable", 1550, .deletionUnstable(rounds: 100), label: "dune"),
    FailureCase(
      #"Book "dune" must stop deleting objects in prepareForDeletion, but still deleted more "#
        + "after 1 round.",
      "delete.unstable", 1550, .deletionUnstable(rounds: 1), label: "dune"),
  ]
}
