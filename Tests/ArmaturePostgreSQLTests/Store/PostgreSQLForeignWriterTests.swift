import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Contexts of a store while programs without this library write to it.
@Suite(.needsPostgreSQL) struct PostgreSQLForeignWriterTests {
  private typealias State = (name: String, count: Int)

  private func saved(_ store: PostgreSQLStore) throws -> [String] {
    try Counters.context(store.again()).fetch(
      FetchRequest("Counter", orderedBy: [.ascending("name")])
    )
    .map { "\(try Counters.name($0)) \(try Counters.count($0))" }
  }

  /// A change by a program without this library, with a version that no row had.
  private static let change = """
    UPDATE "Counter" SET "name" = 'theirs', "count" = 20, "_version" = nextval('_armature_keys')
    """

  private static let changed: [String: [String]?] = [
    "error": nil, "storeTrumps": ["theirs 20"], "objectTrumps": ["theirs 10"],
    "overwrite": ["mine 10"], "rollback": ["theirs 20"], "resolve": ["theirs 10"],
  ]
  private static let deleted: [String: [String]?] = [
    "error": nil, "storeTrumps": [], "objectTrumps": ["mine 10"], "overwrite": ["mine 10"],
    "rollback": [], "resolve": [],
  ]

  @Test(arguments: [0, 1, 2], [false, true])
  func `every policy decides about rows that psql has changed or deleted, in children too`(
    _ depth: Int, _ isDeleted: Bool
  ) throws {
    for (name, policy) in MergePolicy.all(keeping: "count") {
      let store = try PostgreSQLStore.new()
      let root = try Counters.context(store)
      root.mergePolicy = policy
      var contexts = [root]
      for _ in 0..<depth { contexts.append(contexts[contexts.count - 1].makeChild()) }
      for context in contexts { context.mergePolicy = policy }
      let counter = try Counters.insert("mine", root)
      try root.save()
      let leaf = contexts[contexts.count - 1]
      let own = try leaf.existingObject(with: counter.objectID)
      try own.setValue(10, forKey: "count")
      for context in contexts.dropFirst().reversed() { try context.save() }
      try store.run(isDeleted ? "DELETE FROM \"Counter\"" : Self.change)
      let expected = try #require((isDeleted ? Self.deleted : Self.changed)[name])
      if let expected {
        try root.save()
        #expect(try saved(store) == expected, "\(name)")
      } else {
        #expect(throws: MergeConflicts.self, "\(name)") { try root.save() }
        #expect(try saved(store) == (isDeleted ? [] : ["theirs 20"]), "\(name)")
      }
      // All contexts continue.
      for context in contexts {
        context.rollback()
        try context.refreshAll()
        #expect(try context.count(FetchRequest("Counter")) == saved(store).count, "\(name)")
      }
    }
  }

  @Test func `increments of contexts, children and psql at the same time are exact`() throws {
    let store = try PostgreSQLStore.new()
    let first = try Counters.context(store)
    _ = try Counters.insert("shared", first)
    try first.save()
    let containers = try [store, store.again()].map {
      try PersistentContainer(model: Counters.model(), store: $0)
    }
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        let context = containers[number % 2].makeContext()
        for _ in 0..<20 {
          do {
            try Self.increment(context, inChild: number > 1)
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      for _ in 0..<20 {
        do {
          try store.run(
            "UPDATE \"Counter\" SET \"count\" = \"count\" + 1, \"_version\" = nextval('_armature_keys')"
          )
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    group.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(try saved(store) == ["shared 100"])
  }

  private static func increment(_ context: ManagedObjectContext, inChild: Bool) throws {
    while true {
      let own = inChild ? context.makeChild() : context
      do {
        let counter = try #require(own.fetch(FetchRequest("Counter")).first)
        try counter.setValue(Counters.count(counter) + 1, forKey: "count")
        if inChild { try own.save() }
        return try context.save()
      } catch is MergeConflicts {
        context.rollback()
        try context.refreshAll()
      }
    }
  }

  @Test func `links to rows that psql deletes meanwhile are told, and nothing is half saved`()
    throws
  {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    let counter = try Counters.insert("owner", context)
    try context.save()
    try store.run("DELETE FROM \"Counter\"")
    for text in ["a", "b"] {
      try context.insert("Note").setValuesForKeys(["text": text, "counter": counter])
    }
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try store.integer("SELECT COUNT(*) FROM \"Note\"") == 0)
    context.rollback()
    try context.refreshAll()
    try context.insert("Note").setValue("free", forKey: "text")
    try context.save()
    #expect(try store.integer("SELECT COUNT(*) FROM \"Note\"") == 1)
  }
}
