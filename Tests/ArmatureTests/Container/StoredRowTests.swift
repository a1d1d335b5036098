import Foundation
import TestSupport
import Testing

@testable import Armature

/// Rows of aggregates and distinct values, with a store.
@Suite struct StoredRowTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self)
        Relationship("goods", to: "Good", .toMany, inverse: "maker")
      }
      Entity("Good") {
        Attribute("kind", String.self)
        Attribute("price", Int?.self)
        Attribute("shown", String?.self).transient()
        Relationship("maker", to: "Maker", inverse: "goods")
      }
    }
    container = try PersistentContainer(
      model: model, now: { Date(timeIntervalSinceReferenceDate: 100) })
    let context = container.makeContext()
    let maker = try context.insert("Maker")
    maker.name = "Anna"
    for (kind, price) in [("cup", 3), ("pot", 20), ("cup", 5), ("lid", nil)] {
      let good = try context.insert("Good")
      good.kind = kind
      if let price { good.price = price }
      if kind == "cup" { good.maker = maker }
    }
    try context.save()
    self.context = container.makeContext()
  }

  private let byKind = FetchRowRequest(
    "Good", [.property("kind"), .count(), .sum("price", as: "sum")],
    having: { $0.count > 0 }, orderedBy: [.descending("sum"), .ascending("kind")], limit: 2)

  private func rows(_ request: FetchRowRequest) throws -> [String] {
    try context.fetch(request).map(\.description)
  }

  private func pot() throws -> ManagedObject {
    try #require(context.fetch("Good", where: FetchPredicate("kind == 'pot'")).first)
  }

  @Test func `the store makes them, and the context has no object for it`() throws {
    #expect(
      try rows(byKind) == [
        #"kind: "pot", count: 1, sum: 20"#, #"kind: "cup", count: 2, sum: 8"#,
      ])
    let kinds = FetchRowRequest("Good", [.property("kind")], distinct: true)
    #expect(try rows(kinds) == [#"kind: "cup""#, #"kind: "pot""#, #"kind: "lid""#])
    let makers = FetchRowRequest("Good", [.property("maker.name"), .count()])
    #expect(
      try rows(makers) == [
        #"maker.name: "Anna", count: 2"#, "maker.name: no value, count: 2",
      ])
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `what is pending counts, of the objects and of those that they lead to`() throws {
    let pot = try pot()
    pot.price = 1
    #expect(try rows(byKind)[0] == #"kind: "cup", count: 2, sum: 8"#)
    var saved = byKind
    saved.source.includesPendingChanges = false
    #expect(try rows(saved)[0] == #"kind: "pot", count: 1, sum: 20"#)
    context.rollback()
    try #require(context.fetch("Maker").first).name = "Berta"
    let makers = FetchRowRequest("Good", [.property("maker.name"), .count()])
    #expect(try rows(makers)[0] == #"maker.name: "Berta", count: 2"#)
    #expect(try rows(byKind)[0] == #"kind: "pot", count: 1, sum: 20"#)
  }

  @Test func `they read the clock of the container`() throws {
    let request = FetchRowRequest(
      "Good", [FetchColumn("at", .function(.now, []), aggregate: .maximum), .count()])
    #expect(try context.fetch(request)[0]["at"] == .date(Date(timeIntervalSinceReferenceDate: 100)))
  }

  @Test func `what is not saved is read of objects`() throws {
    try pot().shown = "pot!"
    let request = FetchRowRequest("Good", [.count("shown", as: "shown")])
    #expect(try rows(request) == ["shown: 1"])
  }

  @Test func `an answer with another number of values is refused`() throws {
    let store = ShortRows()
    let context = try PersistentContainer(model: container.model, store: store).makeContext()
    let error = #expect(throws: PersistentStoreError.self) { try context.fetch(byKind) }
    #expect("\(try #require(error))".contains("give 3 values for each row, but gives 1"))
  }

  /// A store with rows of a single value.
  private final class ShortRows: PersistentStore, StoreReaderOverAnother {
    private let store = InMemoryStore()
    var base: any StoreReader { store }
    var identifier: UUID { store.identifier }
    func open(_ model: ManagedObjectModel) throws { try store.open(model) }
    func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }
    func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? { [[.null]] }
    func commit(_ changes: StoreChanges) throws -> [UInt32] { try store.commit(changes) }
  }
}
