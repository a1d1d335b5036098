import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Saves decide by one state of the store, and the store rejects them in any other state.
@Suite(.needsSQLite) struct SaveDecisionTests {
  /// A combination of store and merge policy for two saving contexts.
  struct Way: CustomStringConvertible, Sendable {
    let kind: StoreKind
    let policy: String
    let isMerging: Bool

    var description: String { "\(kind) \(policy)\(isMerging ? " merging" : "")" }

    static let all = StoreKind.allCases.flatMap { kind in
      MergePolicy.all(keeping: "").flatMap { policy in
        [false, true].map { Way(kind: kind, policy: policy.name, isMerging: $0) }
      }
    }

    func configure(_ context: ManagedObjectContext) {
      for (name, policy) in MergePolicy.all(keeping: "") where name == self.policy {
        context.mergePolicy = policy
      }
      context.mergesChangesAutomatically = isMerging
    }
  }

  /// Folders count, sum, compare and limit their items.
  static func model() throws -> ManagedObjectModel {
    let most = try FetchExpression(format: "items.@max.size")
    return try ManagedObjectModel("Folders") {
      Entity("Folder") {
        Attribute("title", String?.self)
        Attribute("note", String?.self)
        Attribute("limit", Int.self).default(9)
        Relationship("items", to: "Item", .toMany, inverse: "folder")
        Relationship("few", to: "Item", .toMany, inverse: "fewOf").count(1...2)
        Attribute("count", Int.self).derived(from: .aggregate(.count, of: .keyPath(["items"])))
        Attribute("most", Int?.self).derived(from: most)
      }
      Entity("Item") {
        Attribute("size", Int.self).default(5)
        Relationship("folder", to: "Folder", inverse: "items")
        Relationship("fewOf", to: "Folder", inverse: "few")
        Attribute("of", String?.self).derived(from: .keyPath(["folder", "title"]))
        Rule("the size is within the limit") { $0.folder == nil || $0.size <= $0.folder.limit }
      }
    }
  }

  /// Two contexts of one store, a folder with two items, and an item without a folder.
  struct Desk {
    let store: AnyStore
    let first: ManagedObjectContext
    let second: ManagedObjectContext
    let folder: ManagedObject
    let items: [ManagedObject]

    init(_ way: Way) throws {
      store = try AnyStore(way.kind, SaveDecisionTests.model())
      (first, second) = (store.container.makeContext(), store.container.makeContext())
      way.configure(second)
      folder = try first.insert("Folder")
      let context = first
      items = try (0..<3).map { _ in try context.insert("Item") }
      for item in items[..<2] { item.folder = folder }
      items[0].fewOf = folder
      try first.save()
    }

    /// Returns an object in the second context.
    func seen(_ object: ManagedObject) throws -> ManagedObject {
      try second.existingObject(with: object.objectID)
    }

    /// Returns the stored count of the folder's items.
    func savedCount() throws -> AttributeValue? {
      let context = store.container.makeContext()
      return try context.existingObject(with: folder.objectID)["count"]
    }

    /// Expects that derived values match the saved items, and that everything is valid.
    func expectWhole(_ comment: Comment? = nil) throws {
      let context = store.container.makeContext()
      let folder = try context.existingObject(with: folder.objectID)
      let ids = try folder.objectIDs(forRelationshipNamed: "items")
      let items = try context.fetch("Item").filter { ids.contains($0.objectID) }
      let sizes = items.compactMap { item -> Int? in item.size }
      #expect(folder["count"] == AttributeValue.int(Int64(items.count)), comment)
      let most = sizes.max().map { AttributeValue.int(Int64($0)) }
      #expect(folder["most"] == most ?? AttributeValue.null, comment)
      #expect(try store.container.verify(includingRules: true).isEmpty, comment)
    }
  }

  @Test(arguments: Way.all)
  func `two contexts that fill one folder count all items`(_ way: Way) throws {
    let desk = try Desk(way)
    let (folder, items) = (try desk.seen(desk.folder), try desk.second.fetch("Item"))
    desk.items[2].folder = desk.folder
    try desk.first.save()
    items[0].size = 7
    try desk.second.insert("Item").folder = folder
    try desk.second.save()
    try desk.expectWhole()
    #expect(try desk.savedCount() == 4)
  }

