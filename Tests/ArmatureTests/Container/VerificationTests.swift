import Foundation
import TestSupport
import Testing

@testable import Armature

/// Verification of a whole store.
@Suite struct VerificationTests {
  @Test func `what is saved by contexts is well`() throws {
    let (container, _) = try Library.stocked()
    #expect(try container.verify().isEmpty)
  }

  @Test func `objects that break rules are reported, unless rules are left out`() throws {
    let strict = try ManagedObjectModel("Shop") {
      Entity("Good") { Attribute("price", Int.self).range(0...) }
    }
    let store = InMemoryStore()
    let container = try PersistentContainer(model: strict, store: store)
    let key = try store.reserveKeys(1).lowerBound
    let id = ManagedObjectID(entityName: "Good", key: key, storeID: store.identifier)
    try store.commit(
      StoreTransaction([StoreChange(id, .insert, values: [.init(property: 0, value: .int(-1))])]))
    #expect(try container.verify().map(\.objectID) == [id])
    #expect(try container.verify(includingRules: false).isEmpty)
  }

  /// A store that returns nothing for one relationship.
  private final class Forgetful: PersistentStore, @unchecked Sendable {
    let base = InMemoryStore()
    let forgotten: String

    init(_ forgotten: String) { self.forgotten = forgotten }

    var identifier: UUID { base.identifier }
    func open(_ model: ManagedObjectModel) throws { try base.open(model) }
    func reserveKeys(_ count: Int) throws -> Range<Int64> { try base.reserveKeys(count) }
    func commit(_ changes: StoreChanges) throws -> [UInt32] { try base.commit(changes) }
    func reader() throws -> any StoreReader { Reader(base: base, forgotten: forgotten) }

    private final class Reader: StoreReaderOverAnother {
      let base: any StoreReader
      let forgotten: String

      init(base: any StoreReader, forgotten: String) {
        (self.base, self.forgotten) = (base, forgotten)
      }

      func links(
        for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
      ) throws -> [[ManagedObjectID]] {
        if relationship.name == forgotten { return keys.map { _ in [] } }
        return try base.links(for: keys, along: relationship, of: entity)
      }
    }
  }

  @Test(arguments: ["books", "chapters", "tags"])
  func `a store whose links have one side is told`(_ name: String) throws {
    let container = try PersistentContainer(model: Library.model(), store: Forgetful(name))
    let context = container.makeContext()
    try Library.stock(context)
    try context.save()
    let error = #expect(throws: PersistentStoreError.self) { try container.verify() }
    #expect(error?.description.contains("both sides") == true)
  }
}
