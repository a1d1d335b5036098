import Armature
import ArmatureModel
import ArmatureSQLite
import ArmatureTesting
import Foundation
import TestSupport
import Testing

/// Files of public projects' models, migrated from version to version.
@Suite(
  .needsSQLite,
  .enabled(
    if: CorpusModel.folder != nil,
    "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
  ))
struct SQLiteCorpusMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Step {
    let model: String
    let from: String
    let to: String

    static func all() throws -> [Step] {
      guard let folder = CorpusModel.folder else { return [] }
      let text = try String(
        contentsOf: folder.appending(path: "model-steps.tsv"), encoding: .utf8)
      return text.split(separator: "\n").dropFirst().map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Step(model: fields[0], from: fields[1], to: fields[2])
      }
    }
  }

  private static func model(_ name: String, _ version: String) throws -> ManagedObjectModel {
    try CorpusModel.model(at: "\(name)/\(version).xcdatamodel/contents")
  }

  /// The fraction of the steps to test; an environment variable allows a long run.
  private static var stride: Int {
    ProcessInfo.processInfo.environment["ARMATURE_STEPS"] == nil ? 5 : 1
  }

  @Test(arguments: FileKind.allCases)
  func `each step keeps every object, or is refused and changes nothing`(_ kind: FileKind) throws {
    var (migrated, refused) = (0, 0)
    for (number, step) in try Step.all().enumerated() where number % Self.stride == 0 {
      let (old, new) = (
        try Self.model(step.model, step.from), try Self.model(step.model, step.to)
      )
      let name = Comment(rawValue: "\(step.model): \(step.from), \(step.to)")
      let path = folder.file("\(number).\(kind)")
      let before = try Self.fill(path, old, kind, seed: UInt64(number))
      if try Self.migrate(path, kind, before, from: old, to: new, name) {
        migrated += 1
      } else {
        refused += 1
      }
      if number % 20 == 0 { kind.expectWhole(path) }
    }
    #expect(migrated > 20 && refused > 3, "\(migrated) were migrated, and \(refused) refused")
  }

  /// Opens a file with another model: it must have every object afterwards, or be unchanged.
  ///
  /// - Returns: Whether it was migrated.
  static func migrate(
    _ path: String, _ kind: FileKind, _ before: StorePicture, from old: ManagedObjectModel,
    to new: ManagedObjectModel, _ name: Comment
  ) throws -> Bool {
    let bytes = try Data(contentsOf: URL(filePath: path))
    do {
      let container = try PersistentContainer(model: new, store: kind.store(path))
      let after = try StorePicture(container)
      #expect(MigratedPicture(from: old, to: new).differences(before, after).isEmpty, name)
      return true
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(!obstacles.isEmpty && obstacles.allSatisfy { $0.count > 0 }, name)
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes, name)
      let container = try PersistentContainer(
        model: old, store: kind.store(path), migration: .refuse)
      #expect(try StorePicture(container) == before, name)
      return false
    }
  }

  /// Creates a file with objects of each entity.
  static func fill(
    _ path: String, _ model: ManagedObjectModel, _ kind: FileKind, seed: UInt64
  ) throws -> StorePicture {
    let container = try PersistentContainer(model: model, store: kind.store(path))
    let context = container.makeContext()
    let generator = ObjectGenerator(model, seed: seed)
    for entity in model.entities where !entity.isAbstract {
      try generator.make(entity.name, count: 2, in: context)
    }
    try context.save()
    return try StorePicture(container)
  }
}
