#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Migrations that are killed at any moment, and several processes that start one.
@Suite(.needsSQLite) struct SQLiteMigrationProcessTests {
  private static let kills = Kills.count(usual: 5)

  private static func open(_ path: String) throws -> PersistentContainer {
    try PersistentContainer(
      model: Ledger.changedModel(),
      store: SQLiteStore(path, durability: .normal, busyTimeout: .seconds(20)))
  }

  /// Creates a file of the old model.
  private func fill(_ path: String, saves: Int) throws {
    let ledger = try Ledger(path)
    try ledger.start()
    let context = ledger.container.makeContext()
    for _ in 0..<saves { _ = try ledger.add(context) }
  }

  /// Reads all entries of a migrated file.
  private func number(_ path: String) throws -> Int {
    let context = try Self.open(path).makeContext()
    let account = try #require(try context.fetch("Account").first)
    let number = try #require(try account.value(forKey: "count", as: String.self).flatMap(Int.init))
    #expect(account.memberCount(of: "entries") == number * 3)
    for entry in try context.fetch("Entry") {
      let own = try #require(try entry.value(forKey: "number", as: Double.self))
      let words = try entry.value(forKey: "words", as: String.self)
      #expect(words?.hasPrefix("entry \(Int(own)) ") == true)
      #expect(try entry.value(forKey: "note", as: String.self) == "none")
    }
    return number
  }

  @Test func `a migration that is killed has been made, or has not`() async throws {
    let folder = try TemporaryFolder()
    let template = folder.file()
    try fill(template, saves: 150)
    var random = SplitMix64(seed: 5)
    for _ in 0..<Self.kills {
      let path = folder.file()
      try FileManager.default.copyItem(atPath: template, toPath: path)
      let delay = random.below(25_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        _ = try SQLiteStore(path).metadata()
        Kills.killThisProcess(after: delay)
        _ = try Self.open(path)
        while true { usleep(1000) }
      }
      expectIntact(path)
      let isOld = try SQLiteStore(path).metadata()?.model == Ledger.model()
      if isOld { #expect(try Ledger(path).number() == 150) }
      #expect(try number(path) == 150)
    }
  }

  @Test func `a migration that finds the disk full changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try fill(path, saves: 150)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Otherwise the system would end the process.
      signal(SIGXFSZ, SIG_IGN)
      for size in [4_000, 40_000, 80_000, 120_000] {
        limitFiles(to: size)
        #expect(throws: SQLiteStoreError.self) { try Self.open(path) }
        limitFiles(to: nil)
        let number = try Ledger(path).number()
        #expect(number == 150)
      }
    }
    #expect(try number(path) == 150)
    expectIntact(path)
  }

  @Test func `several processes open a file, and one of them migrates it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try fill(path, saves: 60)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let count = try Self.open(path).makeContext().count("Entry")
            #expect(count == 180)
          }
        }
      }
    }
    #expect(try number(path) == 60)
    let commits = try querySQL("SELECT value FROM _armature WHERE key = 'lastCommit'", path)
    #expect(commits == ["62"])
    expectIntact(path)
  }
}
