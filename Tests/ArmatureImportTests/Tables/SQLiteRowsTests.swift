import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// Rows that a model cannot represent exactly.
@Suite struct SQLiteRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ statements: String...) throws -> SQLiteModel {
    try folder.database(statements)
  }

  private func load(_ found: SQLiteModel) throws -> ManagedObjectContext {
    #expect(found.errors.isEmpty, "\(found.errors)")
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    return context
  }

  @Test func `what a key of several columns has is not lost where one of them is missing`() throws {
    let found = try read(
      "CREATE TABLE plant (country TEXT, code INTEGER, PRIMARY KEY (country, code))",
      """
      CREATE TABLE machine (name TEXT, country TEXT, code INTEGER, FOREIGN KEY (country, code) REFERENCES plant)
      """, "INSERT INTO plant VALUES ('DE', 1)",
      "INSERT INTO machine VALUES ('a', 'DE', 1), ('b', 'FR', NULL), ('c', NULL, NULL)")
    #expect(
      found.issues.map(\.message) == [
        "Machine has 1 row in \"machine\", such as row 2, with some of the columns country, code and NULL in others,"
          + " which leads to no row of \"plant\". Attributes have what is there: country, code."
      ])
    let context = try load(found)
    let machines = context.objects(of: "Machine")
    #expect(machines.map { $0["country"] ?? .null } == ["DE", "FR", .null])
    #expect(machines.map { $0["code"] ?? .null } == [1, .null, .null])
    let plants: [ManagedObject?] = machines.map { $0.plant }
    #expect(plants.map { $0 == nil } == [false, true, true])
    let whole = try read(
      "CREATE TABLE plant (a INT, b INT, PRIMARY KEY (a, b))",
      "CREATE TABLE machine (a INT, b INT, FOREIGN KEY (a, b) REFERENCES plant)",
      "INSERT INTO machine VALUES (NULL, NULL)")
    #expect(whole.issues.isEmpty && whole.model["Machine"]?.attributes.isEmpty ?? false)
  }

  @Test(
    arguments: [
      ("TEXT", "text"), ("INTEGER", "a value of Int"), ("REAL", "a value of Double"),
      ("BOOLEAN", "a value of Bool"), ("DATETIME", "a value of Date"), ("UUID", "a value of UUID"),
      ("BLOB", nil),
    ])
  func `bytes in a column of something else are an error`(type: String, what: String?) throws {
    let found = try read("CREATE TABLE cup (a \(type))", "INSERT INTO cup VALUES (X'4142')")
    #expect(
      found.errors.map(\.message)
        == what.map {
          ["Cup.a, row 1 of cup: the column a must have \($0), but has 2 bytes of data."]
        } ?? [])
  }

  @Test(
    arguments: [
      ("REAL", true), ("INTEGER", true), ("NUMERIC(9,2)", true), ("DATETIME", true), ("BLOB", true),
      ("TEXT", false),
    ])
  func `numbers without end are an error but in columns of text`(type: String, isError: Bool) throws
  {
    let found = try read(
      "CREATE TABLE cup (a \(type))", "INSERT INTO cup VALUES (1), (9e999), (-9e999)")
    let message = "of cup: the column a must have a number that JSON can write, but has"
    #expect(
      found.errors.map(\.message)
        == (isError ? ["Cup.a, row 2 \(message) inf.", "Cup.a, row 3 \(message) -inf."] : []))
  }

  @Test func `a table of pairs is an entity where a relationship cannot have its rows`() throws {
    func read(_ rule: String, _ rows: String) throws -> SQLiteModel {
      try self.read(
        "CREATE TABLE song (name TEXT PRIMARY KEY)", "CREATE TABLE list (name TEXT PRIMARY KEY)",
        """
        CREATE TABLE list_song (list TEXT REFERENCES list, song TEXT REFERENCES song, position INT\(rule))
        """, "INSERT INTO song VALUES ('a'), ('b')", "INSERT INTO list VALUES ('L')",
        "INSERT INTO list_song VALUES \(rows)")
    }
    let gaps = try read(
      "", "('L', 'a', 1), ('L', 'b', 2), ('L', 'a', 3), ('L', NULL, 4), (NULL, NULL, 5)")
    #expect(
      gaps.issues.map(\.message) == [
        "ListSong is a table of pairs, but of its rows 1 repeats a pair (row 3) and 2 have NULL (the first is row 4). So"
          + " that none is lost, it is an entity, not a many-to-many relationship."
      ])
    let context = try load(gaps)
    let pairs = context.objects(of: "ListSong")
    #expect(pairs.map { $0["position"] ?? .null } == [1, 2, 3, 4, 5])
    let once = try read("", "('L', 'b', 1), ('L', 'a', 2)")
    #expect(once.model.entities.map(\.name) == ["Song", "List"])
    #expect(
      once.issues.map(\.message).last?.contains("may lead to an object several times") ?? false)
    let declared = try read(", UNIQUE (list, song)", "('L', 'b', 1)")
    #expect(declared.issues.map(\.message) == once.issues.dropLast().map(\.message))
    #expect(declared.model["ListSong"] == nil)
    let ordered = try load(once)
    let members: [[ManagedObject]?] = ordered.objects(of: "List").map { $0.song }
    #expect(members.map { $0?.map { $0["name"] ?? .null } } == [["b", "a"]])
  }

  @Test func `moments that count no seconds are told once of a column`() throws {
    let found = try read(
      "CREATE TABLE t (at DATETIME, made TIMESTAMP, born DATETIME)",
      """
      INSERT INTO t VALUES (1700000000000, 1700000000.5, 1700000000), (1700000000001, '2020-01-01', 2460000.5),
        (7, NULL, -62135596800)
      """)
    #expect(
      found.issues.map(\.message) == [
        "T.at, row 1 of t: the column at has 1700000000000, which was taken for seconds since 1970: far from the years 1"
          + " to 9999. So is 1 other in the column. It may count milliseconds: then UPDATE \"t\" SET \"at\" = \"at\" /"
          + " 1000.0 in a copy first.",
        "T.born, row 2 of t: the column born has 2460000.5, which was taken for the number of a Julian day, 2023-02-25,"
          + " and not for seconds since 1970.",
      ])
    for (number, unit) in [(1_700_000_000_000_000, "micro"), (1_700_000_000_000_000_000, "nano")] {
      let found = try read(
        "CREATE TABLE t (at DATETIME)", "INSERT INTO t VALUES (\(number))")
      #expect(found.issues.map(\.message).first?.contains("may count \(unit)seconds") ?? false)
    }
  }

  @Test func `numbers that may be days in eight digits are told, with what makes days of them`()
    throws
  {
    let found = try read(
      "CREATE TABLE t (at DATETIME)", "INSERT INTO t VALUES (20240131), (20241301), (20240229)")
    #expect(
      found.issues.map(\.message) == [
        "T.at, row 1 of t: the column at has 20240131, which was taken for seconds since 1970, and may be the day"
          + " 2024-01-31. So is 1 other in the column. Then UPDATE \"t\" SET \"at\" = substr(\"at\", 1, 4) || '-' ||"
          + " substr(\"at\", 5, 2) || '-' || substr(\"at\", 7) in a copy first."
      ])
  }

  @Test func `numbers of Julian days are read as such, at noon, too, and small ones are seconds`()
    throws
  {
    let found = try read(
      "CREATE TABLE t (at DATETIME, day DATE, made TIMESTAMP REAL)",
      "INSERT INTO t VALUES (2459581.0, 2459580.5, 0.0), (2459580.5, 2459581, 5373484.5)")
    let objects = try load(found).objects(of: "T")
    // At noon, a Julian day is a whole number, which SQLite stores as an integer.
    #expect(
      objects.map { $0["at"] ?? .null } == [
        .date(Date(timeIntervalSince1970: 1_641_038_400)),
        .date(Date(timeIntervalSince1970: 1_640_995_200)),
      ])
    #expect(
      objects.map { $0["made"] ?? .null } == [
        .date(Date(timeIntervalSince1970: 0)), .date(Date(timeIntervalSince1970: 5_373_484.5)),
      ])
    #expect(
      found.issues.map(\.message) == [
        "T.day is declared as DATE, but has times, such as 2459581. So that none is lost, it is "
          + "a Date, not a CalendarDate.",
        "T.at, row 1 of t: the column at has 2459581, which was taken for the number of a Julian day, 2022-01-01, and"
          + " not for seconds since 1970. So is 1 other in the column.",
        "T.day, row 1 of t: the column day has 2459580.5, which was taken for the number of a Julian day, 2022-01-01,"
          + " and not for seconds since 1970. So is 1 other in the column.",
      ])
  }

  @Test func `a column of days that has times keeps them`() throws {
    let found = try read(
      "CREATE TABLE t (born DATE, died DATE)",
      "INSERT INTO t VALUES ('2024-01-02', '2024-01-02 00:00:00'), ('2024-01-02 03:04:05', NULL)")
    #expect(found.model["T"]?.attributes.map(\.type) == [.date, .calendarDate])
    #expect(
      found.issues.map(\.message) == [
        "T.born is declared as DATE, but has times, such as \"2024-01-02 03:04:05\". So that "
          + "none is lost, it is a Date, not a CalendarDate."
      ])
    let objects = try load(found).objects(of: "T")
    #expect(
      objects.map { $0["born"] ?? .null } == [
        .date(Date(timeIntervalSince1970: 1_704_153_600)),
        .date(Date(timeIntervalSince1970: 1_704_164_645)),
      ])
  }

  @Test func `a primary key that is NULL in rows identifies nothing, and no row is lost`() throws {
    let found = try read(
      "CREATE TABLE cup (sku TEXT PRIMARY KEY, name TEXT)",
      "CREATE TABLE part (cup TEXT REFERENCES cup, place INT, PRIMARY KEY (cup, place))",
      "CREATE TABLE lid (sku TEXT PRIMARY KEY NOT NULL, n INT)",
      "CREATE TABLE saucer (sku TEXT PRIMARY KEY) WITHOUT ROWID",
      "INSERT INTO cup VALUES ('a', 'x'), (NULL, 'y'), (NULL, 'z')",
      "INSERT INTO part VALUES ('a', 1), (NULL, 1)", "INSERT INTO lid VALUES ('l', 1)")
    #expect(
      found.issues.map(\.message) == [
        "Cup.sku is in the primary key, but NULL in 2 rows, such as row 2. So that none is "
          + "lost, it identifies no objects here and may be missing. To make it identifying, "
          + "first give these rows a value in a copy.",
        "Part.cup is in the primary key, but NULL in 1 row, such as row 2. So that none is "
          + "lost, it identifies no objects here and may be missing. To make it identifying, "
          + "first give these rows a value in a copy.",
      ])
    let sku = try #require(found.model["Cup"]?.attributes.first)
    #expect(sku.isOptional && !sku.isIdentifying)
    #expect(found.model["Lid"]?.identifyingAttributes.map(\.name) == ["sku"])
    #expect(found.model["Saucer"]?.identifyingAttributes.map(\.name) == ["sku"])
    let context = try load(found)
    #expect(context.objects(of: "Cup").map { $0["sku"] ?? .null } == ["a", .null, .null])
    let owners: [ManagedObject?] = context.objects(of: "Part").map { $0.cup }
    #expect(owners.map { $0 == nil } == [false, true])
  }

  @Test func `keys lead to what SQLite finds with them`() throws {
    let found = try read(
      "CREATE TABLE p (k TEXT COLLATE NOCASE PRIMARY KEY, n INT)",
      "CREATE TABLE q (k INTEGER UNIQUE, t TEXT UNIQUE)",
      "CREATE TABLE r (a TEXT COLLATE RTRIM, b INTEGER, PRIMARY KEY (a, b))",
      """
      CREATE TABLE c (pk TEXT REFERENCES p, qk TEXT REFERENCES q (k), qt INTEGER REFERENCES q (t), ra TEXT, rb TEXT,
        FOREIGN KEY (ra, rb) REFERENCES r)
      """, "INSERT INTO p VALUES ('Ab', 1)", "INSERT INTO q VALUES (5, '6'), (7, '08')",
      "INSERT INTO r VALUES ('x', 2)",
      "INSERT INTO c VALUES ('aB', '5', 6, 'x  ', '2.0'), ('AB', '7', NULL, NULL, NULL)")
    let context = try load(found)
    let children = context.objects(of: "C")
    for child in children {
      let p: ManagedObject? = child.pk
      #expect(p?["k"] == .string("Ab"))
    }
    let (q, r): (ManagedObject?, ManagedObject?) = (children[0].qk, children[0].r)
    let (other, second): (ManagedObject?, ManagedObject?) = (children[0].qt, children[1].qk)
    #expect(q?["k"] == .int(5) && other?["t"] == .string("6") && second?["k"] == .int(7))
    #expect(r?["a"] == .string("x"))
    // A number is compared as text if the referenced column is text.
    let strict = try read(
      "CREATE TABLE q (t TEXT UNIQUE)", "CREATE TABLE c (qt INTEGER REFERENCES q (t))",
      "INSERT INTO q VALUES ('08')", "INSERT INTO c VALUES (8)")
    #expect(strict.errors.map(\.message).map { $0.contains("no row has 8") } == [true])
  }

  @Test func `a key that starts as those of records do is another one in data`() throws {
    let found = try read(
      "CREATE TABLE cup (\"@id\" TEXT, \"@entity\" TEXT)", "INSERT INTO cup VALUES ('a', 'b')")
    #expect(
      found.issues.map(\.message) == [
        "Cup.id has the key \"id\" in data, since \"@id\" cannot be a key, or belongs to another.",
        "Cup.cupEntity has the key \"cupEntity\" in data, since \"@entity\" cannot be a key, or "
          + "belongs to another.",
      ])
    let context = try load(found)
    #expect(context.objects(of: "Cup").map { $0["id"] } == [.string("a")])
  }

  @Test func `what a key of several columns shares with others is no part of it alone`() throws {
    let found = try read(
      "CREATE TABLE node (tree INT, id INT, parent INT, PRIMARY KEY (tree, id), FOREIGN KEY (tree, parent) REFERENCES node)",
      "CREATE TABLE country (code TEXT PRIMARY KEY)",
      "CREATE TABLE city (country TEXT REFERENCES country, name TEXT, PRIMARY KEY (country, name))",
      """
      CREATE TABLE street (country TEXT REFERENCES country, city TEXT, name TEXT,
        FOREIGN KEY (country, city) REFERENCES city)
      """, "INSERT INTO node VALUES (1, 1, NULL), (1, 2, 1)",
      "INSERT INTO country VALUES ('DE')", "INSERT INTO city VALUES ('DE', 'Ulm')",
      "INSERT INTO street VALUES ('DE', 'Ulm', 'x'), ('DE', NULL, 'y'), (NULL, 'Ulm', 'z')")
    #expect(
      found.issues.map(\.message) == [
        "Street has 1 row in \"street\", such as row 3, with some of the columns country, city and NULL in others, which"
          + " leads to no row of \"city\". Attributes have what is there: city.",
        "Street.city2 has the key \"city2\" in data, since \"city\" cannot be a key, or belongs "
          + "to another.",
      ])
    #expect(found.model["Node"]?.attributes.map(\.name) == ["tree", "id"])
    let context = try load(found)
    #expect(context.objects(of: "Street").map { $0["city2"] ?? .null } == ["Ulm", .null, "Ulm"])
  }

  @Test func `names that are no keys, or the same ones, do no harm`() throws {
    let found = try read(
      "CREATE TABLE \"\u{E9}\" (a INT)",
      "CREATE TABLE \"e\u{301}\" (\"\u{E9}\" INT, \"e\u{301}\" INT, \"\" TEXT)",
      "CREATE TABLE \"@store\" (a INT)", "INSERT INTO \"e\u{301}\" VALUES (1, 2, '')",
      "INSERT INTO \"@store\" VALUES (3)")
    #expect(
      found.issues.map(\.entity) == ["É2", "Store", "É2", "É2"],
      "\(found.issues.map(\.message))")
    let context = try load(found)
    let entity = try #require(found.model.entities.first { $0.attributes.count == 3 })
    let object = try #require(context.objects(of: entity.name).first)
    #expect(entity.attributes.map { object[$0.name] } == [1, 2, ""])
    #expect(context.objects(of: "Store").count == 1)
  }

  @Test func `rows whose numbers have no name are told apart by their values`() throws {
    let found = try read(
      "CREATE TABLE t (rowid TEXT, oid TEXT COLLATE NOCASE, _rowid_ TEXT, a INT UNIQUE)",
      "CREATE TABLE u (t INT REFERENCES t (a))",
      "INSERT INTO t VALUES ('z', 'B', 'y', 1), ('a', 'b', 'y', 3), ('m', 'B', 'x', 2)",
      "INSERT INTO u VALUES (3), (1), (2)")
    let context = try load(found)
    let names = context.objects(of: "U").map { user -> AttributeValue? in
      let target: ManagedObject? = user.t
      return target?["rowid"]
    }
    #expect(names == ["a", "z", "m"])
  }

  @Test func `a key to what is not unique is an attribute, since several rows may have it`() throws
  {
    let found = try read(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT, name TEXT)",
      "CREATE TABLE q (code TEXT REFERENCES p (code), other TEXT REFERENCES p (name))",
      "CREATE UNIQUE INDEX names ON p (name)",
      "INSERT INTO p VALUES (1, 'a', 'x'), (2, 'a', 'y')", "INSERT INTO q VALUES ('a', 'x')")
    #expect(
      found.issues.map(\.message).filter { $0.hasPrefix("Q ") } == [
        "Q has a foreign key to \"p\", where code must be unique but is not declared so: it may "
          + "lead to several rows, and SQLite calls it a mismatch. Its columns are attributes "
          + "here. For a relationship, first make a unique index in a copy."
      ], "\(found.issues.map(\.message))")
    // A table with two keys, one of them invalid, is an entity.
    #expect(found.model["Q"]?.properties.map(\.name) == ["code", "other"])
    let context = try load(found)
    let object = try #require(context.objects(of: "Q").first)
    let other: ManagedObject? = object.other
    #expect(object["code"] == .string("a") && other?["name"] == .string("x"))
  }

  @Test func `an order of texts of another program is no obstacle`() throws {
    let found = try read(
      "CREATE TABLE p (k TEXT COLLATE german PRIMARY KEY, v TEXT) WITHOUT ROWID",
      "CREATE TABLE c (k TEXT COLLATE german REFERENCES p)", "CREATE INDEX i ON c (k)",
      "INSERT INTO p VALUES ('b', 'x'), ('a', 'y')", "INSERT INTO c VALUES ('a'), ('b')")
    #expect(found.issues.map { $0.message.contains("compares texts by german") } == [true, true])
    let context = try load(found)
    let values = context.objects(of: "C").map { child -> AttributeValue? in
      let parent: ManagedObject? = child.k
      return parent?["v"]
    }
    #expect(values == ["y", "x"])
  }

  @Test(
    arguments: [
      "2015-07-22T01:02Z", "2015-07-22 01:02", "2015-07-22 01:02:00", "2015-07-22T03:02+02:00",
      "2015-07-22 03:02 +02:00", "2015-07-22 01:02:00.000", "2015-07-22 03:02:00 +02:00",
    ])
  func `a moment is read in each form that SQLite has`(text: String) throws {
    let found = try read("CREATE TABLE t (a DATETIME)", "INSERT INTO t VALUES ('\(text)')")
    let date = try load(found).objects(of: "T")[0]["a"]
    #expect(date == .date(Date(timeIntervalSince1970: 1_437_526_920)))
  }

  @Test func `truth values and identifiers are read as others write them`() throws {
    let found = try read(
      "CREATE TABLE t (a BOOLEAN DEFAULT 't', b UUID)",
      """
      INSERT INTO t VALUES ('t', '550E8400e29b41d4a716446655440000'), ('False', NULL),
        (1, '550e8400-e29b-41d4-a716-446655440000')
      """)
    #expect(found.model["T"]?.attributes.first?.defaultValue == .constant(.bool(true)))
    let context = try load(found)
    let rows = context.objects(of: "T")
    #expect(rows.map { $0["a"] } == [.bool(true), .bool(false), .bool(true)])
    #expect(rows[0]["b"] == rows[2]["b"])
    let wrong = try read("CREATE TABLE t (a BOOLEAN)", "INSERT INTO t VALUES ('yes')")
    let other = ManagedObjectContext(model: wrong.model)
    #expect(throws: ValidationReport.self) { try other.load(wrong.records) }
  }
}
