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

/// Copies of an open file, its size, and its integrity.
@Suite(.needsSQLite) struct SQLiteCopyTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func store(_ container: PersistentContainer) throws -> SQLiteStore {
    try #require(container.store as? SQLiteStore)
  }

  private func size(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test func `a file whose log is empty has everything without it`() throws {
    let ledger = try Ledger(path)
    try ledger.start()
    try ledger.add(count: 20)
    func copied(_ name: String) throws -> Int {
      let copy = folder.file(name)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return try size(copy)
    }
    // The store is open, so the saved data is in the log.
    let before = try copied("before")
    try store(ledger.container).emptyLog()
    #expect(try copied("after") > before)
    expectIntact(folder.file("after"))
    #expect(try Ledger(folder.file("after")).number() == 20)
  }

  @Test func `a backup is whole while others save, and can be opened`() async throws {
    let ledger = try Ledger(path)
    try ledger.start()
    let copies = try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try Ledger(path).add(count: 20) } }
      var copies: [String] = []
      for number in 0..<6 {
        let copy = folder.file("copy \(number)")
        try store(ledger.container).backUp(to: copy)
        copies.append(copy)
        try await Task.sleep(for: .milliseconds(5))
      }
      try await group.waitForAll()
      return copies
    }
    var numbers: [Int] = []
    for copy in copies {
      expectIntact(copy)
      let copied = try Ledger(copy)
      let number = try copied.number()
      numbers.append(number)
      // The copy works independently.
      #expect(try copied.add(copied.container.makeContext()) == number + 1)
      #expect(copied.container.store.identifier == ledger.container.store.identifier)
    }
    #expect(numbers == numbers.sorted())
    #expect(try ledger.number() == 40)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { name in
        !name.contains("copy") || name.split(separator: ".").count < 2
      })
  }

  @Test func `a backup has the data that stand beside the rows`() throws {
    let album = try Album(path)
    let context = album.container.makeContext()
    for number in 0..<5 { try album.add("\(number)", Album.bytes(number * 3_000), to: context) }
    try context.save()
    let copy = folder.file("copy")
    try store(album.container).backUp(to: copy)
    for photo in try context.fetch("Photo") { try context.delete(photo) }
    try context.save()
    let copied = try Album(copy)
    let photos = try copied.container.makeContext().fetch(
      "Photo", where: .constant(true), orderedBy: [.ascending("name")])
    #expect(photos.count == 5 && copied.files.count == 4)
    for (number, photo) in photos.enumerated() {
      #expect(try photo.value(forKey: "bytes", as: Data.self) == Album.bytes(number * 3_000))
    }
    #expect(try copied.container.verify().isEmpty)
  }

  @Test func `a file that is there is not overwritten, and a backup that fails leaves nothing`()
    throws
  {
    let ledger = try Ledger(path)
    try ledger.start()
    let other = folder.file("other")
    try Data("text".utf8).write(to: URL(filePath: other))
    for target in [path, other, folder.file("missing/copy")] {
      #expect(throws: SQLiteStoreError.self) { try store(ledger.container).backUp(to: target) }
    }
    #expect(try Data(contentsOf: URL(filePath: other)) == Data("text".utf8))
    #expect(try ledger.number() == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("other") } == ["other"])
  }

  @Test func `a value that cannot be read is told each time, until somebody has put it right`()
    throws
  {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Book") { Attribute("price", Double.self) }
    }
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    try context.insert("Book").setValue(3.5, forKey: "price")
    try context.save()
    try runSQL("UPDATE Book SET price = 'much'", path)
    let other = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    for _ in 0..<3 { #expect(throws: PersistentStoreError.self) { try other.fetch("Book") } }
    try runSQL("UPDATE Book SET price = 4.5", path)
    #expect(try other.fetch("Book")[0]["price"] == 4.5)
  }

  @Test func `a row of an entity that the model does not have is found`() throws {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Medium") { Attribute("title", String.self) }
      Entity("Book", parent: "Medium") { Attribute("pages", Int?.self) }
    }
    let next = try ManagedObjectModel("Shelf") {
      Entity("Medium") {
        Attribute("title", String.self); Attribute("year", Int?.self)
      }
      Entity("Book", parent: "Medium") { Attribute("pages", Int?.self) }
    }
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    let context = container.makeContext()
    for title in ["a", "b"] { try context.insert("Book").setValue(title, forKey: "title") }
    try context.save()
    #expect(try container.verify().isEmpty)
    try runSQL("UPDATE Medium SET _entity = 'Film' WHERE title = 'b'", path)
    let words = "row 2 of its table Medium is of the entity \"Film\", which the model does not have"
    for look in [
      { _ = try container.verify() },
      { _ = try PersistentContainer(model: next, store: SQLiteStore(self.path)) },
    ] {
      let error = #expect(throws: SQLiteStoreError.self) { try look() }
      #expect("\(error as Any)".contains(words))
    }
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `what a former copy has left is not taken for a part of the new one`(end: String) throws {
    let ledger = try Ledger(path)
    try ledger.start()
    let copy = folder.file("copy")
    try Data("left".utf8).write(to: URL(filePath: copy + end))
    #expect(throws: SQLiteStoreError.exists(path: copy + end)) {
      try store(ledger.container).backUp(to: copy)
    }
    try FileManager.default.removeItem(atPath: copy + end)
    try store(ledger.container).backUp(to: copy)
    #expect(try Ledger(copy).number() == 0)
  }

  @Test func `a process that is killed leaves the copy whole or not at all`() async throws {
    let ledger = try Ledger(path)
    try ledger.start()
    let context = ledger.container.makeContext()
    for number in 0..<2_000 {
      let entry = try context.insert("Entry")
      try entry.setValue(String(repeating: "\(number)", count: 200), forKey: "text")
    }
    try context.save()
    var random = SplitMix64(seed: 5)
    for round in 0..<Kills.count(usual: 3) {
      let (copy, delay) = (folder.file("copy \(round)"), 500 + random.below(20_000))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, copy = copy as String, delay = delay as Int] in
        let ledger = try Ledger(path)
        let store = try #require(ledger.container.store as? SQLiteStore)
        Kills.killThisProcess(after: delay)
        try store.backUp(to: copy)
        while true { pause() }
      }
      guard FileManager.default.fileExists(atPath: copy) else { continue }
      #expect(try Ledger(copy).container.makeContext().count("Entry") == 2_000)
    }
  }

  @Test func `a file gives back the room of what was deleted, while others have it open`() throws {
    let (ledger, other) = (try Ledger(path), try Ledger(path))
    try ledger.start()
    for _ in 0..<30 { _ = try ledger.add(ledger.container.makeContext()) }
    let context = ledger.container.makeContext()
    for entry in try context.fetch("Entry") { try context.delete(entry) }
    try context.fetch("Account").first?.setValue(0, forKey: "number")
    try context.save()
    try store(ledger.container).compact()
    let before = try size(path)
    #expect(before < 60_000)
    #expect(try other.number() == 0)
    #expect(try other.add(other.container.makeContext()) == 1)
    #expect(try ledger.number() == 1)
    expectIntact(path)
  }

  @Test func `what is wrong with rows is reported, and damage is an error`() throws {
    let ledger = try Ledger(path)
    try ledger.start()
    for _ in 0..<20 { _ = try ledger.add(ledger.container.makeContext()) }
    #expect(try ledger.container.verify().isEmpty)
    try runSQL("PRAGMA foreign_keys = OFF; DELETE FROM Account", path)
    let report = try ledger.container.verify()
    #expect(report.count == 60)
    #expect(report.allSatisfy { $0.keyPath == ["account"] && $0.entity == "Entry" })
    try runSQL("PRAGMA wal_checkpoint(TRUNCATE)", path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in 3...8 {
      bytes.replaceSubrange(index * 4096 + 200..<index * 4096 + 400, with: Data(count: 200))
    }
    try bytes.write(to: URL(filePath: folder.file("damaged")))
    let damaged = try Ledger(folder.file("damaged"))
    let error = #expect(throws: SQLiteStoreError.self) { try damaged.container.verify() }
    #expect(error?.description.contains("damaged") == true, "\(error as Any)")
  }

  @Test func `a check finds pairs that lead nowhere, which are read as none`() throws {
    let model = try ManagedObjectModel("Tags") {
      Entity("Book") { Relationship("tags", to: "Tag", .toMany, inverse: "books") }
      Entity("Tag") { Relationship("books", to: "Book", .toMany, inverse: "tags") }
    }
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    let context = container.makeContext()
    let (book, tag) = (try context.insert("Book"), try context.insert("Tag"))
    try book.setValue([tag], forKey: "tags")
    try context.save()
    #expect(try container.verify().isEmpty)
    try runSQL("PRAGMA foreign_keys = OFF; DELETE FROM Tag", path)
    let report = try container.verify()
    #expect(report.map(\.keyPath) == [["tags"]] && !report.isValid)
    #expect(report.first?.objectID == book.objectID)
  }

  @Test func `a file that is missing beside the rows is an error`() throws {
    let album = try Album(path)
    let context = album.container.makeContext()
    try album.add("one", Album.bytes(500), to: context)
    try context.save()
    #expect(try album.container.verify().isEmpty)
    try FileManager.default.removeItem(atPath: "\(album.folder)/\(album.files[0])")
    #expect(throws: SQLiteStoreError.self) { try album.container.verify() }
  }
}
