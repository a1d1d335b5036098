import TestSupport
import Testing

@testable import Armature

/// Loading, changesets and upserts after another context has changed the objects.
@Suite struct LoadBesideOthersTests {
  /// A change by another context to an object known here, and whether another object gets its identity.
  enum Change: String, CaseIterable {
    case rename, renameAndReplace, delete, deleteAndReplace

    var replaces: Bool { self == .renameAndReplace || self == .deleteAndReplace }
  }

  enum Kind: CaseIterable {
    case memory, json

    func make(_ folder: TemporaryFolder) -> any PersistentStore {
      self == .memory ? InMemoryStore() : JSONFileStore(folder.file())
    }
  }

  private struct Shop {
    let folder: TemporaryFolder
    let container: PersistentContainer
    let others: ManagedObjectContext
    let context: ManagedObjectContext
    let tag: ManagedObject

    /// Creates a store with the tag "t0", which a context has read.
    init(_ kind: Kind = .memory, merges: Bool = false) throws {
      let model = try ManagedObjectModel("Shop") {
        Entity("Item") {
          Attribute("code", String.self).identifying()
          Attribute("n", Int.self).default(0)
          Relationship("tag", to: "Tag", inverse: "items")
          Relationship("labels", to: "Tag", .toMany)
        }
        Entity("Tag") {
          Attribute("word", String.self).identifying()
          Attribute("n", Int.self).default(0)
          Relationship("items", to: "Item", .toMany, inverse: "tag")
        }
      }
      folder = try TemporaryFolder()
      container = try PersistentContainer(model: model, store: kind.make(folder))
      others = container.makeContext()
      tag = try others.insert("Tag")
      tag.word = "t0"
      try others.save()
      context = container.makeContext()
      context.mergesChangesAutomatically = merges
      _ = try context.fetch("Tag")
    }

    func change(_ change: Change) throws {
      switch change {
      case .rename, .renameAndReplace: tag.word = "t9"
      case .delete, .deleteAndReplace: try others.delete(tag)
      }
      try others.save()
      guard change.replaces else { return }
      let other = try others.insert("Tag")
      other.word = "t0"
      try others.save()
    }

    /// Returns the words of the tags of all items in the store.
    func words() throws -> [AttributeValue] {
      let fresh = container.makeContext()
      return try fresh.fetch("Item").map { try $0.value(forKeyPath: "tag.word") }
    }
  }

