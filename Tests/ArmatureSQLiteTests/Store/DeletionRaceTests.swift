import Armature
import ArmaturePostgreSQL
import Foundation
import TestSupport
import Testing

/// Two concurrent tasks: one adds a part to an owner, the other deletes the owner.
@Suite(.needsSQLite) struct DeletionRaceTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["ARMATURE_RACES"].flatMap(Int.init) ?? 100

  struct Race: Sendable {
    let kind: StoreKind
    var isolation = PostgreSQLStore.Isolation.readCommitted

    static let all: [Race] =
      StoreKind.allCases.map { Race(kind: $0) }
      + (StoreKind.allCases.contains(.postgresql)
        ? [Race(kind: .postgresql, isolation: .serializable)] : [])
  }

  @Test(arguments: Race.all, PartsModel.all)
  func `never do both succeed where one forbids the other`(
    race: Race, parts: PartsModel
  ) async throws {
    // Each save writes the whole file.
    let rounds = race.kind == .json ? min(Self.rounds, 1_000) : Self.rounds
    let store = try AnyStore(race.kind, parts.model(), isolation: race.isolation)
    let container = store.container
    let ids = try {
      let context = container.makeContext()
      let owners = try (0..<rounds).map { _ in try context.insert("Owner") }
      try context.save()
      return owners.map(\.objectID)
    }()
    var counts: [String: Int] = [:]
    for id in ids {
      let (added, deleted) = await withTaskGroup(of: (isAdding: Bool, isSaved: Bool).self) {
        group in
        group.addTask {
          let isSaved = Self.saves(container) { context in
            let owner = try context.existingObject(with: id)
            try parts.add(try context.insert("Part"), to: owner)
          }
          return (true, isSaved)
        }
        group.addTask {
          (false, Self.saves(container) { try $0.delete($0.existingObject(with: id)) })
        }
        var saved = (added: false, deleted: false)
        for await task in group {
          if task.isAdding { saved.added = task.isSaved } else { saved.deleted = task.isSaved }
        }
        return saved
      }
      counts["added \(added), deleted \(deleted)", default: 0] += 1
      #expect(added || deleted)
    }
    if rounds > 1_000 { print(race.kind, race.isolation, parts.testDescription, counts) }
    #expect(try container.verify().isValid)
    let context = container.makeContext()
    let (owners, rest) = (try context.count("Owner"), try context.count("Part"))
    switch parts.rule {
    // A part that is added to an owner is deleted together with it.
    case .cascade: #expect(owners == rest)
    case .deny:
      #expect(counts["added true, deleted true"] == nil)
      #expect(owners == rest)
    default:
      if parts.isRequired { #expect(counts["added true, deleted true"] == nil && owners == rest) }
    }
  }

  private static func saves(
    _ container: PersistentContainer, _ edit: (ManagedObjectContext) throws -> Void
  ) -> Bool {
    let context = container.makeContext()
    do {
      try edit(context)
      try context.save()
      return true
    } catch {
      return false
    }
  }
}
