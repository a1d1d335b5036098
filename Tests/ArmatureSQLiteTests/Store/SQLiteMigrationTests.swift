import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Files with rows that were saved with another model.
@Suite(.needsSQLite) struct SQLiteMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func connection(_ path: String) throws -> SQLiteConnection {
    try SQLiteConnection(path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil)
  }

  private func query(_ sql: SQLStatement, _ path: String) throws -> [String] {
    var lines: [String] = []
    try connection(path).forEachRow(of: sql) { row in
      lines.append("\(row.value(at: 0)) \(row.value(at: 1))")
    }
    return lines
  }

  private func facts() throws -> [String] {
    try query("SELECT key, value FROM _armature ORDER BY key", path)
  }

  /// Returns the statements of a file's tables and indexes; columns may have been added at the end.
  private func schema(_ path: String) throws -> [String: SQLTableText] {
    let connection = try connection(path)
    return try ["table", "index"].reduce(into: [:]) { all, type in
      for (name, text) in try connection.definitions(type) { all[name] = SQLTableText(text) }
    }
  }

  private func expectWhole() throws {
    #expect(try query("SELECT *, '' FROM pragma_integrity_check", path).count == 1)
    #expect(try query("SELECT *, '' FROM pragma_foreign_key_check", path).isEmpty)
  }

  @Test(arguments: MigrationCase.all)
  func `a change keeps all rows, or is refused with those in its way`(_ change: MigrationCase)
    throws
  {
    try change.fill(PersistentContainer(model: change.old(), store: SQLiteStore(path)))
    let before = try (facts(), schema(path))
    do {
      let container = try PersistentContainer(model: change.new(), store: SQLiteStore(path))
      #expect(try StorePicture(container).description == change.outcome)
      let fresh = folder.file("fresh.sqlite")
      _ = try PersistentContainer(model: change.new(), store: SQLiteStore(fresh))
      #expect(try schema(path) == schema(fresh))
      #expect(try SQLiteStore(path).metadata()?.model == change.new())
      // The next migration has nothing to do.
      _ = try PersistentContainer(
        model: change.new(), store: SQLiteStore(path), migration: .refuse)
    } catch PersistentStoreError.migrationBlocked(let place, let obstacles) {
      #expect(place == path && change.problem(with: obstacles) == nil)
      #expect(try facts() == before.0)
      #expect(try schema(path) == before.1)
      _ = try PersistentContainer(
        model: change.old(), store: SQLiteStore(path), migration: .refuse)
    }
    try expectWhole()
  }
}