  private func item(_ tag: String = "t0") -> LoadSource {
    .text(#"[{"code": "new", "tag": "\#(tag)"}]"#, as: "Item")
  }

  private func codes(_ body: () throws -> Void) -> [String]? {
    do {
      try body()
      return nil
    } catch let report as ValidationReport {
      return report.map(\.code)
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: Change.allCases, Kind.allCases)
  func `a reference leads to the object that has the identity in the store`(
    _ change: Change, _ kind: Kind
  ) throws {
    for merges in [false, true] {
      let shop = try Shop(kind, merges: merges)
      try shop.change(change)
      let failure = codes {
        try shop.context.load(item())
        try shop.context.save()
      }
      #expect(failure == (change.replaces ? nil : ["reference.broken"]))
      #expect(try shop.words() == (change.replaces ? ["t0"] : []))
      #expect(brokenInvariants(of: shop.context) == [])
    }
  }

  @Test(arguments: Change.allCases, Kind.allCases)
  func `a save asks again where a reference leads`(_ change: Change, _ kind: Kind) throws {
    for merges in [false, true] {
      let shop = try Shop(kind, merges: merges)
      try shop.context.load(item())
      try shop.change(change)
      if merges { _ = try shop.context.fetch("Tag") }
      let failure = codes { try shop.context.save() }
      #expect(failure == (change.replaces ? nil : ["reference.broken"]))
      #expect(try shop.words() == (change.replaces ? ["t0"] : []))
    }
  }

  @Test func `a save that asks again names the record and the relationship`() throws {
    let shop = try Shop()
    try shop.context.load(item())
    try shop.change(.delete)
    let report = try #require(throws: ValidationReport.self) { try shop.context.save() }
    let failure = try #require(report.failures.first)
    #expect(failure.keyPath == ["tag"])
    #expect(failure.objectID == shop.context.insertedObjects.first?.objectID)
    #expect(failure.value == "t0")
    // The failure is reported until it is repaired.
    #expect(codes { try shop.context.save() } == ["reference.broken"])
    shop.context.insertedObjects[0].tag = nil as ManagedObject?
    shop.context.rollback()
    #expect(codes { try shop.context.save() } == nil)
  }

  @Test func `links in lists without an inverse are asked for again, at their places`() throws {
    let shop = try Shop()
    for word in ["a", "b"] {
      let tag = try shop.others.insert("Tag")
      tag.word = word
    }
    try shop.others.save()
    try shop.context.load(.text(#"[{"code": "new", "labels": ["a", "t0", "b"]}]"#, as: "Item"))
    try shop.change(.renameAndReplace)
    try shop.context.save()
    let fresh = shop.container.makeContext()
    let item = try #require(try fresh.fetch("Item").first)
    let labels: [ManagedObject] = item.labels ?? []
    #expect(Set(labels.map { $0.word ?? "" }) == ["a", "t0", "b"])
  }

  @Test(arguments: Change.allCases)
  func `a record updates the object that has the identity in the store`(_ change: Change) throws {
    for merges in [false, true] {
      let shop = try Shop(merges: merges)
      try shop.change(change)
      try shop.context.load(
        .text(#"[{"word": "t0", "n": 7}]"#, as: "Tag"), options: LoadOptions(onDuplicate: .update))
      try shop.context.save()
      let tags = try shop.container.makeContext().fetch("Tag", orderedBy: [.ascending("word")])
      #expect(tags[0].word == "t0")
      #expect(tags[0].n == 7)
      if tags.count > 1 { #expect(tags[1].n == 0) }
    }
  }

  @Test(arguments: Change.allCases)
  func `an update of an object that others have moved is a conflict, or keeps its identity`(
    _ change: Change
  ) throws {
    for (name, policy) in MergePolicy.all(keeping: "n") {
      for n in [0, 7] {
        let shop = try Shop()
        shop.context.mergePolicy = policy
        try shop.context.load(
          .text(#"[{"word": "t0", "n": \#(n)}]"#, as: "Tag"),
          options: LoadOptions(onDuplicate: .update))
        try shop.change(change)
        let failure = codes { try shop.context.save() }
        let tags = try shop.container.makeContext().fetch("Tag") { $0.word == "t0" }
        if failure == nil {
          #expect(tags.map { $0.n ?? -1 } == [n], "\(name)")
        } else {
          #expect(tags.count == (change.replaces ? 1 : 0), "\(name)")
        }
      }
    }
  }

  @Test func `what was changed here counts, not what is saved`() throws {
    let shop = try Shop()
    let tag = try #require(try shop.context.fetch("Tag").first)
    tag.word = "mine"
    try shop.context.load(item("mine"))
    #expect(
      codes { try shop.context.load(.text(#"[{"code": "b", "tag": "t0"}]"#, as: "Item")) }
        == ["reference.broken"])
    try shop.context.save()
    #expect(try shop.words() == ["mine"])
  }

  @Test(arguments: Change.allCases)
  func `an object is found by its identity as the store has it`(_ change: Change) throws {
    let shop = try Shop()
    try shop.change(change)
    let found = shop.context.object(of: "Tag", identifiedBy: "t0")
    #expect((found == nil) == !change.replaces)
    if let found { #expect(found.objectID != shop.tag.objectID) }
    #expect(
      (shop.context.object(of: "Tag", identifiedBy: "t9") != nil)
        == (change == .rename || change == .renameAndReplace))
  }

  @Test(arguments: Change.allCases)
  func `a changeset leads to the object that has the identity in the store`(
    _ change: Change
  ) throws {
    for moment in 0..<3 {
      let shop = try Shop()
      let item = try shop.context.insert("Item")
      item.code = "new"
      if moment == 0 { try shop.change(change) }
      let failure = codes {
        let changes = Changeset(item, casting: #"{"tag": "t0"}"#, allowing: ["tag"])
        if moment == 1 { try shop.change(change) }
        try changes.apply()
        if moment == 2 { try shop.change(change) }
        try shop.context.save()
      }
      #expect((failure == nil) == change.replaces, "\(moment): \(failure ?? [])")
      #expect(try shop.words() == (change.replaces ? ["t0"] : []))
    }
  }

  @Test(arguments: Change.allCases)
  func `a child inserts and merges by what the store of its parent has`(_ change: Change) throws {
    for (name, policy) in MergePolicy.all(keeping: "n") {
      let shop = try Shop()
      shop.context.mergePolicy = policy
      let child = shop.context.makeChild()
      child.mergePolicy = policy
      _ = try child.fetch("Tag")
      try shop.change(change)
      let tag = try child.insert("Tag")
      tag.word = "t0"
      tag.n = 7
      let failure = codes {
        try child.save()
        try shop.context.save()
      }
      let tags = try shop.container.makeContext().fetch("Tag", orderedBy: [.ascending("word")])
      #expect(tags[0].word == "t0", "\(name)")
      if !change.replaces { #expect(failure == nil, "\(name)") }
      if failure == nil, !change.replaces || name == "objectTrumps" || name == "overwrite" {
        #expect(tags[0].n == 7, "\(name)")
      }
      if tags.count > 1 { #expect(tags[1].n == 0, "\(name)") }
    }
  }

  @Test(arguments: Change.allCases)
  func `a parent asks again where the links of its child lead`(_ change: Change) throws {
    let shop = try Shop()
    let child = shop.context.makeChild()
    try child.load(item())
    try child.save()
    try shop.change(change)
    let failure = codes { try shop.context.save() }
    #expect(failure == (change.replaces ? nil : ["reference.broken"]))
    #expect(try shop.words() == (change.replaces ? ["t0"] : []))
  }

  @Test func `a load that is taken back is not asked for again`() throws {
    let shop = try Shop()
    shop.context.recordsUndo = true
    try shop.context.load(item())
    try shop.context.load(
      .text(#"[{"word": "t0"}]"#, as: "Tag"), options: LoadOptions(onDuplicate: .update))
    while shop.context.canUndo { shop.context.undo() }
    struct Refusal: Error {}
    _ = try? shop.context.attempt {
      try shop.context.load(item())
      throw Refusal()
    }
    try shop.change(.delete)
    let other = try shop.context.insert("Tag")
    other.word = "other"
    try shop.context.save()
  }

  @Test func `records are asked for together`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let names = (0..<1_500).map { #"{"name": "Author \#($0)", "books": []}"# }
    let source = LoadSource.text("[\(names.joined(separator: ", "))]", as: "Author")
    let first = container.makeContext()
    try first.load(source)
    try first.save()
    let context = container.makeContext()
    let counts = try store.counting {
      try context.load(source, options: LoadOptions(onDuplicate: .update))
    }
    // One query for existence, and one for each thousand.
    #expect(counts.fetches == 3)
  }
}
