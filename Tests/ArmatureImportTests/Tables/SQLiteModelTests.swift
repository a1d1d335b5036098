import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct SQLiteModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the path of a database created by statements.
  private func database(_ statements: String...) throws -> String {
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return path
  }

  private func read(_ statements: String..., readsRows: Bool = false) throws -> SQLiteModel {
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return try SQLiteModel(contentsOf: path, readsRows: readsRows)
  }

  private func shown(_ entity: String, of found: SQLiteModel) throws -> [String] {
    try #require(found.model[entity]).properties.map { "\($0)" }
  }

  @Test(
    arguments: [
      ("INTEGER", .int64), ("VARCHAR(20)", .string), ("NVARCHAR(20)", .string), ("TEXT", .string),
      ("BLOB", .data), ("REAL", .double), ("DOUBLE PRECISION", .double),
      ("NUMERIC(10,2)", .decimal), ("BOOLEAN", .bool), ("DATETIME", .date), ("DATE", .calendarDate),
      ("UUID", .uuid), ("SMALLINT", .int64), ("TIME", .string), ("", .string), ("THING", .string),
    ] as [(String, AttributeType)])
  func `each declared type has one here`(declared: String, type: AttributeType) throws {
    let found = try read("CREATE TABLE cup (a \(declared) NOT NULL, b TEXT)")
    #expect(found.model.entities[0].attributes.first?.type == type)
    #expect(found.model.entities[0].attributes.map(\.isOptional) == [false, true])
    #expect(found.issues.isEmpty == !["", "THING"].contains(declared))
  }

  @Test func `tables become entities with keys, rules, defaults and indexes`() throws {
    let found = try read(
      """
      CREATE TABLE order_lines (
        "line no" TEXT PRIMARY KEY, unit_price NUMERIC(10,2) DEFAULT 1.5 CHECK (unit_price > 0 AND unit_price <= 100),
        pieces INTEGER NOT NULL DEFAULT (-1) CHECK (pieces BETWEEN -1 AND 9), note TEXT CHECK (length(note) < 5),
        kind TEXT DEFAULT 'a' CHECK (kind IN ('a', 'b''c')), made DATETIME DEFAULT CURRENT_TIMESTAMP,
        least INTEGER, most INTEGER, CHECK (least <= most), UNIQUE (kind, pieces))
      """, "CREATE INDEX byMost ON order_lines (most DESC, least)")
    let entity = try #require(found.model["OrderLines"])
    #expect(entity.key == "order_lines" && found.issues.isEmpty, "\(found.issues)")
    #expect(
      entity.attributes.map(\.description) == [
        "lineNo: String", "unitPrice: Decimal?, a value of at most 100",
        "pieces: Int, a value of -1 to 9", "note: String?, a length of at most 4",
        "kind: String?, one of \"a\", \"b'c\"", "made: Date?", "least: Int?", "most: Int?",
      ])
    #expect(entity.identifyingAttributes.map(\.name) == ["lineNo"])
    #expect(
      entity.attributes.map(\.defaultValue) == [
        nil, .constant(.decimal(1.5)), .constant(.int(-1)), nil, .constant(.string("a")), .now, nil,
        nil,
      ])
    #expect(entity.attributes.map(\.key).prefix(3) == ["line no", "unit_price", nil])
    #expect(entity.uniquenessConstraints.map(\.properties) == [["lineNo"], ["kind", "pieces"]])
    #expect(
      entity.indexes.map(\.elements) == [[.init("most", isAscending: false), .init("least")]])
    let context = ManagedObjectContext(model: found.model)
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text(#"{"line no": "1", "unit_price": 0, "least": 3, "most": 2}"#, as: "OrderLines"))
    }
    #expect(report?.errors.count == 2, "\(report.map { "\($0)" } ?? "")")
  }

  @Test func `foreign keys become relationships with inverses, and tables of pairs two`() throws {
    let found = try read(
      "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL)",
      """
      CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT,
        ArtistId INTEGER NOT NULL REFERENCES Artist ON DELETE CASCADE,
        ProducerId INTEGER REFERENCES Artist (ArtistId) ON DELETE SET NULL)
      """,
      "CREATE TABLE Sleeve (AlbumId INTEGER PRIMARY KEY REFERENCES Album, Photo BLOB)",
      "CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, ParentId INTEGER REFERENCES Track)",
      """
      CREATE TABLE AlbumTrack (AlbumId INTEGER REFERENCES Album, TrackId INTEGER REFERENCES Track, position INTEGER,
        PRIMARY KEY (AlbumId, TrackId))
      """)
    #expect(found.model.entities.map(\.name) == ["Artist", "Album", "Sleeve", "Track"])
    func link(_ entity: String, _ name: String) throws -> RelationshipDescription {
      try #require(found.model[entity]?.property(named: name)?.asRelationship, "\(entity).\(name)")
    }
    let artist = try link("Album", "artist")
    #expect(!artist.isOptional && artist.inverse == "albumByArtist")
    #expect(try link("Artist", "albumByArtist").deleteRule == .cascade)
    #expect(try link("Artist", "albumByProducer").deleteRule == .nullify)
    let sleeve = try link("Album", "sleeve")
    #expect(!sleeve.isToMany && sleeve.inverse == "album" && sleeve.deleteRule == .deny)
    #expect(try link("Track", "trackByParent").inverse == "parent")
    let tracks = try link("Album", "track")
    #expect(tracks.arity == .ordered && tracks.destination == "Track" && tracks.inverse == "album")
    // Row numbers are reported because an insertion must set them.
    #expect(
      found.issues.map(\.message) == [
        "Artist.ArtistId, Album.AlbumId and Track.TrackId are the numbers of the rows. SQLite "
          + "assigns one to a new row, but you must assign one to a new object. "
          + "--drop-row-numbers leaves them out.",
        "Album.track is in the order that position has in the table \"AlbumTrack\". The numbers themselves were left out.",
      ])
  }

  @Test func `what cannot be said is told`() throws {
    let found = try read(
      "CREATE TABLE cup (a TEXT COLLATE NOCASE, b INT AS (1 + 1), c TEXT DEFAULT (upper('x')), d INT UNIQUE CHECK (d % 2 = 0))",
      "CREATE VIEW cups AS SELECT a FROM cup",
      "CREATE TRIGGER t AFTER INSERT ON cup BEGIN SELECT 1; END",
      "CREATE UNIQUE INDEX some ON cup (a) WHERE d > 1",
      "CREATE TABLE lost (x INT REFERENCES gone)",
      "CREATE TABLE lid (n INT, cup_id INT DEFAULT 3 REFERENCES cup (d), other INT DEFAULT NULL REFERENCES cup (d))"
    )
    #expect(
      found.issues.map { "\($0.entity).\($0.property ?? "") \($0.code)" }.sorted() == [
        ". changedByImport", "Cup. changedByImport", "Cup. changedByImport", "Cup. keptAsUserInfo",
        "Cup.a changedByImport", "Cup.b changedByImport", "Cup.c keptAsUserInfo",
        "Lid.cup keptAsUserInfo", "Lost. changedByImport",
      ], "\(found.issues.map(\.message))")
    #expect(found.model["Cup"]?.userInfo == ["sqlite.check": "d % 2 = 0"])
    #expect(found.model["Lost"]?.attributes.map(\.name) == ["x"])
  }

  @Test func `rows become objects with their links, and nothing is changed`() throws {
    let path = try database(
      "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, born DATE, alive BOOLEAN)",
      "CREATE TABLE book (isbn TEXT PRIMARY KEY, price NUMERIC, made DATETIME, author_id INTEGER REFERENCES author, data BLOB)",
      "CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE book_tag (book TEXT REFERENCES book, tag TEXT REFERENCES tag, position INT)",
      "INSERT INTO author VALUES (7, 'Anne', '1820-01-17', 0), (9, 'Émile', '1840-04-02 00:00:00', 1)",
      """
      INSERT INTO book VALUES ('a', 1.1, '2009-01-02 03:04:05', 9, x'0102'), ('b', 2, 86400, NULL, NULL),
        ('c', '3.3', 2440588.5, 7, 'xy')
      """, "INSERT INTO tag VALUES ('old'), ('new')",
      "INSERT INTO book_tag VALUES ('b', 'old', 2), ('b', 'new', 1), ('c', 'new', NULL)")
    let before = try Data(contentsOf: URL(filePath: path))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let found = try SQLiteModel(contentsOf: path, readsRows: true)
    #expect(found.count == 7)
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    let books = context.objects(of: "Book").sorted {
      "\($0["isbn"] ?? .null)" < "\($1["isbn"] ?? .null)"
    }
    let author: ManagedObject? = books[0].author
    #expect(author?["name"] == .string("Émile"))
    #expect(books[0]["data"] == .data(Data([1, 2])) && books[2]["data"] == .data(Data("xy".utf8)))
    #expect(
      books.map { $0["price"] } == [
        .decimal(Decimal(string: "1.1") ?? 0), .decimal(2), .decimal(Decimal(string: "3.3") ?? 0),
      ])
    #expect(
      books.map { $0["made"] } == [
        .date(Date(timeIntervalSince1970: 1_230_865_445)),
        .date(Date(timeIntervalSince1970: 86400)),
        .date(Date(timeIntervalSince1970: 86400)),
      ])
    let tags: [ManagedObject]? = books[1].tag
    #expect(tags?.map { $0["name"] } == [.string("new"), .string("old")])
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == files)
  }

  @Test func `keys that lead nowhere are errors, in columns as in tables of pairs`() throws {
    let found = try read(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT)",
      "CREATE TABLE b (n TEXT UNIQUE, a_id INTEGER REFERENCES a)",
      "CREATE TABLE ab (a_id INTEGER REFERENCES a, b INTEGER REFERENCES b (n), PRIMARY KEY (a_id, b))",
      "INSERT INTO a VALUES (5, 'y')", "INSERT INTO b VALUES ('x', 6), ('z', 5)",
      "INSERT INTO ab VALUES (7, 'x'), (5, 'none'), (5, 'x')", readsRows: true)
    #expect(
      found.errors.map(\.message) == [
        "A.b2, row 1 of ab: the column a_id leads to no row of \"a\": no row has 7.",
        "A.b2, row 2 of ab: the column b leads to no row of \"b\": no row has \"none\".",
        "B.a, row 1 of b: the column a_id leads to no row of \"a\": no row has 6.",
      ])
    #expect(found.errors.allSatisfy { $0.code == .brokenReference })
    // The remaining data is usable.
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    let links: [[ManagedObject]?] = context.objects(of: "B").map { $0.a2 }
    #expect(links.map { $0?.count } == [1, 0])
  }

  @Test func `text that cannot be read is an error by row and column, in keys, too`() throws {
    let found = try read(
      "CREATE TABLE a (n TEXT PRIMARY KEY, m TEXT)",
      "CREATE TABLE b (a_id TEXT REFERENCES a, x TEXT UNIQUE)",
      "CREATE TABLE ab (p TEXT REFERENCES a, q TEXT REFERENCES b (x))",
      "INSERT INTO a (rowid, n, m) VALUES (7, 'n', 'm'), (9, 'o', CAST(X'41FF' AS TEXT))",
      "INSERT INTO b VALUES (CAST(X'FE' AS TEXT), NULL)", "INSERT INTO ab VALUES ('n', X'C3')",
      "UPDATE ab SET q = CAST(q AS TEXT)", readsRows: true)
    #expect(
      found.errors.map(\.message) == [
        "A.b2, row 1 of ab: the column q must have readable text, but has text that is not UTF-8.",
        "A.m, row 9 of a: the column m must have readable text, but has text that is not UTF-8.",
        "B.a, row 1 of b: the column a_id must have readable text, but has text that is not UTF-8.",
      ])
    #expect(found.errors.allSatisfy { $0.code == .unreadableValue })
    #expect(found.count == 3)
  }

  @Test func `names that cannot be read are told`() throws {
    let (broken, fine) = (Data([0x78, 0xC3]), Data("xy".utf8))
    for (statement, reason) in [
      ("CREATE TABLE xy (a TEXT)", "the name of a table in it is text that is not UTF-8."),
      (
        "CREATE TABLE cup (xy TEXT)", #"the name of a column of "cup" is text that is not UTF-8."#
      ),
    ] {
      let path = try database(statement)
      var data = try Data(contentsOf: URL(filePath: path))
      while let place = data.firstRange(of: fine) { data.replaceSubrange(place, with: broken) }
      try data.write(to: URL(filePath: path))
      let error = #expect(throws: SQLiteImportError.self) { try SQLiteModel(contentsOf: path) }
      #expect(error?.reason == reason)
    }
    // Other parts of the statement may be lost, but the rest is read.
    let path = try database("CREATE TABLE cup (a TEXT DEFAULT 'xy' CHECK (a <> ''))")
    var data = try Data(contentsOf: URL(filePath: path))
    if let place = data.firstRange(of: fine) { data.replaceSubrange(place, with: broken) }
    try data.write(to: URL(filePath: path))
    let found = try SQLiteModel(contentsOf: path)
    #expect(found.model["Cup"]?.attributes.map(\.name) == ["a"])
    #expect(found.issues.map(\.entity) == ["Cup"])
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func `a database is read in each encoding`(encoding: String) throws {
    let found = try read(
      "PRAGMA encoding = '\(encoding)'",
      "CREATE TABLE cup (sku TEXT PRIMARY KEY, größe TEXT DEFAULT 'né' CHECK (größe IN ('né', '😀', '')))",
      "CREATE TABLE lid (cup TEXT REFERENCES cup)",
      "INSERT INTO cup VALUES ('ä', '😀'), ('日本', 'né'), ('', '')",
      "INSERT INTO lid VALUES ('日本')", readsRows: true)
    #expect(found.errors.isEmpty && found.issues.isEmpty, "\(found.issues)")
    #expect(found.model["Cup"]?.attributes.last?.defaultValue == .constant(.string("né")))
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    #expect(
      context.objects(of: "Cup").map { $0["größe"] ?? .null } == ["😀", "né", ""],
      "\(context.objects(of: "Cup"))")
    let cup: ManagedObject? = context.objects(of: "Lid")[0].cup
    #expect(cup?["sku"] == .string("日本"))
  }

  @Test func `half of a character of UTF-16 is an error`() throws {
    let found = try read(
      "PRAGMA encoding = 'UTF-16le'", "CREATE TABLE cup (a TEXT)",
      "INSERT INTO cup VALUES (CAST(X'4100D800' AS TEXT)), (CAST(X'410000D8' AS TEXT)), (CAST(X'41' AS TEXT))",
      readsRows: true)
    #expect(
      found.errors.map(\.message) == [
        "Cup.a, row 2 of cup: the column a must have readable text, but has text that is not "
          + "UTF-16."
      ])
  }

  @Test func `what is no database of tables is told`() throws {
    func reason(_ path: String) throws -> String {
      try #require(#expect(throws: SQLiteImportError.self) { try SQLiteModel(contentsOf: path) })
        .reason
    }
    #expect(try reason(folder.file("none.db")) == "the file does not exist.")
    #expect(try reason(database()) == "it has none.")
    let text = try folder.write(String(repeating: "no database ", count: 100), to: "text.db")
    #expect(
      try reason(text).hasPrefix("it is not a SQLite database")
        || reason(text).hasPrefix("SQLite says"))
    let own = folder.file("own.sqlite")
    let model = try ManagedObjectModel("M") { Entity("Cup") { Attribute("size", Int.self) } }
    _ = try PersistentContainer(model: model, store: SQLiteStore(own))
    #expect(try reason(own).hasPrefix("it is a store of Armature"))
    let named = try SQLiteModel(contentsOf: database("CREATE TABLE _armature (key TEXT)"))
    #expect(named.model.entities.map(\.key) == ["_armature"])
    #expect(
      try reason(database("CREATE TABLE Z_PRIMARYKEY (a)", "CREATE TABLE Z_METADATA (a)"))
        .hasPrefix("it is a store of Core Data"))
  }

  @Test func `words of SQL are told apart`() {
    let text = TableText(
      "CREATE TABLE \"a(b\" (x TEXT -- note, CHECK (no)\n CHECK (x <> 'it''s, )'), [y z] INT COLLATE NOCASE, /* CHECK (1) */"
        + " CHECK (`x` >= 1.5e3)) WITHOUT ROWID")
    #expect(text.checks.map { TableToken.text($0) } == ["x <> 'it's, )'", "\"x\" >= 1.5e3"])
    #expect(text.collations.map(\.column) == ["y z"] && text.lacksRowNumbers)
  }

  @Test func `keys that differ only in how their letters are composed lead to different rows`()
    throws
  {
    let found = try read(
      "CREATE TABLE p (a TEXT PRIMARY KEY, n INTEGER)",
      "CREATE TABLE c (id INTEGER, p_id TEXT REFERENCES p)",
      "INSERT INTO p VALUES ('\u{E9}', 1), ('e\u{301}', 2)",
      "INSERT INTO c VALUES (1, '\u{E9}'), (2, 'e\u{301}')", readsRows: true)
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    for child in context.objects(of: "C") {
      let parent: ManagedObject? = child.p
      #expect(try #require(parent)["n"] == child["id"])
    }
    #expect(context.objects(of: "C").count == 2)
  }

  @Test(arguments: ["9e999", "-9e999"])
  func `an infinite number is no decimal`(_ number: String) throws {
    let found = try read(
      "CREATE TABLE t (d DECIMAL)", "INSERT INTO t VALUES (\(number))", readsRows: true)
    #expect(found.errors.count == 1)
  }
}
