import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Reports of stores on a migration that has not been tried.
@Suite(.needsSQLite) struct StorePlanTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows")
  }

  private func plan(
    _ kind: FileKind, _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    switch kind {
    case .sqlite: try SQLiteStore(path).migrationPlan(to: model, migration: migration)
    case .json: try JSONFileStore(path).migrationPlan(to: model, migration: migration)
    }
  }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: kind.store(path), migration: migration)
  }

  private func fill(_ kind: FileKind, _ model: ManagedObjectModel, _ rows: String) throws {
    let context = try open(kind, model).makeContext()
    try context.load(.text(rows, name: "rows.json"))
    try context.save()
  }

  /// Returns the bytes of all files by name, except the files for locking.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") && !name.hasSuffix(".lock") {
      files[name] = try Data(contentsOf: URL(filePath: folder.file(name)))
    }
    return files
  }

  @Test(arguments: MigrationCase.all, FileKind.allCases)
  func `a plan has what a migration meets, and changes nothing`(
    _ change: MigrationCase, kind: FileKind
  ) throws {
    try fill(kind, change.old(), change.rows)
    // A save without objects creates no JSON file.
    guard FileManager.default.fileExists(atPath: path) else { return }
    let before = try files()
    let plan = try plan(kind, change.new())
    #expect(try files() == before)
    #expect(
      try plan.stages.flatMap(\.steps).map(\.step)
        == MigrationPlan(from: change.old(), to: change.new()).steps || plan.stages.isEmpty)
    #expect(plan.obstacles.allSatisfy { $0.count > 0 && !$0.rows.isEmpty })
    do {
      _ = try open(kind, change.new())
      #expect(plan.obstacles.isEmpty)
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      // A migration reports only the first duplicate of unique values.
      let met = plan.obstacles.prefix(max(1, obstacles.count))
      #expect(met.map(\.description) == obstacles.map(\.description))
    }
  }

  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Thing") { Attribute("code", String.self) }
      Entity("Cup", parent: "Thing") { Attribute("size", Int?.self) }
      Entity("Maker") { Attribute("name", String.self) }
    }
  }

  private static let rows = """
    {"Thing": [{"code": "a"}], "Cup": [{"code": "b", "size": 3}, {"code": "b"}],
     "Maker": [{"name": "m"}]}
    """

  @Test(arguments: FileKind.allCases)
  func `each step has the rows of its objects, and those in its way`(kind: FileKind) throws {
    try fill(kind, Self.old(), Self.rows)
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing") {
        Attribute("code", String.self)
        Attribute("lot", Int.self)
      }
      Entity("Cup", parent: "Thing") {}
      Entity("Bowl", parent: "Thing") {}
    }
    let plan = try plan(kind, model)
    let counts = Dictionary(
      uniqueKeysWithValues: plan.stages[0].steps.map { ($0.step.place, $0) })
    #expect(
      counts.mapValues(\.rowCount) == ["Thing.lot": 3, "Cup.size": 2, "Bowl": 0, "Maker": 1])
    #expect(
      counts.compactMapValues(\.obstacle?.count) == ["Thing.lot": 3, "Cup.size": 1, "Maker": 1])
    #expect(counts["Cup.size"]?.obstacle?.rows.map(\.value) == [3])
    #expect(plan.statements.isEmpty == (kind == .json))
    let copy = try JSONDecoder().decode(
      StoreMigrationPlan.self, from: JSONEncoder().encode(plan))
    #expect(copy.description == plan.description)
    let lines = plan.description.split(separator: "\n")
    let removal = try #require(lines.firstIndex { $0.contains("Cup.size") })
    #expect(lines[removal].hasSuffix("Its values are dropped. 2 rows."))
    #expect(lines[removal + 1].hasPrefix("  1 row is an obstacle: Cup "))
    // Custom steps are part of the plan.
    let custom = StoreMigration.custom([
      .drop("Cup.size"), .drop("Maker"), .set("Thing.lot") { _ in 1 },
    ])
    #expect(try self.plan(kind, model, custom).obstacles.isEmpty)
    _ = try open(kind, model, custom)
    #expect(try self.plan(kind, model).description == "There is nothing to migrate.")
  }

  @Test(arguments: FileKind.allCases)
  func `what will not be unique is told with all rows`(kind: FileKind) throws {
    try fill(kind, Self.old(), Self.rows)
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing") { Attribute("code", String.self).unique() }
      Entity("Cup", parent: "Thing") { Attribute("size", Int.self).default(3).unique() }
      Entity("Maker") { Attribute("name", String.self) }
    }
    let obstacles = try plan(kind, model).obstacles
    #expect(Set(obstacles.map(\.step.place)) == ["Thing", "Cup"] || obstacles.count == 2)
    #expect(obstacles.map(\.count) == [2, 2])
    #expect(Set(obstacles.flatMap(\.rows).map(\.value)) == ["b", 3])
    let custom = StoreMigration.custom([
      .set("Thing.code", from: ["code"]) { $0["code"] ?? .null }
    ])
    #expect(try plan(kind, model, custom).obstacles == obstacles)
  }

  @Test(arguments: FileKind.allCases)
  func `of several versions the first has its numbers`(kind: FileKind) throws {
    try fill(kind, Self.old(), Self.rows)
    let middle = try ManagedObjectModel("Shop") {
      Entity("Thing") { Attribute("code", String.self) }
      Entity("Cup", parent: "Thing") { Attribute("size", Int?.self) }
    }
    let last = try ManagedObjectModel("Shop") { Entity("Thing") { Attribute("code", String.self) } }
    let versions: [StoreMigration.Version] = [
      .init("1", try Self.old()), .init("2", middle), .init("3", last),
    ]
    let plan = try plan(kind, last, .staged(versions))
    #expect(plan.stages.map(\.version) == ["2", "3"])
    #expect(plan.stages[0].steps.map(\.rowCount) == [1])
    #expect(plan.obstacles.map(\.step.place) == ["Maker"])
    #expect(plan.stages[1].steps.allSatisfy { $0.rowCount == nil && $0.obstacle == nil })
    #expect(plan.description.hasPrefix("2: "))
  }

  @Test(arguments: FileKind.allCases)
  func `rows that must stay have no plan, and no file an empty one`(kind: FileKind) throws {
    let model = try ManagedObjectModel("Shop") { Entity("Thing") { Attribute("code", Int.self) } }
    #expect(try plan(kind, model).stages.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
    try fill(kind, Self.old(), Self.rows)
    do {
      _ = try plan(kind, model, .refuse)
      Issue.record("there is a plan")
    } catch PersistentStoreError.modelDiffers(_, let saved, _, _) {
      #expect(try saved == Self.old().fingerprint)
    }
  }

  @Test func `what is not unique is told with the values of the model`() throws {
    func model(_ isUnique: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel("Values") {
        Entity("Value") {
          Attribute("truth", Bool.self)
          Attribute("price", Decimal.self)
          Attribute("day", Date.self)
          if isUnique {
            Unique("truth")
            Unique("price", "day")
          }
        }
      }
    }
    let row = #"{"truth": true, "price": 1.5, "day": "2026-11-27T00:00:00Z"}"#
    let obstacles = try FileKind.allCases.map { kind in
      try? FileManager.default.removeItem(atPath: path)
      try fill(kind, model(false), #"{"Value": [\#(row), \#(row)]}"#)
      let obstacles = try plan(kind, model(true)).obstacles
      do {
        _ = try open(kind, model(true))
        Issue.record("it is migrated")
      } catch PersistentStoreError.migrationBlocked(_, let found) {
        #expect(!found.isEmpty && Set(found).isSubset(of: obstacles))
      }
      return obstacles.map(\.rows)
    }
    #expect(obstacles[0] == obstacles[1])
    #expect(obstacles[0].map { $0.map(\.value.isNull) } == [[false, false], [false, false]])
    #expect(obstacles[0].joined().contains { $0.value == true })
  }

  private struct Refusal: Error {}

  @Test(arguments: FileKind.allCases)
  func `what a closure throws, and what does not suit, is found by a plan`(kind: FileKind) throws {
    try fill(kind, Self.old(), Self.rows)
    let model = try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self)
        Attribute("size", Int.self).default(1)
      }
      Entity("Thing") { Attribute("code", String.self) }
      Entity("Cup", parent: "Thing") { Attribute("size", Int?.self) }
    }
    #expect(throws: Refusal.self) {
      try plan(kind, model, .custom([.set("Maker.size") { _ in throw Refusal() }]))
    }
    #expect(
      throws: PersistentStoreError.invalidValue(place: "Maker.size", type: .int64, value: "big")
    ) {
      try plan(kind, model, .custom([.set("Maker.size") { _ in "big" }]))
    }
    #expect(try plan(kind, model, .custom([.set("Maker.size") { _ in 7 }])).obstacles.isEmpty)
  }

  @Test(arguments: ["", "garbage", "{", "[1, 2]", #"{"Maker": [{"name": 3}]}"#])
  func `what no store of JSON is has no plan`(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(throws: (any Error).self) { try plan(.json, Self.old()) }
    #expect(throws: (any Error).self) { try open(.json, Self.old()) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
  }

  @Test func `a file is read while others write, and is not kept from them`() throws {
    try fill(.sqlite, Self.old(), Self.rows)
    let container = try open(.sqlite, Self.old())
    let context = container.makeContext()
    let maker = try context.insert("Maker")
    try maker.setValue("other", forKey: "name")
    try context.save()
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing") { Attribute("code", String.self) }
    }
    let plan = try plan(.sqlite, model)
    #expect(plan.obstacles.first { $0.step.place == "Maker" }?.count == 2)
    try maker.setValue("another", forKey: "name")
    try context.save()
  }
}
