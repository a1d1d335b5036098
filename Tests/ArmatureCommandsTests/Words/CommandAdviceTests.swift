import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation
import Testing

@testable import ArmatureCommands

@Suite struct CommandAdviceTests {
  private static let errors: [any Error] = [
    SQLiteStoreError.libraryMissing(path: "a", reason: "b"),
    SQLiteStoreError.unsupportedLibrary(path: "a", reason: "b"), SQLiteStoreError.busy(path: "a"),
    SQLiteStoreError.replaced(path: "a"),
    PostgreSQLStoreError.libraryMissing(path: "a", reason: "b"),
    PostgreSQLStoreError.unsupportedLibrary(path: "a", reason: "b"),
    PostgreSQLStoreError.timedOut(server: "a", step: "b"),
    PostgreSQLStoreError.database(server: "a", state: "53300", message: "b", constraint: nil),
    PersistentStoreError.noHistory(reason: "a"),
    PersistentStoreError.unknownToken(.init(storeID: UUID(), number: 1), reason: "a"),
    PersistentStoreError.migrationBlocked(path: "a", obstacles: []),
  ]

  @Test(arguments: errors.indices)
  func `advice to programmers is told in words of the command`(index: Int) throws {
    let error = Self.errors[index]
    let words = [
      "SQLiteStore(", "PostgreSQLStore", "InMemoryStore", "keepsHistory", "migration: .", "()",
      "container",
    ]
    #expect(words.contains { "\(error)".contains($0) }, "\(error)")
    let message = try #require(CommandError(ofStore: error)).message
    for word in words { #expect(!message.contains(word), "\(message)") }
  }

  @Test func `a path that names no file is told without Swift`() throws {
    let shop = try Shop()
    for path in [":memory:"] {
      let outcome = Outcome.of(["load", shop.model, path, shop.path("data.json")])
      #expect(outcome.status == 65 && outcome.talk.hasSuffix("Name a file.\n"), "\(outcome)")
    }
  }
}