  /// Values are derived from the title, but not from the note.
  @Test(arguments: Way.all, ["title", "note"])
  func `a folder that is renamed keeps the right count`(_ way: Way, _ name: String) throws {
    let desk = try Desk(way)
    let folder = try desk.seen(desk.folder)
    _ = try folder.objectIDs(forRelationshipNamed: "items")
    for item in try desk.second.fetch("Item") { _ = item["size"] }
    desk.items[2].folder = desk.folder
    try desk.first.save()
    try folder.setValue("new", forKey: name)
    try desk.second.save()
    try desk.expectWhole()
    #expect(try desk.store.container.makeContext().fetch("Folder")[0][name] == .string("new"))
  }

  @Test(arguments: Way.all)
  func `a folder that is only known by its items counts those that others add`(_ way: Way) throws {
    let desk = try Desk(way)
    let items = try desk.second.fetch("Item")
    desk.items[2].folder = desk.folder
    try desk.first.save()
    items[0].size = 7
    try desk.second.save()
    try desk.expectWhole()
    #expect(try desk.savedCount() == 3)
  }

  @Test(arguments: Way.all)
  func `a folder that a policy brings back counts the items that still lead to it`(
    _ way: Way
  ) throws {
    let desk = try Desk(way)
    let folder = try desk.seen(desk.folder)
    _ = try folder.objectIDs(forRelationshipNamed: "items")
    for item in desk.items { item.fewOf = nil }
    try desk.first.delete(desk.folder)
    try desk.first.save()
    folder.note = "new"
    do { try desk.second.save() } catch is MergeConflicts {}
    #expect(try desk.store.container.verify(includingRules: true).isEmpty)
  }

  @Test(arguments: Way.all)
  func `an undone insertion in a child leaves the right count`(_ way: Way) throws {
    let desk = try Desk(way)
    desk.second.recordsUndo = true
    let child = desk.second.makeChild()
    let new = try child.insert("Item")
    new.folder = try child.existingObject(with: desk.folder.objectID)
    try child.save()
    try desk.second.save()
    try desk.first.refreshAll()
    desk.items[2].folder = desk.folder
    try desk.first.save()
    desk.second.undo()
    do {
      try desk.second.save()
    } catch is MergeConflicts {
      #expect(way.policy == "error")
    }
    try desk.expectWhole()
  }

  @Test(arguments: Way.all)
  func `the greatest value is that of all items`(_ way: Way) throws {
    let desk = try Desk(way)
    let (folder, item) = (try desk.seen(desk.folder), try desk.seen(desk.items[1]))
    _ = try folder.objectIDs(forRelationshipNamed: "items")
    for item in try desk.second.fetch("Item") { _ = item["size"] }
    desk.items[0].size = 3
    try desk.first.save()
    item.size = 1
    try desk.second.save()
    try desk.expectWhole()
  }

  @Test(arguments: Way.all)
  func `two contexts cannot exceed a count together`(_ way: Way) throws {
    let desk = try Desk(way)
    let (folder, item) = (try desk.seen(desk.folder), try desk.seen(desk.items[2]))
    _ = try folder.objectIDs(forRelationshipNamed: "few")
    desk.items[1].fewOf = desk.folder
    try desk.first.save()
    item.fewOf = folder
    #expect(throws: ValidationReport.self) { try desk.second.save() }
    try desk.expectWhole()
  }

  @Test(arguments: Way.all)
  func `a rule over a relationship is judged by what is saved`(_ way: Way) throws {
    let desk = try Desk(way)
    let (folder, item) = (try desk.seen(desk.folder), try desk.seen(desk.items[0]))
    #expect(folder.limit == 9)
    desk.folder.limit = 6
    try desk.first.save()
    item.size = 8
    #expect(throws: ValidationReport.self) { try desk.second.save() }
    try desk.expectWhole()
  }

  @Test(arguments: Way.all)
  func `a value that comes out as it was read is written where another save has changed it`(
    _ way: Way
  ) throws {
    let desk = try Desk(way)
    let other = try desk.first.insert("Folder")
    desk.items[2].fewOf = other
    (desk.folder.title, other.title) = ("same", "same")
    try desk.first.save()
    let (item, same) = (try desk.seen(desk.items[0]), try desk.seen(other))
    _ = item["of"]
    desk.folder.title = "renamed"
    try desk.first.save()
    item.folder = same
    do {
      try desk.second.save()
    } catch is MergeConflicts {
      #expect(way.policy == "error")
      return
    }
    let context = desk.store.container.makeContext()
    let saved = try context.existingObject(with: item.objectID)
    #expect(try saved["of"] == saved.value(forKeyPath: "folder.title"))
    #expect(try desk.store.container.verify(includingRules: true).isEmpty)
  }

