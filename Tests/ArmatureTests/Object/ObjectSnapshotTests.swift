import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct ObjectSnapshotTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
  }

  @Test func `a snapshot has all values, objects as their IDs`() throws {
    let snapshot = dune.snapshot()
    #expect(snapshot.objectID == dune.objectID && snapshot.rowVersion == 1)
    #expect(Set(snapshot.values.keys) == Set(dune.properties.keys))
    for (key, value) in dune.properties { #expect(snapshot.values[key] == value) }
  }

  @Test func `values are read by the type of their use, and nothing traps`() throws {
    let snapshot = dune.snapshot()
    let title: String? = snapshot.title
    let pages: Int? = snapshot.pages
    let author: ManagedObjectID? = snapshot.author
    let tags: [ManagedObjectID]? = snapshot.tags
    #expect(title == "Dune" && pages == 412 && author?.entityName == "Author" && tags?.count == 2)
    #expect(snapshot["title"] == "Dune" && snapshot["note"] == nil && snapshot["titel"] == nil)
    let (note, typo, wrong): (String?, String?, Int?) = (
      snapshot.note, snapshot.titel, snapshot.title
    )
    #expect(note == nil && typo == nil && wrong == nil)
  }

  @Test func `reading as a type tells a wrong name and a wrong type`() throws {
    let snapshot = dune.snapshot()
    #expect(try snapshot["title", as: String.self] == "Dune")
    #expect(try snapshot["note", as: String.self] == nil)
    #expect(
      throws: ManagedObjectError.unknownKey(entity: "Book", key: "titel", suggestion: "title")
    ) { try snapshot["titel", as: String.self] }
    #expect(
      throws: ManagedObjectError.wrongRead(
        entity: "Book", property: "title", type: "String", readAs: "Int")
    ) { try snapshot["title", as: Int.self] }
  }

  @Test func `a snapshot stays what it was, and is equal to another of the same values`() throws {
    let (before, again) = (dune.snapshot(), dune.snapshot())
    #expect(before == again && before.hashValue == again.hashValue)
    dune.pages = 1
    #expect(before["pages"] == 412 && dune.snapshot() != before)
    context.rollback()
    #expect(dune.snapshot() == before)
  }

  @Test func `a saved change makes another version`() throws {
    dune.pages = 1
    #expect(dune.snapshot().rowVersion == 1)
    try context.save()
    #expect(dune.snapshot().rowVersion == 2)
    #expect(try context.insert("Tag").snapshot().rowVersion == 0)
  }

  @Test func `lists that are not loaded are left out, and loaded on request`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let stock = container.makeContext()
    try Library.stock(stock)
    try stock.save()
    let context = container.makeContext()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    var snapshot: ObjectSnapshot?
    #expect(store.counting { snapshot = dune.snapshot() } == CountingStore.Counts())
    #expect(snapshot?.values["tags"] == nil && snapshot?["author"] != nil)
    #expect(try dune.hasFault(forRelationshipNamed: "author"))
    snapshot = dune.snapshot(loadingLists: true)
    #expect((snapshot?.tags as [ManagedObjectID]?)?.count == 2)
  }

  @Test func `an object that is gone has no values`() throws {
    let tag = try context.insert("Tag")
    context.reset()
    #expect(tag.snapshot().values.isEmpty)
  }

  @Test func `encoding and decoding yields the same snapshot`() throws {
    for object in context.registeredObjects {
      let snapshot = object.snapshot()
      let data = try JSONEncoder().encode(snapshot)
      #expect(try JSONDecoder().decode(ObjectSnapshot.self, from: data) == snapshot)
    }
  }

  @Test func `a snapshot describes itself`() throws {
    let tag = try context.first("Tag", "name", "desert")
    let book = dune.objectID
    #expect(
      tag.snapshot().description == "\(tag.objectID) {books: [\(book)], name: \"desert\"}")
  }

  // MARK: Applying

  @Test func `a snapshot crosses to another task and is applied there`() async throws {
    dune.pages = 500
    dune.note = "long"
    try dune.setValue(try context.first("Author", "name", "Ursula"), forKey: "author")
    let snapshot = dune.snapshot()
    context.rollback()
    let (pages, author) = try await container.perform { other in
      let book = try other.existingObject(with: snapshot.objectID)
      let changes = Changeset(book, applying: snapshot)
      #expect(Set(changes.pending.keys) == ["pages", "note", "author"])
      try changes.apply()
      try other.save()
      return (book["pages"], book.one("author")?["name"])
    }
    #expect(pages == 500 && author == "Ursula")
    try context.refresh(dune)
    #expect(dune["note"] == "long")
  }

  @Test func `a snapshot that changes nothing leaves the object without changes`() throws {
    let changes = Changeset(dune, applying: dune.snapshot())
    #expect(changes.isValid && changes.pending.isEmpty)
    try changes.apply()
    #expect(!dune.hasChanges)
  }

  @Test func `what does not suit the object is reported, and applied not at all`() throws {
    let snapshot = ObjectSnapshot(
      objectID: dune.objectID, rowVersion: 1,
      values: [
        "titel": "Dune", "pages": 20_000, "note": "kept?",
        "author": .object(
          ManagedObjectID(
            entityName: "Author", key: 9_999, storeID: container.store.identifier,
            isTemporary: false)),
        "next": .object(try context.first("Tag", "name", "desert").objectID),
      ])
    let before = dune.snapshot()
    let changes = Changeset(dune, applying: snapshot)
    #expect(!changes.isValid)
    let lines = changes.report.rendered(as: .lines)
    for word in ["Did you mean \"title\"?", "Book.pages", "Author#9999", "Book.next"] {
      #expect(lines.contains(word), "\(lines)")
    }
    #expect(throws: ValidationReport.self) { try changes.apply() }
    #expect(dune.snapshot() == before && !dune.hasChanges)
  }
}
