import ArmatureModel
import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The results of answers that no store may give.
@Suite struct WrongAnswerTests {
  /// Answers that a test replaces, in front of an in-memory store.
  ///
  /// `@unchecked Sendable`: one test uses each.
  private final class LyingStore: PersistentStore, StoreReader, @unchecked Sendable {
    private let store = InMemoryStore()
    private var model: ManagedObjectModel?
    var rows: ((FetchRequest, [StoreRow]) -> [StoreRow])?
    var values: ((StoreRow) -> StoreRow)?
    var conflicts: [StoreConflicts.Conflict]?

    var identifier: UUID { store.identifier }
    func open(_ model: ManagedObjectModel) throws {
      self.model = model
      try store.open(model)
    }
    func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }
    func count(_ request: FetchRequest) throws -> Int { try store.count(request) }

    func fetch(_ request: FetchRequest, into found: StoreRows) throws {
      guard let model else { return }
      let all = try store.rows(request, of: model, includingValues: found.includesValues)
      (rows?(request, all) ?? all).forEach(found.append)
    }

    func rows(for keys: [Int64], of entity: EntityDescription, into found: StoreRows) throws {
      guard let model else { return }
      for row in try store.rows(for: keys, of: entity, in: model) {
        found.append(values?(row) ?? row)
      }
    }

    func links(
      for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [[ManagedObjectID]] {
      try store.links(for: keys, along: relationship, of: entity)
    }

    func commit(_ changes: StoreChanges) throws -> [UInt32] {
      if let conflicts { throw StoreConflicts(conflicts) }
      return try store.commit(changes)
    }
  }

  private let store = LyingStore()
  private let container: PersistentContainer
  private let a: ManagedObjectID
  private let b: ManagedObjectID

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Lies") {
        Entity("Base", isAbstract: true) { Attribute("n", Int?.self) }
        Entity("A", parent: "Base") { Relationship("b", to: "B", inverse: "a") }
        Entity("B") { Relationship("a", to: "A", inverse: "b") }
        Entity("C") {
          Relationship("upper", to: "C", .toMany, inverse: "lower")
          Relationship("lower", to: "C", .toMany, inverse: "upper")
        }
      }, store: store)
    let context = container.makeContext()
    let (first, second) = (try context.insert("A"), try context.insert("B"))
    try first.setValue(AttributeValue.int(3), forKey: "n")
    try context.save()
    (a, b) = (first.objectID, second.objectID)
  }

  private func row(_ entity: String, _ key: Int64) -> StoreRow {
    StoreRow(
      ManagedObjectID(entityName: entity, key: key, storeID: store.identifier), version: 1,
      values: [.null, .null])
  }

  @Test(arguments: [("B", 77), ("Base", 78), ("Nobody", 79)] as [(String, Int64)])
  func `a row of another entity than was asked for is an error`(_ entity: String, _ key: Int64)
    throws
  {
    store.rows = { [self] in $1 + [row(entity, key)] }
    let context = container.makeContext()
    for request in [FetchRequest("A"), FetchRequest("A", orderedBy: [.ascending("n")])] {
      let error = #expect(throws: PersistentStoreError.self) { try context.fetch(request) }
      #expect(
        error?.description.hasPrefix(
          "A store's fetch(_:into:) must give rows of A, but gives \(entity)#\(key). "
            + "The data are damaged, or the store has an error: repair the data, or check a "
            + "store of your own with StoreConformance.") == true)
    }
    store.rows = nil
    #expect(try context.fetch("A").map(\.objectID) == [a])
  }

  @Test func `a row that is given twice is an error`() throws {
    store.rows = { $1 + $1 }
    #expect(throws: PersistentStoreError.self) { try container.makeContext().fetch("A") }
  }

  @Test func `a link to an object of another entity leads nowhere, and is told`() throws {
    let stranger = ManagedObjectID(entityName: "A", key: a.key, storeID: store.identifier)
    store.values = { row in
      StoreRow(row.id, version: row.version, values: row.values.dropLast() + [.object(stranger)])
    }
    let context = container.makeContext()
    let object = try #require(context.object(with: a))
    #expect(object.one("b") == nil)
    let error = #expect(throws: PersistentStoreError.self) { try context.count("A") }
    #expect(error?.description.contains("must lead to objects of B for A#\(a.key).b") == true)
    context.reset()
    store.values = nil
    #expect(try context.count("A") == 1)
  }

  @Test func `what a store has said before a reset is not told after it`() throws {
    store.values = { StoreRow($0.id, version: $0.version, values: [.string("x"), .null]) }
    let context = container.makeContext()
    _ = context.object(with: a)?["n"]
    context.reset()
    store.values = nil
    #expect(try context.fetch("A").map { $0["n"] } == [3])
  }

  @Test func `conflicts without any are an error that says so`() throws {
    let context = container.makeContext()
    try context.existingObject(with: a).setValue(AttributeValue.int(4), forKey: "n")
    store.conflicts = []
    let error = #expect(throws: PersistentStoreError.self) { try context.save() }
    #expect(
      error?.description.hasPrefix(
        "A store's commit(_:) must name what conflicts, but names nothing. The data are "
          + "damaged, or the store has an error") == true)
    store.conflicts = nil
    try context.save()
    #expect(try container.makeContext().existingObject(with: a)["n"] == 4)
  }

  @Test func `what others save touches no object of another entity that has the key`() throws {
    let (others, fooled) = (container.makeContext(), container.makeContext())
    let (c, d) = (try others.insert("C"), try others.insert("C"))
    try others.save()
    fooled.mergesChangesAutomatically = true
    let key = c.objectID.key
    store.rows = { [self] in $1 + [row("A", key)] }
    let claimed = try #require(fooled.fetch("A").last)
    store.rows = nil
    try d.insert(c, into: "upper")
    try others.save()
    try others.delete(c)
    try others.save()
    #expect(try fooled.count("C") == 1)
    #expect(claimed.objectID.key == key && claimed["n"] == nil)
  }
}
