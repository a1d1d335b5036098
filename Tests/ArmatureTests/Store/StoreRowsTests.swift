import ArmatureModel
import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows that a store returns value by value.
@Suite struct StoreRowsTests {
  /// A store that answers every query with a closure.
  ///
  /// `@unchecked Sendable`: one test uses each.
  private final class GivingStore: PersistentStore, StoreReader, @unchecked Sendable {
    let identifier = UUID()
    var give: (StoreRows) -> Void = { _ in }

    func open(_ model: ManagedObjectModel) {}
    func reserveKeys(_ count: Int) -> Range<Int64> { 1000..<1000 + Int64(count) }
    func fetch(_ request: FetchRequest, into rows: StoreRows) { give(rows) }
    func count(_ request: FetchRequest) -> Int { 0 }
    func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) {}
    func links(
      for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
    ) -> [[ManagedObjectID]] { keys.map { _ in [] } }
    func commit(_ changes: StoreChanges) -> [UInt32] { [] }
  }

  private let store = GivingStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Rows") {
        Entity("Item") {
          Attribute("large", Int?.self)
          Attribute("small", Int16?.self)
          Attribute("exact", Double?.self)
          Attribute("isIn", Bool?.self)
          Attribute("day", Date?.self)
          Attribute("text", String?.self)
          Attribute("bytes", Data?.self)
          Relationship("next", to: "Item")
          Relationship("shelf", to: "Shelf", inverse: "items")
        }
        Entity("Shelf") { Relationship("items", to: "Item", .toMany, inverse: "shelf") }
      }, store: store)
    context = container.makeContext()
  }

  private static let long = "a text that is too long for a word, and for two"

  private func give(_ text: String, to rows: StoreRows, at index: Int) {
    Array(text.utf8).withUnsafeBufferPointer { rows.setText(utf8: $0, at: index) }
  }

  private func giveAll(_ rows: StoreRows, version: UInt32 = 1, large: Int64 = .max) {
    guard rows.begin(key: 7, entity: "Item", version: version) else { return }
    rows.setLink(key: 9, entity: 1, at: 8)
    rows.set(large, at: 0)
    rows.set(Int64(-3), at: 1)
    rows.set(0.5, at: 2)
    rows.set(true, at: 3)
    rows.set(Date(timeIntervalSinceReferenceDate: 1), at: 4)
    give(Self.long, to: rows, at: 5)
    [1, 2, 3].withUnsafeBytes { rows.setData($0, at: 6) }
    rows.setNull(at: 7)
  }

  @Test func `values that are given one by one are those of the object`() throws {
    store.give = { giveAll($0) }
    let item = try #require(context.fetch("Item").first)
    #expect(item["large"] == .int(.max) && item["small"] == -3 && item["exact"] == 0.5)
    #expect(item["isIn"] == true && item["text"] == .string(Self.long))
    #expect(item["day"] == .date(Date(timeIntervalSinceReferenceDate: 1)))
    #expect(item["bytes"] == .data([1, 2, 3].withUnsafeBytes { Data($0) }))
    #expect(item.one("next") == nil && !context.hasChanges)
    let id = try item.objectIDs(forRelationshipNamed: "shelf").first
    #expect(id?.entityName == "Shelf" && id?.key == 9)
  }

  @Test func `a row that the context has is not asked for, and another version of it is`() throws {
    var wanted: [Bool] = []
    store.give = { wanted.append($0.begin(key: 7, entity: "Item", version: 1)) }
    #expect(throws: PersistentStoreError.self) { try context.fetch("Item") }
    store.give = { giveAll($0) }
    let item = try #require(context.fetch("Item").first)
    store.give = { wanted.append($0.begin(key: 7, entity: "Item", version: 1)) }
    #expect(try context.fetch("Item") == [item] && wanted == [true, false])
    store.give = { giveAll($0, version: 2, large: 5) }
    #expect(try context.fetch("Item") == [item] && item["large"] == 5)
    store.give = { wanted.append($0.begin(key: 8, entity: "Item", version: 1)) }
    #expect(try context.fetchIDs(FetchRequest("Item")).count == 1 && wanted.last == false)
  }

  @Test func `a row that is half given is an error, and no object comes of any`() throws {
    store.give = { rows in
      giveAll(rows)
      _ = rows.begin(key: 8, entity: "Item", version: 1)
      rows.set(Int64(1), at: 0)
    }
    let error = #expect(throws: PersistentStoreError.self) { try context.fetch("Item") }
    #expect(error?.description.contains("must give all values of Item#8, but gives some") == true)
    #expect(context.registeredObjects.isEmpty)
  }

  private static let lies: [(words: String, give: @Sendable (StoreRows) -> Void)] = [
    ("must give rows of Item, but gives Shelf#8", { _ = $0.begin(key: 8, entity: 1, version: 1) }),
    ("must give rows of Item, but gives ?#8", { _ = $0.begin(key: 8, entity: 2, version: 1) }),
    ("must give rows of Item, but gives ?#8", { _ = $0.begin(key: 8, entity: -1, version: 1) }),
    ("keys and versions above 0", { _ = $0.begin(key: 0, entity: 0, version: 1) }),
    ("keys and versions above 0", { _ = $0.begin(key: 8, entity: 0, version: 0) }),
    ("positions from 0 to 8, but gives one at 9", { $0.set(Int64(1), at: 9) }),
    ("positions from 0 to 8, but gives one at -1", { $0.setNull(at: -1) }),
    ("its type for Item#7.small, but gives 70000", { $0.set(Int64(70_000), at: 1) }),
    ("its type for Item#7.large, but gives 0.5", { $0.set(0.5, at: 0) }),
    ("its type for Item#7.large, but gives Item#3", { $0.setLink(key: 3, entity: 0, at: 0) }),
    ("lead to objects of Shelf for Item#7.shelf", { $0.setLink(key: 3, entity: 0, at: 8) }),
    ("lead to objects of Shelf for Item#7.shelf", { $0.setLink(key: 0, entity: 1, at: 8) }),
    ("lead to objects of Shelf for Item#7.shelf", { $0.setLink(key: 3, entity: 5, at: 8) }),
    ("lead to objects of Shelf for Item#7.shelf", { $0.set(.int(3), at: 8) }),
    (
      "bytes that are not UTF-8",
      { rows in [0xFF, 0x41].withUnsafeBufferPointer { rows.setText(utf8: $0, at: 5) } }
    ),
  ]

  @Test(arguments: lies.indices) func `what cannot be is told, and nothing is kept of it`(
    _ number: Int
  ) throws {
    let lie = Self.lies[number]
    store.give = { rows in
      giveAll(rows)
      lie.give(rows)
    }
    let error = #expect(throws: PersistentStoreError.self) { try context.fetch("Item") }
    #expect(error?.description.contains(lie.words) == true, "\(error?.description ?? "")")
    context.reset()
    store.give = { giveAll($0) }
    #expect(try context.fetch("Item").map { $0["large"] } == [.int(.max)])
  }

  @Test func `what is given too late, or before any row, gets nowhere`() throws {
    var kept: StoreRows?
    store.give = { rows in
      rows.set(Int64(1), at: 0)
      giveAll(rows)
      kept = rows
    }
    let item = try #require(context.fetch("Item").first)
    let rows = try #require(kept)
    #expect(!rows.begin(key: 8, entity: 0, version: 1))
    rows.set(Int64(1), at: 0)
    #expect(item["large"] == .int(.max) && rows.count == 1)
  }
}
