import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Files that are only read, and several containers of one store object.
@Suite(.needsSQLite) struct SQLiteReadOnlyTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a b%?#.sqlite")
  }

  private static func model(hasAuthor: Bool = false) throws -> ManagedObjectModel {
    try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("text", String.self)
        if hasAuthor { Attribute("author", String?.self) }
      }
    }
  }

  private func fill() throws {
    let context = try PersistentContainer(model: Self.model(), store: SQLiteStore(path))
      .makeContext()
    try context.insert("Note").setValue("a", forKey: "text")
    try context.save()
  }

  @Test func `a file that is only read is not changed`() throws {
    try fill()
    let bytes = try Data(contentsOf: URL(filePath: path))
    do {
      let store = SQLiteStore(path, readOnly: true, keepsHistory: true)
      let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
      let note = try #require(try context.fetch("Note").first)
      #expect(try note.value(forKey: "text", as: String.self) == "a")
      try note.setValue("b", forKey: "text")
      #expect(throws: SQLiteStoreError.readOnly(path: path)) { try context.save() }
      #expect(throws: SQLiteStoreError.readOnly(path: path)) { try context.insert("Note") }
      #expect(try store.metadata() != nil)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `a file is read in a folder where nothing can be made`() async throws {
    try fill()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Nothing is forbidden to the superuser.
      if geteuid() == 0 { precondition(setuid(65_534) == 0) }
      let model = try SQLiteReadOnlyTests.model()
      do {
        _ = try PersistentContainer(model: model, store: SQLiteStore(path))
        preconditionFailure("It cannot be opened to write.")
      } catch let error as SQLiteStoreError {
        precondition("\(error)".contains("SQLiteStore(path, readOnly: true)"), "\(error)")
      }
      let store = SQLiteStore(path, readOnly: true)
      let container = try PersistentContainer(model: model, store: store)
      let note = try container.makeContext().fetch("Note").first
      precondition(note?["text"] == "a")
      let report = try container.verify()
      precondition(report.isEmpty, "\(report)")
    }
  }

  @Test func `a file that is only read must be there with the rows of the model`() throws {
    func open(hasAuthor: Bool = false) throws {
      _ = try PersistentContainer(
        model: Self.model(hasAuthor: hasAuthor), store: SQLiteStore(path, readOnly: true))
    }
    #expect(throws: SQLiteStoreError.self) { try open() }
    #expect(!FileManager.default.fileExists(atPath: path))
    try fill()
    #expect(throws: PersistentStoreError.self) { try open(hasAuthor: true) }
    try open()
  }

  @Test func `connections that are closed leave no log`() throws {
    let store = SQLiteStore(path)
    let context = try PersistentContainer(model: Self.model(), store: store).makeContext()
    try context.insert("Note").setValue("a", forKey: "text")
    try context.save()
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    store.closeConnections()
    for end in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: path + end)) }
    #expect(try context.count("Note") == 1)
  }

  @Test func `contexts of two containers over one store object merge each other's saves`() throws {
    let store = SQLiteStore(path)
    let (first, second) = (
      try PersistentContainer(model: Self.model(), store: store),
      try PersistentContainer(model: Self.model(), store: store)
    )
    let (writer, reader) = (first.makeContext(), second.makeContext())
    reader.mergesChangesAutomatically = true
    let note = try writer.insert("Note")
    try note.setValue("a", forKey: "text")
    try writer.save()
    let same = try #require(try reader.fetch("Note").first)
    try note.setValue("b", forKey: "text")
    try writer.save()
    #expect(try reader.count("Note") == 1)
    #expect(try same.value(forKey: "text", as: String.self) == "b")
  }
}
