import ArmatureModel
import Testing

@testable import ArmatureSQL
@testable import ArmatureSQLite

/// The statements of a migration, pinned in `Pins`.
@Suite struct SQLMigrationTests {
  private let dialect = SQLiteDialect()

  private func pair(_ heading: String) throws -> MigrationPair {
    try #require(try MigrationPair.all().first { $0.heading == heading })
  }

  // MARK: Statements

  @Test(arguments: Pins.dialects.keys.sorted())
  func `each pair of models has its pinned statements`(_ name: String) throws {
    let dialect = try #require(Pins.dialects[name])
    let texts = try MigrationPair.all().map { pair in
      let steps = try pair.migration(dialect).steps
      return (["-- \(pair.heading)"] + steps.flatMap(\.statement.pinnedLines))
        .joined(separator: "\n")
    }
    try Pins.expect(texts, in: "migrations.\(name).sql")
  }

  @Test(.needsDatabase) func `the statements make the tables and indexes of the new model`() throws
  {
    for pair in try MigrationPair.all() {
      let file = try MigrationFile(pair.oldSchema)
      let migration = try pair.migration(file.dialect)
      file.connection.migrationFunctions = migration.functions
      for step in migration.steps { try file.connection.run(step.statement) }
      let (found, wanted) = (try file.schema(), try MigrationFile(pair.newSchema).schema())
      #expect(found.tables == wanted.tables, "\(pair.heading)")
      // Opening the store creates the unique indexes of links from one object to one.
      let paired = Set(pair.newSchema.pairedLinks.flatMap { [$0.name, $0.plainName] })
      func rest(_ indexes: Set<String>) -> Set<String> {
        indexes.filter { index in !paired.contains { index.contains("\"\($0)\"") } }
      }
      #expect(rest(found.indexes) == rest(wanted.indexes), "\(pair.heading)")
    }
  }

  @Test func `each statement that changes a table has its evidence`() throws {
    for pair in try MigrationPair.all() {
      for step in try pair.migration(dialect).steps {
        let word = step.statement.text.prefix { $0 != " " }
        let changesRows = ["INSERT", "UPDATE", "DELETE"].contains(word)
        #expect((step.evidence == nil) == changesRows, "\(step.statement.text)")
      }
    }
    let steps = try pair("an attribute is removed").migration(dialect).steps
    #expect(
      steps.map(\.evidence) == [
        .table("_armature_old_1"), .table("Word"), nil, .noTable("_armature_old_1"),
      ])
  }

  // MARK: Tables

  /// The kept tables with their new columns, by the change.
  private static let keptTables: [(String, [String: Set<String>])] = [
    ("an optional attribute is added", ["Word": ["meaning"]]),
    ("an attribute is renamed", ["Word": ["word"]]),
    ("values become unique, and an index is replaced", [:]),
    ("an entity is added", ["Cat": []]),
    ("a set of pairs becomes ordered", ["Article": [], "Tag": []]),
    ("two attributes swap their names", [:]),
    ("objects are split", ["Keeper": []]),
  ]

  @Test(arguments: keptTables)
  func `tables whose rows stay as they are, are changed in place`(
    _ heading: String, _ kept: [String: Set<String>]
  ) throws {
    let pair = try pair(heading)
    let migration = try pair.migration(dialect)
    #expect(migration.newNames == kept)
    let old = Set(pair.oldSchema.columnNames.map(\.table))
    #expect(Set(migration.oldTables) == old)
    #expect(Set(migration.aside.map(\.name)) == old.subtracting(kept.keys))
    #expect(
      Set(migration.newTables)
        == Set(pair.newSchema.columnNames.map(\.table)).subtracting(kept.keys))
  }

  @Test func `only new columns and tables need foreign keys`() throws {
    func references(_ heading: String) throws -> [SchemaEvidence] {
      try pair(heading).migration(dialect).referenceCreation().map(\.evidence)
    }
    #expect(try references("an optional attribute is added") == [])
    #expect(
      try references("a set of pairs becomes ordered") == [
        .reference(column: "Article", table: "Article_tags"),
        .reference(column: "tags", table: "Article_tags"),
      ])
    // A table was dropped, and the foreign keys to it as well.
    #expect(
      try references("a relationship gets an inverse") == [
        .reference(column: "tags", table: "Article")
      ])
  }

  // MARK: Splits

  @Test func `rows are split after the indexes exist and before the old tables are dropped`() throws
  {
    let migration = try pair("objects are split").migration(dialect)
    #expect(migration.splitsRows)
    let position = try #require(migration.splitPosition)
    let rest = migration.steps[position...].map(\.statement.text)
    #expect(rest.first == #"DROP TABLE "_armature_old_1""#)
    #expect(!migration.steps[..<position].contains { $0.statement.text.hasPrefix("DROP TABLE") })
    let sources = try migration.splitSources()
    #expect(sources.map(\.entity.name) == ["Cat"])
  }

  @Test func `a migration without splits has no position of a split`() throws {
    let migration = try pair("an attribute is removed").migration(dialect)
    #expect(migration.splitPosition == nil && !migration.splitsRows)
    #expect(try migration.splitSources().isEmpty)
  }

  // MARK: Constraints

  @Test func `a unique index comes last, and names its constraint`() throws {
    let migration = try pair("values become unique, and an index is replaced").migration(dialect)
    #expect(migration.steps.dropLast().allSatisfy { $0.unique == nil })
    let unique = try #require(migration.steps.last?.unique)
    #expect(unique.constraint.entity == "Word" && unique.name == "Word_unique_text")
    let duplicates = try #require(migration.duplicates(unique))
    #expect(
      duplicates.first(2).text
        == #"SELECT "_id", "text" FROM (SELECT "_id", "text" FROM "Word") AS "r" WHERE "text" IS NOT NULL AND ("text") IN (SELECT "text" FROM (SELECT "_id", "text" FROM "Word") AS "r" WHERE "text" IS NOT NULL GROUP BY "text" HAVING COUNT(*) > 1) ORDER BY 1 LIMIT 2"#
    )
  }
}