  /// Saves of other contexts just before a commit.
  @Test(arguments: Way.all)
  func `a save between a decision and its commit is noticed`(_ way: Way) throws {
    let desk = try Desk(way)
    let window = WindowStore(desk.store.container.store)
    let container = try PersistentContainer(model: Self.model(), store: window)
    let context = container.makeContext()
    way.configure(context)
    let folder = try context.existingObject(with: desk.folder.objectID)
    try context.insert("Item").folder = folder
    try context.insert("Item").fewOf = folder
    window.window = {
      let other = desk.store.container.makeContext()
      let item = try other.existingObject(with: desk.items[2].objectID)
      item.folder = try other.existingObject(with: desk.folder.objectID)
      item.size = 8
      try other.save()
    }
    try context.save()
    #expect(window.window == nil)
    try desk.expectWhole()
    #expect(try desk.savedCount() == 4)
    // A second save that invalidates the decision.
    let item = try context.insert("Item")
    item.size = 9
    item.folder = folder
    window.window = {
      let other = desk.store.container.makeContext()
      try other.existingObject(with: desk.folder.objectID).limit = 8
      try other.save()
    }
    #expect(throws: ValidationReport.self) { try context.save() }
    try desk.expectWhole()
  }

  @Test(arguments: [10, 1_000])
  func `a context that is alone asks the store for nothing to decide`(count: Int) throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Self.model(), store: store)
    let context = container.makeContext()
    let folder = try context.insert("Folder")
    for _ in 0..<count { try context.insert("Item").folder = folder }
    try context.insert("Item").fewOf = folder
    try context.save()
    let item = try context.fetch("Item")[0]
    let counts = try store.counting {
      item.size = 8
      try context.save()
      folder.title = "new"
      try context.save()
      try context.delete(item)
      try context.save()
    }
    #expect(counts == CountingStore.Counts(commits: 3))
    #expect(folder["count"] == .int(Int64(count - 1)))
  }

  @Test(arguments: StoreKind.allCases)
  func `changing a property that no value is derived from decides nothing`(
    _ kind: StoreKind
  ) throws {
    let model = try ManagedObjectModel("Folders") {
      Entity("Folder") {
        Attribute("title", String?.self)
        Attribute("note", String?.self)
        Attribute("sum", Int.self).derived(from: .aggregate(.sum, of: .keyPath(["items", "size"])))
        Relationship("items", to: "Item", .toMany, inverse: "folder")
      }
      Entity("Item") {
        Attribute("size", Int.self).default(5)
        Attribute("note", String?.self)
        Attribute("of", String?.self).derived(from: .keyPath(["folder", "title"]))
        Relationship("folder", to: "Folder", inverse: "items")
      }
    }
    let store = try AnyStore(kind, model)
    let window = WindowStore(store.container.store)
    let context = try PersistentContainer(model: model, store: window).makeContext()
    let folder = try context.insert("Folder")
    let item = try context.insert("Item")
    item.folder = folder
    try context.save()
    func decides(_ object: ManagedObject, _ name: String, _ value: some PropertyConvertible) throws
      -> Bool
    {
      try object.setValue(value, forKey: name)
      try context.save()
      return window.lastState != nil
    }
    #expect(try !decides(folder, "note", "new"))
    #expect(try !decides(item, "note", "new"))
    #expect(try decides(item, "size", 8))
    #expect(folder["sum"] == 8)
    #expect(try decides(folder, "title", "new"))
    #expect(item["of"] == "new")
  }

  @Test(arguments: StoreKind.allCases)
  func `deleting what nothing guards decides nothing`(_ kind: StoreKind) throws {
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("text", String?.self)
        Relationship("tags", to: "Tag", .toMany, inverse: "notes")
      }
      Entity("Tag") { Relationship("notes", to: "Note", .toMany, inverse: "tags") }
      Entity("Owner") {
        Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: .deny)
      }
      Entity("Part") { Relationship("owner", to: "Owner", inverse: "parts") }
    }
    let store = try AnyStore(kind, model)
    let window = WindowStore(store.container.store)
    let context = try PersistentContainer(model: model, store: window).makeContext()
    for entity in ["Note", "Tag", "Owner"] { try context.insert(entity) }
    try context.save()
    try context.delete(context.fetch("Note")[0])
    try context.save()
    #expect(window.lastState == nil)
    try context.delete(context.fetch("Owner")[0])
    try context.save()
    #expect(window.lastState != nil)
  }
}
