#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureModel
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureTesting

private func tasks() throws -> ManagedObjectModel {
  try ManagedObjectModel("Tasks") {
    Entity("Task") {
      Attribute("number", Int.self)
      Unique("number")
    }
  }
}

/// Saves a number, and reads all with another store for the same data.
private func useStore(_ number: Int) throws {
  let container = try PersistentContainer(model: tasks(), store: Test.store)
  let context = container.makeContext()
  #expect(try context.count("Task") == 0)
  try context.insert("Task").setValue(number, forKey: "number")
  try context.save()
  let again = try PersistentContainer(model: tasks(), store: Test.storeAgain()).makeContext()
  #expect(try again.fetch("Task").map { $0["number"] } == [.int(Int64(number))])
}

private func address() throws -> String { try #require(PostgreSQLServer.shared).address }

@Suite struct StoreTraitTests {
  @Test(.store(.memory), arguments: 0..<5) func `each case has a store in memory`(number: Int)
    throws
  { try useStore(number) }

  @Test(.store(.json), arguments: 0..<5) func `each case has a JSON file`(number: Int) throws {
    try useStore(number)
  }

  @Test(.store(.sqlite), arguments: 0..<50) func `each case has a SQLite file`(number: Int) throws {
    try useStore(number)
  }

  @Test(
    .enabled(if: PostgreSQLServer.programs != nil), .store(.postgreSQL(try address())),
    arguments: 0..<8)
  func `cases have a schema each, on one server`(number: Int) async throws {
    try useStore(number)
    await Task.yield()
  }

  @Test func `a file is removed after the test, also after a failing one`() async throws {
    struct Failed: Error {}
    for fails in [false, true] {
      var path = ""
      do {
        let made = try StoreTrait.Kind.sqlite.make()
        let store = try #require(made.store as? SQLiteStore)
        path = store.path
        let container = try PersistentContainer(model: tasks(), store: store)
        #expect(FileManager.default.fileExists(atPath: path))
        withExtendedLifetime(container) {}
        if fails { throw Failed() }
      } catch is Failed {}
      let folder = URL(filePath: path).deletingLastPathComponent().path
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func `the folder of a process that has crashed is removed, and no other`() async throws {
    let place = try TemporaryFolder()
    let told = place.file("told")
    await #expect(processExitsWith: .signal(SIGKILL)) { [told = told as String] in
      let folder = try TestFolder()
      try Data("1".utf8).write(to: URL(filePath: "\(folder.path)/store.sqlite"))
      try Data(folder.path.utf8).write(to: URL(filePath: told))
      kill(getpid(), SIGKILL)
      withExtendedLifetime(folder) {}
    }
    let left = try String(contentsOfFile: told, encoding: .utf8)
    let own = try TestFolder()
    #expect(FileManager.default.fileExists(atPath: left))
    TestFolder.removeLeftovers(in: URL(filePath: left).deletingLastPathComponent().path)
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: own.path))
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil))
  func `the schemas of a process that has crashed are dropped, and no others`() async throws {
    let address = try address()
    let place = try TemporaryFolder()
    let told = place.file("told")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [told = told as String, address = address as String] in
      let name = try PostgreSQLScratchSchemas(address).newName()
      let store = PostgreSQLStore(address, schema: name)
      try store.open(tasks())
      try Data(name.utf8).write(to: URL(filePath: told))
      kill(getpid(), SIGKILL)
    }
    let left = try String(contentsOfFile: told, encoding: .utf8)
    func isThere(_ schema: String) throws -> Bool {
      try PostgreSQLStore(address, schema: schema).metadata() != nil
    }
    let schemas = try PostgreSQLScratchSchemas(address)
    let own = schemas.newName()
    try PostgreSQLStore(address, schema: own).open(tasks())
    #expect(try isThere(own))
    // The server notices the end of the other process a little later.
    for _ in 0..<100 where try isThere(left) {
      usleep(20_000)
      _ = try PostgreSQLScratchSchemas(address)
    }
    #expect(try !isThere(left))
    #expect(try isThere(own))
    try schemas.drop(own)
    #expect(try !isThere(own))
    try schemas.drop(own)
  }

  @Test func `without the trait there is no store`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { () async in _ = Test.store }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Test.store must be read in a test with the trait .store(kind)"))
  }
}
