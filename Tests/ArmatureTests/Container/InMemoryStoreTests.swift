import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows returned by an in-memory store.
@Suite struct InMemoryStoreTests {
  private static let text = "a text that is longer than fifteen bytes: größer"

  private let values: [String: any PropertyConvertible] = [
    "flag": true, "small": Int16.min, "medium": Int32.max, "large": Int.min, "wide": Int64.max,
    "single": Float(0.1), "number": -0.0, "money": Decimal(string: "12.50") ?? 0, "text": text,
    "moment": Date(1.5), "bytes": Data(0...99), "identifier": UUID(), "level": EveryType.Level.high,
    "colour": EveryType.Colour(1, 2, 3),
    "address": EveryType.Address(street: text, position: EveryType.Position(52.5, 13.4)),
  ]

  /// Returns a store with an object with values and one without.
  private func store() throws -> InMemoryStore {
    let store = InMemoryStore()
    let context = try PersistentContainer(model: .everyType(), store: store).makeContext()
    let object = try context.insert("Sample")
    for (name, value) in values { try object.setValue(value, forKey: name) }
    _ = try context.insert("Sample")
    try context.save()
    return store
  }

  private func expected() throws -> [[AttributeValue]] {
    let model = try ManagedObjectModel.everyType()
    let object = try model.makeObject("Sample")
    for (name, value) in values { try object.setValue(value, forKey: name) }
    let names = try #require(model["Sample"]).persistentProperties.map(\.name)
    return [names.map { object[$0] ?? .null }, names.map { _ in .null }]
  }

  @Test func `rows have the values of every type, and outlive the container`() throws {
    let rows = try store().rows(FetchRequest("Sample"), of: .everyType())
    #expect(try rows.map(\.values) == expected())
    for row in rows {
      let same = StoreRow(row.id, version: row.version, values: row.values)
      #expect(row == same && same == row && row.hashValue == same.hashValue)
      #expect(row != StoreRow(row.id, version: row.version + 1, values: row.values))
      #expect(row != StoreRow(row.id, version: row.version, values: []))
    }
  }

  @Test func `a row that comes back has a version that its key never had`() throws {
    let container = try PersistentContainer(model: .everyType(), store: store())
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    let object = try #require(mine.fetch("Sample").first)
    let other = try theirs.same(object)
    try other.setValue(AttributeValue.int(1), forKey: "large")
    theirs.recordsUndo = true
    try theirs.delete(other)
    try theirs.save()
    theirs.undo()
    try theirs.save()
    try object.setValue(AttributeValue.int(2), forKey: "large")
    #expect(throws: MergeConflicts.self) { try mine.save() }
    #expect(try container.makeContext().same(object)["large"] == 1)
  }

  @Test(arguments: [true, false])
  func `contexts read what was saved, also those of an equal model`(isFetched: Bool) throws {
    let store = try self.store()
    let container = try PersistentContainer(model: .everyType(), store: store)
    let context = container.makeContext()
    let ids = try store.rows(FetchRequest("Sample"), of: container.model).map(\.id)
    let objects = isFetched ? try context.fetch("Sample") : ids.compactMap(context.object(with:))
    let names = try #require(container.model["Sample"]).persistentProperties.map(\.name)
    #expect(try objects.map { object in names.map { object[$0] ?? .null } } == expected())
    #expect(!context.hasChanges && brokenInvariants(of: context) == [])
    let object = try #require(objects.first)
    object.text = "short"
    #expect(object.committedValues(forKeys: ["text"]) == ["text": .string(Self.text)])
    try context.save()
    #expect(try store.rows(FetchRequest("Sample"), of: container.model)[0].values[8] == "short")
  }

  @Test func `links lead to the objects of the context that reads them`() throws {
    let store = InMemoryStore()
    let first = try PersistentContainer(model: Library.model(), store: store).makeContext()
    // The objects have other slots than in the store.
    for _ in 0..<10 { _ = try first.insert("Loan") }
    first.rollback()
    try Library.stock(first)
    let dune = try first.first("Book", "title", "Dune")
    dune.draft = "a transient value is no value of the row"
    try first.save()
    for container in [
      try PersistentContainer(model: first.model, store: store),
      try PersistentContainer(model: Library.model(), store: store),
    ] {
      let context = container.makeContext()
      let tags = try context.fetch("Tag")
      let book = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
      #expect(book.one("author")?["name"] == "Frank" && book.one("next")?["title"] == "Children")
      #expect(book.one("bestOf") === book.one("author") && book.draft as String? == nil)
      #expect(Set(book.many("tags")) == Set(tags))
      #expect(book.many("chapters").map { $0["title"] } == ["One", "Two", "Three"])
      #expect(try #require(context.fetch("Book") { $0.title == "Children" }.first).next == nil)
      #expect(!context.hasChanges && brokenInvariants(of: context) == [])
    }
  }
}
