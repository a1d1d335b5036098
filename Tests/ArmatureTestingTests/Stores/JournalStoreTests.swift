import Armature
import ArmatureTesting
import Foundation
import TestSupport
import Testing

@testable import journal

/// The sample store of the article about stores.
@Suite struct JournalStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("store.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  private func container(_ entity: String = "Note") throws -> PersistentContainer {
    let model = try ManagedObjectModel("Notes") {
      Entity(entity) { Attribute("text", String.self).identifying() }
    }
    return try PersistentContainer(model: model, store: JournalStore(at: path))
  }

  private func insert(_ text: String, _ container: PersistentContainer) throws {
    let context = container.makeContext()
    try context.insert("Note").text = text
    try context.save()
  }

  private func texts() throws -> [AttributeValue] {
    try container().makeContext().fetch("Note").map { $0["text"] ?? .null }
  }

  @Test(arguments: StoreCheck.allCases)
  func `the journal does what stores must`(_ check: StoreCheck) async {
    let folder = folder.path
    let conformance = StoreConformance(
      count: 60,
      reopen: { store in
        guard let journal = store as? JournalStore else { return store }
        return try JournalStore(at: journal.path)
      }
    ) { try JournalStore(at: "\(folder)/\(UUID())") }
    await expectConformance(conformance, [check])
  }

  @Test func `a line that was not written to its end never was`() throws {
    let container = try container()
    try insert("one", container)
    let whole = try Data(contentsOf: URL(filePath: path))
    try insert("two", container)
    let longer = try Data(contentsOf: URL(filePath: path))
    for end in [whole.count, whole.count + 1, longer.count - 1] {
      try longer.prefix(end).write(to: URL(filePath: path))
      #expect(try texts() == ["one"])
      try insert("three", self.container())
      #expect(try texts() == ["one", "three"])
    }
  }

  @Test(arguments: [
    #"{"store":"0D5B4A68-0C4E-4B0C-8C88-2E7B5B3E3F11"}"#,
    #"{"format":1,"store":"0D5B4A68-0C4E-4B0C-8C88-2E7B5B3E3F11"}"#,
  ])
  func `a journal of each form so far is read`(first: String) throws {
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String.self).identifying() }
    }
    try Data((first + "\n").utf8).write(to: URL(filePath: path))
    try insert("one", PersistentContainer(model: model, store: JournalStore(at: path)))
    #expect(try texts() == ["one"])
    let newer = first.replacing("{", with: #"{"format":2,"#).replacing(#","format":1"#, with: "")
    try Data((newer + "\n").utf8).write(to: URL(filePath: path))
    #expect(throws: JournalError.self) { try JournalStore(at: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == newer + "\n")
  }

  @Test func `what cannot be written was not saved, and the store must be opened again`() throws {
    let store = try JournalStore(at: path)
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") { Attribute("text", String.self).identifying() }
    }
    let container = try PersistentContainer(model: model, store: store)
    try insert("one", container)
    let context = container.makeContext()
    try context.insert("Note").text = "two"
    try store.file.close()
    #expect(throws: (any Error).self) { try context.save() }
    #expect(context.hasChanges)
    #expect(throws: JournalError.self) { try container.makeContext().count("Note") }
    #expect(try texts() == ["one"])
  }

  @Test func `a file of another model, or that is no journal, is refused`() throws {
    try insert("one", container())
    #expect(throws: PersistentStoreError.otherModel) { try container("Remark") }
    try Data("{}\n".utf8).write(to: URL(filePath: path))
    let error = try #require(throws: JournalError.self) { try container() }
    #expect("\(error)".contains("must be a journal"))
    try Data("[1\n".utf8).write(to: URL(filePath: path))
    #expect(throws: (any Error).self) { try container() }
  }
}
