import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// Row numbers, and columns with values of another type than declared.
@Suite struct TableOptionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ statements: String..., dropsRowNumbers: Bool = false, types: [String: AttributeType] = [:]
  ) throws -> SQLiteModel {
    try folder.database(statements, dropsRowNumbers: dropsRowNumbers, types: types)
  }

  private func load(_ found: SQLiteModel) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(model: found.model)
    try context.load(found.records)
    return context
  }

  @Test(arguments: ["customer_id", "person", "who"])
  func `numbers of rows identify objects, whatever leads to them`(column: String) throws {
    let found = try read(
      "CREATE TABLE people (number INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, \(column) INTEGER)",
      "CREATE TABLE notes (people INTEGER REFERENCES people)",
      "INSERT INTO people VALUES (7, 'x')", "INSERT INTO orders VALUES (10248, 7)",
      "INSERT INTO notes VALUES (7)")
    #expect(
      found.issues.map(\.message) == [
        "People.number and Orders.id are the numbers of the rows. SQLite assigns one to a new "
          + "row, but you must assign one to a new object. --drop-row-numbers leaves them out."
      ])
    #expect(found.model["Orders"]?.identifyingAttributes.map(\.name) == ["id"])
    let context = try load(found)
    #expect(context.objects(of: "People").map { $0["number"] } == [.int(7)])
    #expect(context.objects(of: "Orders").map { $0["id"] } == [.int(10248)])
    let person: ManagedObject? = context.objects(of: "Notes")[0].people
    #expect(person?["name"] == .string("x"))
    // The table can be exported, because its destination has an identity.
    #expect(String(decoding: try context.csv(of: "Notes"), as: UTF8.self) == "people\r\n7\r\n")
  }

  @Test func `numbers of rows are left out on request, and foreign keys still lead to the rows`()
    throws
  {
    let found = try read(
      "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, person INTEGER REFERENCES people)",
      "INSERT INTO people VALUES (7, 'x')", "INSERT INTO notes VALUES (3, 7)", dropsRowNumbers: true
    )
    #expect(
      found.issues.map(\.message) == [
        "People.id and Notes.id are the numbers of the rows, which the IDs of objects replace. "
          + "They were left out."
      ])
    #expect(found.model["People"]?.attributes.map(\.name) == ["name"])
    let context = try load(found)
    let person: ManagedObject? = context.objects(of: "Notes")[0].person
    #expect(person?["name"] == .string("x"))
  }

  @Test func `a number that leads to another row is kept where rows lead to it`() throws {
    let found = try read(
      "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE authors (people_id INTEGER PRIMARY KEY REFERENCES people, style TEXT)",
      "CREATE TABLE books (author INTEGER REFERENCES authors)",
      "CREATE TABLE readers (people_id INTEGER PRIMARY KEY REFERENCES people)",
      "INSERT INTO people VALUES (7, 'x')", "INSERT INTO authors VALUES (7, 'dry')",
      "INSERT INTO books VALUES (7)", "INSERT INTO readers VALUES (7)")
    #expect(found.model["Authors"]?.identifyingAttributes.map(\.name) == ["peopleId"])
    #expect(found.model["Readers"]?.attributes.isEmpty ?? false)
    let context = try load(found)
    let author: ManagedObject? = context.objects(of: "Books")[0].author
    let person: ManagedObject? = author?.people
    #expect(person?["name"] == .string("x"))
    for entity in ["Authors", "Books", "Readers"] {
      #expect(try String(decoding: context.csv(of: entity), as: UTF8.self).contains("7"))
    }
  }

  @Test(arguments: [false, true])
  func `a table of pairs with numbers is an entity unless these are left out`(isDropped: Bool)
    throws
  {
    let found = try read(
      "CREATE TABLE a (n TEXT PRIMARY KEY)", "CREATE TABLE b (n TEXT PRIMARY KEY)",
      "CREATE TABLE ab (id INTEGER PRIMARY KEY, a TEXT REFERENCES a, b TEXT REFERENCES b, UNIQUE (a, b))",
      "INSERT INTO a VALUES ('x')", "INSERT INTO b VALUES ('y')",
      "INSERT INTO ab VALUES (5, 'x', 'y')",
      dropsRowNumbers: isDropped)
    let context = try load(found)
    if isDropped {
      #expect(found.model["Ab"] == nil && found.issues.isEmpty)
      let members: [ManagedObject]? = context.objects(of: "A")[0].b
      #expect(members?.map { $0["n"] } == [.string("y")])
    } else {
      #expect(
        found.issues.map(\.message).first
          == "Ab is a table of pairs, but its rows have numbers in id. So that these are not "
          + "lost, it is an entity, not a many-to-many relationship. --drop-row-numbers makes "
          + "it one.")
      #expect(context.objects(of: "Ab").map { $0["id"] } == [.int(5)])
    }
  }

  @Test func `a column has the type that is asked for`() throws {
    let statements = [
      "CREATE TABLE \"my notes\" (id INTEGER PRIMARY KEY, sfld INTEGER NOT NULL DEFAULT 0, made DATETIME, size TEXT)",
      "INSERT INTO \"my notes\" VALUES (1, 'dog', 'soon', '12'), (2, 12, 3, '-4'), (3, 0.5, NULL, NULL)",
    ]
    let declared = try read(statements[0], statements[1])
    #expect(throws: ValidationReport.self) { try self.load(declared) }
    #expect(
      declared.retypedColumns.map { "\($0.entity).\($0.property) \($0.name) \($0.type)" } == [
        "MyNotes.sfld my notes.sfld string", "MyNotes.made my notes.made string",
      ])
    let found = try read(
      statements[0], statements[1],
      types: ["my notes.sfld": .string, "MyNotes.made": .string, "MY NOTES.SIZE": .int16])
    let rows = try load(found).objects(of: "MyNotes")
    #expect(rows.map { $0["sfld"] } == ["dog", "12", "0.5"])
    #expect(rows.map { $0["made"] ?? .null } == ["soon", "3", .null])
    #expect(rows.map { $0["size"] ?? .null } == [12, -4, .null])
    #expect(
      found.model["MyNotes"]?.property(named: "sfld")?.asAttribute?.defaultValue == .constant("0"))
    for (name, remedy) in [
      ("my notes.sfdl", " Did you mean \"my notes.sfld\"?"), ("else.where", ""),
    ] {
      let error = #expect(throws: ModelError.self) {
        try self.read(statements[0], types: [name: .string])
      }
      #expect(
        error?.issues.map(\.message) == [
          "The model has a type for \"\(name)\", which is not a column that becomes an attribute.\(remedy)"
        ])
    }
  }

  @Test(
    arguments: [
      ("INTEGER", "1, 2.5", .double), ("INTEGER", "9007199254740993, 2.5", .string),
      ("INTEGER", "'a'", .string), ("TEXT", "X'00'", .data), ("TEXT", "X'00', 'a'", .data),
      ("INTEGER", "X'00'", .data), ("INTEGER", "1, X'00'", nil), ("REAL", "9e999", .string),
      ("BOOLEAN", "1, 2", .int64), ("TEXT", "CAST(X'FF' AS TEXT)", nil), ("INTEGER", "1", nil),
    ] as [(String, String, AttributeType?)])
  func `the type of all values in a column is known`(
    declared: String, values: String, type: AttributeType?
  ) throws {
    let rows = values.split(separator: ", ").map { "(\($0))" }.joined(separator: ", ")
    let statements = ["CREATE TABLE t (a \(declared))", "INSERT INTO t VALUES \(rows)"]
    let found = try read(statements[0], statements[1])
    #expect(found.retypedColumns.map(\.type) == (type.map { [$0] } ?? []))
    guard let type else { return }
    let again = try read(statements[0], statements[1], types: ["t.a": type])
    #expect(try load(again).objects(of: "T").count == found.count)
  }
}
