import Armature
import ArmatureModel
import ArmatureSQLite
import ArmatureTesting
import Foundation
import TestSupport
import Testing

/// JSON files with rows saved by another model migrate like SQLite files.
@Suite struct JSONMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows.json")
  }

  private var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

  private func open(
    _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: JSONFileStore(path), migration: migration)
  }

  @Test(arguments: MigrationCase.all)
  func `a change keeps all rows, or is refused with those in its way`(_ change: MigrationCase)
    throws
  {
    try change.fill(open(change.old()))
    // A save without objects creates no file.
    guard FileManager.default.fileExists(atPath: path) else { return }
    let before = try bytes
    do {
      let migrated = try open(change.new())
      let picture = try StorePicture(migrated)
      #expect(picture.description == change.outcome)
      #expect(try JSONFileStore(path).metadata()?.model == change.new())
      // The next migration has nothing to do, and reads the same.
      let again = try StorePicture(open(change.new(), .refuse))
      #expect(again == picture)
    } catch PersistentStoreError.migrationBlocked(let place, let obstacles) {
      #expect(place == path && change.problem(with: obstacles) == nil)
      #expect(try bytes == before)
      _ = try open(change.old(), .refuse)
    }
  }

  /// Returns the result of a migration: the rows or the obstacles.
  private func outcome(
    _ kind: FileKind, _ path: String, _ model: ManagedObjectModel, _ migration: StoreMigration
  ) throws -> String {
    do {
      let container = try PersistentContainer(
        model: model, store: kind.store(path), migration: migration)
      return try StorePicture(container).description
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      return obstacles.map { "\($0.step): \($0.count) \($0.rows)" }.joined(separator: "\n")
    }
  }

  @Test(.needsSQLite) func `the rows of both kinds of files become the same`() throws {
    var (same, count) = (0, 0)
    for seed in 0..<80 as Range<UInt64> {
      guard let (old, new) = try ChangedModel.models(seed: seed) else { continue }
      let migration = StoreMigration.custom(Self.removals(MigrationPlan(from: old, to: new)))
      do {
        let outcomes = try FileKind.allCases.map { kind in
          let path = folder.file("\(seed).\(kind)")
          _ = try SQLiteCorpusMigrationTests.fill(path, old, kind, seed: seed)
          return try outcome(kind, path, new, seed % 2 == 0 ? .automatic : migration)
        }
        count += 1
        if outcomes[0] == outcomes[1] { same += 1 }
        #expect(outcomes[0] == outcomes[1], "seed \(seed)")
      } catch is GenerationError {
        continue
      }
    }
    #expect(same == count && count > 20)
  }

  /// Returns steps that drop everything removed.
  private static func removals(_ plan: MigrationPlan) -> [StoreMigration.Step] {
    plan.steps.compactMap { step in
      switch step.fact {
      case .entityRemoved: .drop(step.entity)
      case .attributeRemoved, .relationshipRemoved: .drop("\(step.entity).\(step.property ?? "")")
      default: nil
      }
    }
  }

  // MARK: One file

  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") { Entity("Book", body) }
  }

  private static func old() throws -> ManagedObjectModel {
    try model {
      Attribute("title", String.self)
      Attribute("pages", Int.self).default(0)
    }
  }

  private static func new() throws -> ManagedObjectModel {
    try model {
      Attribute("name", String.self).renamed(from: "title")
      Attribute("pages", Int.self)
      Attribute("note", String?.self)
    }
  }

  /// Creates a file of the old model with some books.
  @discardableResult private func save(_ titles: String...) throws -> PersistentContainer {
    let container = try open(Self.old())
    let context = container.makeContext()
    for title in titles { try context.insert("Book").setValue(title, forKey: "title") }
    try context.save()
    return container
  }

  @Test func `a file stays as it is where that is wanted, with what differs`() throws {
    try save("a")
    let before = try bytes
    let (old, new) = (try Self.old(), try Self.new())
    let error = #expect(throws: PersistentStoreError.self) { try open(new, .refuse) }
    #expect(
      error
        == .modelDiffers(
          path: path, saved: old.fingerprint, expected: new.fingerprint,
          difference: new.difference(from: old)))
    #expect(throws: PersistentStoreError.self) { try JSONFileStore(path).open(new) }
    #expect(try bytes == before)
  }

  @Test func `who has the file open is told that the model differs, and writes nothing`() throws {
    let former = try save("a")
    let context = former.makeContext()
    let book = try context.fetch("Book")[0]
    _ = try open(Self.new())
    let migrated = try bytes
    book.title = "b"
    for _ in 0..<2 {
      let error = try #require(throws: PersistentStoreError.self) { try context.save() }
      guard case .modelDiffers(_, let saved, _, .some) = error else { throw error }
      #expect(try saved == Self.new().fingerprint)
    }
    let store = try #require(former.store as? JSONFileStore)
    #expect(throws: PersistentStoreError.self) { try store.reload() }
    #expect(try bytes == migrated && context.hasChanges)
  }

  @Test func `rows that were changed have another version, and keys go on where they were`() throws
  {
    let former = try save("a", "b")
    let other = try Self.model {
      Attribute("title", String.self)
      Attribute("pages", Int.self).default(0)
      Attribute("lot", Int?.self)
    }
    let context = former.makeContext()
    let book = try #require(
      context.fetch("Book", orderedBy: [.ascending("title")]).last)
    try context.delete(book)
    try context.save()
    let row = try former.store.rows(FetchRequest("Book"), of: former.model)[0]
    let same = try open(other).store.rows(FetchRequest("Book"), of: other)[0]
    #expect(same.version == row.version && same.id == row.id)
    let third = try Self.model {
      Attribute("title", String.self)
      Attribute("pages", String.self)
      Attribute("lot", Int?.self)
    }
    let later = try open(third)
    let changed = try later.store.rows(FetchRequest("Book"), of: third)[0]
    #expect(changed.version > row.version && changed.id == row.id)
    #expect(later.store.identifier == former.store.identifier)
    let next = later.makeContext()
    let added = try next.insert("Book")
    try added.setValuesForKeys(["title": "c", "pages": "1"])
    try next.save()
    #expect(added.objectID.key > book.objectID.key)
  }

  @Test func `defaults that are computed are so for each row`() throws {
    try save("a", "b")
    let model = try Self.model {
      Attribute("title", String.self)
      Attribute("added", Date.self).default(.now)
      Attribute("code", UUID.self).default(.uuid)
      Attribute("lot", Int.self).default { 7 }
    }
    let context = try open(model, .custom([.drop("Book.pages")])).makeContext()
    let books = try context.fetch("Book")
    #expect(try Set(books.map { try $0.value(forKey: "code", as: UUID.self) }).count == 2)
    for book in books {
      #expect(try book.value(forKey: "lot", as: Int.self) == 7)
      #expect(try book.value(forKey: "added", as: Date.self) != nil)
    }
  }

  private struct Refusal: Error {}

  @Test func `a closure that throws, or gives what cannot be, leaves the file as it was`() throws {
    try save("a")
    let before = try bytes
    let model = try Self.model {
      Attribute("title", String.self)
      Attribute("pages", Int.self)
      Attribute("size", String.self)
    }
    #expect(throws: Refusal.self) {
      try open(model, .custom([.set("Book.size") { _ in throw Refusal() }]))
    }
    for value: AttributeValue in [.null, .int(3)] {
      #expect(
        throws: PersistentStoreError.invalidValue(place: "Book.size", type: .string, value: value)
      ) {
        try open(model, .custom([.set("Book.size") { _ in value }]))
      }
    }
    #expect(try bytes == before)
    let step = StoreMigration.Step.set("Book.size", from: ["title", "none"]) { old in
      old.count == 1 ? old["title"] ?? .null : .null
    }
    let context = try open(model, .custom([step])).makeContext()
    #expect(try context.fetch("Book")[0].value(forKey: "size", as: String.self) == "a")
  }

  @Test func `several stores open a file at once, and one of them migrates it`() async throws {
    try save("a", "b")
    let path = path
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let container = try PersistentContainer(model: Self.new(), store: JSONFileStore(path))
          return try container.makeContext().count("Book")
        }
      }
      for try await count in group { #expect(count == 2) }
    }
    let commits = try String(contentsOfFile: folder.path + "/.rows.json.lock", encoding: .utf8)
    #expect(commits.split(separator: "\n").first?.hasSuffix(" 0000000002") == true)
  }

  @Test func `a migration that is killed has been made, or has not`() async throws {
    let titles = (0..<2_000).map { "title \($0)" }
    do {
      let context = try open(Self.old()).makeContext()
      for title in titles { try context.insert("Book").setValue(title, forKey: "title") }
      try context.save()
    }
    let (old, path) = (try bytes, path)
    var random = SplitMix64(seed: 5)
    for _ in 0..<Kills.count(usual: 4) {
      try old.write(to: URL(filePath: path))
      let delay = random.below(120_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        _ = try JSONFileStore(path).metadata()
        Kills.killThisProcess(after: delay)
        _ = try PersistentContainer(model: Self.new(), store: JSONFileStore(path))
        while true { sleep(1) }
      }
      if try JSONFileStore(path).metadata()?.model == Self.old() { #expect(try bytes == old) }
      let context = try open(Self.new()).makeContext()
      let books = try context.fetch("Book")
      #expect(try books.map { try $0.value(forKey: "name", as: String.self) } == titles)
    }
  }
}
