import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Copies, progress reports and cancellation of migrations.
@Suite(.needsSQLite) struct WatchedMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows")
  }

  private struct Stop: Error {}

  /// Returns a model of notes with sizes that are numbers, then texts, then numbers again.
  private static func model(_ version: Int) throws -> ManagedObjectModel {
    try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("name", String.self).identifying()
        if version == 2 { Attribute("size", String.self) } else { Attribute("size", Int.self) }
        if version > 1 { Attribute("colour", String?.self) }
        Attribute("picture", Data?.self).storedExternally()
      }
    }
  }

  /// Creates a file of the first version.
  private func stock(_ kind: FileKind, count: Int = 3) throws {
    let context = try open(kind, 1, .automatic).makeContext()
    for number in 0..<count {
      let note = try context.insert("Note")
      note.name = "Note \(number)"
      note.size = number
      if number == 1 { note.picture = Data(repeating: 7, count: 200_000) }
    }
    try context.save()
  }

  @discardableResult private func open(
    _ kind: FileKind, _ version: Int, _ migration: StoreMigration, at path: String? = nil
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: Self.model(version), store: kind.store(path ?? self.path), migration: migration)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test(arguments: FileKind.allCases, [nil, "old"])
  func `a copy has the rows as they were, and is made only if rows are migrated`(
    kind: FileKind, name: String?
  ) throws {
    try stock(kind)
    let before = try StorePicture(open(kind, 1, .refuse)).description
    let given = name.map(folder.file)
    let copy = given ?? "\(path).backup"
    try open(kind, 1, .automatic.keepingBackup(at: given))
    #expect(!FileManager.default.fileExists(atPath: copy))
    try open(kind, 2, .automatic.keepingBackup(at: given))
    #expect(try StorePicture(open(kind, 1, .refuse, at: copy)).description == before)
    kind.expectWhole(copy)
    // A copy without a given name gets the next free one; otherwise nothing is overwritten.
    if given == nil {
      try open(kind, 3, .automatic.keepingBackup())
      #expect(try StorePicture(open(kind, 2, .refuse, at: "\(copy)-2")).description != before)
      return
    }
    let now = try StorePicture(open(kind, 2, .refuse)).description
    let error = #expect(throws: (any Error).self) {
      try open(kind, 3, .automatic.keepingBackup(at: given))
    }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("\(copy) must not exist"))
    #expect(try StorePicture(open(kind, 2, .refuse)).description == now)
    #expect(try StorePicture(open(kind, 1, .refuse, at: copy)).description == before)
  }

  @Test(arguments: FileKind.allCases)
  func `what stands in the way leaves no copy`(kind: FileKind) throws {
    try stock(kind)
    _ = try open(kind, 2, .automatic)
    let context = try open(kind, 2, .refuse).makeContext()
    try context.insert("Note").name = "wrong"
    try context.fetch("Note") { $0.name == "wrong" }.first?.size = "many"
    try context.save()
    let files = try names
    #expect(throws: PersistentStoreError.self) {
      try open(kind, 3, .automatic.keepingBackup())
    }
    #expect(try names.filter { $0.contains("backup") } == [])
    #expect(
      try names.filter { !$0.contains("-wal") && !$0.contains("-shm") }
        == files.filter { !$0.contains("-wal") && !$0.contains("-shm") })
  }

  @Test func `a copy that is taken away leaves what lay beside it before`() throws {
    try stock(.sqlite)
    let data = folder.file("old-data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    let kept = "\(data)/\(UUID().uuidString)"
    try Data([7]).write(to: URL(filePath: kept))
    let migration = StoreMigration.automatic.keepingBackup(at: folder.file("old"))
    #expect(throws: Stop.self) { try open(.sqlite, 2, migration.reporting { _ in throw Stop() }) }
    let told = Told(end: 3)
    #expect(throws: Stop.self) { try open(.sqlite, 2, migration.reporting(told.note)) }
    #expect(FileManager.default.fileExists(atPath: kept))
    #expect(!FileManager.default.fileExists(atPath: folder.file("old")))
  }

  @Test(arguments: FileKind.allCases)
  func `a closure is told more and more, and ends the migration wherever it throws`(
    kind: FileKind
  ) throws {
    try stock(kind, count: 100)
    let stages: [StoreMigration.Version] = [
      .init("1", try Self.model(1)), .init("2", try Self.model(2)), .init("3", try Self.model(3)),
    ]
    let before = try StorePicture(open(kind, 1, .refuse)).description
    var end = 0
    while true {
      let told = Told(end: end)
      let migration = StoreMigration.staged(stages).keepingBackup().reporting(told.note)
      do {
        try open(kind, 3, migration)
      } catch is Stop {
        end += 1
        #expect(try StorePicture(open(kind, 1, .refuse)).description == before)
        #expect(try names.filter { $0.contains("backup") } == [])
        continue
      }
      #expect(told.list.map(\.fraction) == told.list.map(\.fraction).sorted())
      #expect(Set(told.list.map(\.version)) == ["2", "3"])
      #expect(told.list.allSatisfy { (0...1).contains($0.fraction) })
      break
    }
    #expect(end > 2)
  }

  @Test(arguments: FileKind.allCases, [false, true])
  func `each percentage is told once, up to 100`(kind: FileKind, isStaged: Bool) throws {
    try stock(kind, count: 2_000)
    let stages: [StoreMigration.Version] = [
      .init("1", try Self.model(1)), .init("2", try Self.model(2)), .init("3", try Self.model(3)),
    ]
    let told = Told(end: .max)
    try open(kind, 3, (isStaged ? StoreMigration.staged(stages) : .automatic).reporting(told.note))
    let lines = told.list.map(\.description)
    #expect(lines.first?.hasPrefix("0 %") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("100 %") == true, "\(lines)")
    // A step of more than a second may report its percentage again.
    #expect(Set(lines).count == lines.count, "\(lines)")
  }

  @Test(arguments: FileKind.allCases)
  func `the end of a task ends the migration`(kind: FileKind) async throws {
    try stock(kind)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try open(kind, 2, .automatic)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try open(kind, 1, .refuse)
    try open(kind, 2, .automatic)
  }

  /// `@unchecked Sendable`: one task uses it.
  private final class Told: @unchecked Sendable {
    private(set) var list: [MigrationProgress] = []
    private let end: Int

    init(end: Int) { self.end = end }

    @Sendable func note(_ progress: MigrationProgress) throws {
      if list.count == end { throw Stop() }
      list.append(progress)
      #expect(!progress.description.isEmpty)
    }
  }
}
