import Armature
import ArmatureSQLite
import TestSupport
import Testing

/// Batches and their effect on contexts and histories, in every store.
@Suite(.needsSQLite) struct BatchChangesTests {
  private struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>().length(1...20)
    let pages = Attribute<Int>().default(1).range(0...1_000)
    let rating = Attribute<Double?>()
    let writer = ToOne<Writer>()
  }

  private struct Writer: EntityType {
    static let schema = Writer()
    let name = Attribute<String>().identifying()
    let works = ToMany<Work>(inverse: \.writer)
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Works") {
      Work.self
      Writer.self
    }
  }

  /// Returns a store with two writers; the first has four works of 10, 20, 30 and 40 pages.
  private static func stocked(_ kind: StoreKind, keepsHistory: Bool = false) throws -> AnyStore {
    let store = try AnyStore(kind, model(), keepsHistory: keepsHistory)
    let context = store.container.makeContext()
    let writer = try context.insert(Writer.self) { $0.name = "Ann" }
    try context.insert(Writer.self) { $0.name = "Ben" }
    for number in 1...4 {
      try context.insert(Work.self) {
        $0.title = "Work \(number)"
        $0.pages = number * 10
        $0.writer = writer
      }
    }
    try context.save()
    store.statements.removeAll()
    return store
  }

  private static func pages(_ context: ManagedObjectContext) throws -> [Int] {
    try context.fetch(Work.self).map(\.pages)
  }

  @Test(arguments: StoreKind.allCases)
  func `all tiers spell a batch, with constants and with what is computed`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let untyped = BatchUpdate("Work", set: ["pages": 1, "title": "One"]) { $0.pages < 20 }
    #expect(try context.execute(untyped).count == 1)
    let computed = BatchUpdate("Work", set: { [.set($0.pages, to: $0.pages + 1)] })
    #expect(try context.execute(computed).count == 4)
    let typed = BatchUpdate(
      Work.self, set: { [.set($0.rating, to: 4.5), .set($0.pages, to: $0.pages * 2)] }
    ) { $0.title != "One" && $0.writer.name == "Ann" }
    #expect(try context.execute(typed).count == 3)
    let text = try BatchUpdate(
      "Work", set: ["rating": .constant(.null)], where: FetchPredicate("pages > 80"))
    #expect(try context.execute(text).count == 1)
    #expect(try Self.pages(context) == [2, 42, 62, 82])
    #expect(try context.fetch(Work.self).map(\.rating) == [nil, 4.5, 4.5, nil])
    #expect(try context.execute(BatchDelete(Work.self) { $0.rating != nil }).count == 2)
    #expect(try context.execute(BatchDelete("Work", where: FetchPredicate("pages = 2"))).count == 1)
    #expect(try Self.pages(store.container.makeContext()) == [82])
  }

  @Test(arguments: StoreKind.inSQL)
  func `a statement is enough where nothing else depends on it`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    try context.execute(BatchUpdate("Work", set: ["pages": 7]) { $0.writer.name == "Ann" })
    try context.execute(BatchDelete("Writer"))
    for word in ["SELECT \"t0\"", "SELECT armature_rows"] {
      #expect(store.statements.starting(with: word).isEmpty)
    }
    #expect(store.statements.starting(with: "UPDATE \"Work\"").count == 2)
    #expect(store.statements.starting(with: "DELETE FROM \"Writer\"").count == 1)
    #expect(try context.fetch(Work.self).allSatisfy { $0.writer == nil && $0.pages == 7 })
  }

  @Test(arguments: StoreKind.allCases)
  func `what a batch sets already is left alone, and has the version that it had`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let former = try store.versions()
    var batch = BatchUpdate("Work", set: ["pages": 20])
    batch.returnsObjectIDs = true
    let result = try context.execute(batch)
    let changed = Set(try store.versions().filter { former[$0.key] != $0.value }.keys)
    #expect(result.count == 3 && Set(result.objectIDs?.map(\.key) ?? []) == changed)
    #expect(try context.execute(batch).count == 0)
    #expect(Set(try store.versions().filter { former[$0.key] != $0.value }.keys) == changed)
  }

  @Test(arguments: StoreKind.allCases)
  func `a context that has read before a batch conflicts, and overwrites nothing`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind)
    let stale = store.container.makeContext()
    let works = try stale.fetch(Work.self)
    try store.container.makeContext().execute(BatchUpdate("Work", set: ["pages": 500]))
    works[0].title = "Mine"
    works[1].pages = 21
    let conflicts = try #require(throws: MergeConflicts.self) { try stale.save() }
    #expect(conflicts.conflicts.count == 2)
    #expect(try Self.pages(store.container.makeContext()) == [500, 500, 500, 500])
    stale.mergePolicy = .objectTrumps
    try stale.save()
    let fresh = store.container.makeContext()
    #expect(try Self.pages(fresh) == [500, 21, 500, 500])
    #expect(try fresh.fetch(Work.self)[0].title == "Mine")
  }

  @Test(arguments: StoreKind.allCases)
  func `an object that a batch has deleted is a conflict for who changes it`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind)
    let stale = store.container.makeContext()
    let works = try stale.fetch(Work.self)
    try store.container.makeContext().execute(BatchDelete("Work") { $0.pages > 20 })
    works[3].title = "Mine"
    #expect(throws: MergeConflicts.self) { try stale.save() }
    #expect(try Self.pages(store.container.makeContext()) == [10, 20])
  }

  @Test(arguments: StoreKind.allCases)
  func `pending changes take no part in a batch, and stay beside what it has changed`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let works = try context.fetch(Work.self)
    works[0].pages = 999
    works[1].title = "Mine"
    let new = try context.insert(Work.self) { $0.title = "New" }
    // In the store, all four have less than 100 pages.
    #expect(
      try context.execute(BatchUpdate("Work", set: ["pages": 50]) { $0.pages < 100 }).count == 4)
    #expect(works.map(\.pages) == [999, 50, 50, 50] && new.pages == 1)
    #expect(works[1].title == "Mine" && context.hasChanges)
    try context.save()
    #expect(try Self.pages(store.container.makeContext()) == [999, 50, 50, 50, 1])
  }

  @Test(arguments: StoreKind.allCases)
  func `contexts that merge by themselves see a batch, and others merge its result`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind)
    let (merging, other) = (store.container.makeContext(), store.container.makeContext())
    merging.mergesChangesAutomatically = true
    let (seen, known) = (try merging.fetch(Work.self), try other.fetch(Work.self))
    let writer = try #require(try merging.fetch(Writer.self).first)
    #expect(writer.works.count == 4)
    let context = store.container.makeContext()
    let update = try context.execute(BatchUpdate("Work", set: ["pages": 5]))
    let deletion = try context.execute(BatchDelete("Work") { $0.title == "Work 2" })
    #expect(try merging.count("Work") == 3)
    #expect(seen[0].pages == 5 && writer.works.count == 3)
    #expect(known[0].pages == 10)
    try other.mergeChanges(from: update)
    #expect(known[0].pages == 5)
    try other.mergeChanges(from: deletion)
    #expect(known[1].managedObject.objectState == .detached)
  }

  @Test(arguments: StoreKind.withHistory)
  func `a batch is one save of the history, with its author and what it has changed`(
    kind: StoreKind
  ) throws {
    let store = try Self.stocked(kind, keepsHistory: true)
    let token = try store.container.currentHistoryToken()
    let context = store.container.makeContext()
    (context.transactionAuthor, context.name) = ("Anna", "batches")
    try context.execute(BatchUpdate("Work", set: ["pages": 5, "title": "T"]) { $0.pages > 20 })
    try context.execute(BatchDelete("Writer") { $0.name == "Ann" })
    try context.execute(BatchDelete("Writer") { $0.name == "Nobody" })
    let saves = try store.container.history(since: token)
    #expect(saves.map(\.author) == ["Anna", "Anna"])
    #expect(saves.map(\.contextName) == ["batches", "batches"])
    #expect(saves[0].changes.count == 2)
    #expect(saves[0].changes.allSatisfy { $0.updatedProperties == ["pages", "title"] })
    #expect(saves[1].changes.map(\.kind) == [.update, .update, .update, .update, .delete])
    #expect(saves[1].changes[0].updatedProperties == ["writer"])
  }

  @Test(arguments: StoreKind.allCases)
  func `what is wrong is said, and nothing has changed`(kind: StoreKind) throws {
    let store = try Self.stocked(kind)
    let context = store.container.makeContext()
    let former = try (StorePicture(store.container), store.versions())
    let broken = try #require(throws: ValidationReport.self) {
      try context.execute(BatchUpdate("Work", set: ["pages": 5_000]))
    }
    #expect(broken.count == 4 && broken.allSatisfy { $0.code == "range.tooLarge" })
    let absent = try #require(throws: ValidationReport.self) {
      try context.execute(BatchUpdate("Work", set: ["title": .constant(.null)]) { $0.pages == 10 })
    }
    #expect(absent.map(\.code) == ["required"])
    #expect(throws: ManagedObjectError.self) {
      try context.execute(BatchUpdate("Work", set: ["pages": "many"]))
    }
    #expect(throws: ManagedObjectError.self) {
      try context.execute(BatchUpdate("Work", set: ["pagse": 1]))
    }
    #expect(throws: FetchRequestError.self) {
      try context.execute(BatchUpdate("Writer", set: ["works": .constant(.null)]))
    }
    #expect(throws: FetchRequestError.self) { try context.execute(BatchDelete("Wrok")) }
    #expect(throws: FetchRequestError.self) {
      try context.execute(BatchUpdate("Work", set: { [.set($0.pages, to: $0.pagse + 1)] }))
    }
    #expect(try StorePicture(store.container) == former.0)
    #expect(try store.versions() == former.1)
    #expect(throws: ManagedObjectError.noStore) {
      try context.makeChild().execute(BatchDelete("Work"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a value that must be unique is reported with the objects that have it`(
    kind: StoreKind
  ) throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Good") {
        Attribute("code", String.self)
        Attribute("place", String.self)
        Unique("code")
      }
    }
    let store = try AnyStore(kind, model)
    let context = store.container.makeContext()
    for code in ["a", "b"] {
      try context.insert("Good").setValuesForKeys(["code": code, "place": "here"])
    }
    try context.save()
    let report = try #require(throws: ValidationReport.self) {
      try context.execute(BatchUpdate("Good", set: ["code": "c"]))
    }
    #expect(Set(report.map(\.code)) == ["unique"])
    #expect(
      try context.execute(BatchUpdate("Good", set: ["code": "c"]) { $0.code == "a" }).count == 1)
  }
}
