@_spi(Invariants) import Armature
import TestSupport
import Testing

/// Derived values, links and lists when other contexts restore a deleted object, or delete one that was never read
/// here.
@Suite(.needsSQLite) struct ReturningObjectTests {
  private static func count(_ list: String) -> FetchExpression {
    .aggregate(.count, of: .keyPath([list]))
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `an object counts again that undo knows as deleted and others have brought back`(
    kind: StoreKind, recordsUndo: Bool
  ) throws {
    let model = try ManagedObjectModel("Tags") {
      Entity("Folder") {
        Attribute("text", String?.self)
        Relationship("tags", to: "Tag", .toMany, inverse: "folders")
      }
      Entity("Tag") {
        Attribute("text", String?.self)
        Relationship("folders", to: "Folder", .toMany, inverse: "tags")
        Attribute("uses", Int.self).derived(from: Self.count("folders"))
      }
    }
    let store = try AnyStore(kind, model)
    let (here, others) = (store.container.makeContext(), store.container.makeContext())
    here.recordsUndo = recordsUndo
    let (folder, tag) = (try here.insert("Folder"), try here.insert("Tag"))
    try here.save()
    let theirs = try others.existingObject(with: folder.objectID)
    let theirTag = try others.existingObject(with: tag.objectID)
    others.mergePolicy = .objectTrumps
    try here.delete(folder)
    try here.save()
    try theirs.setValue("back", forKey: "text")
    try theirs.setValue([theirTag], forKey: "tags")
    try others.save()
    try tag.setValue("edited", forKey: "text")
    try here.save()
    let fresh = try store.container.makeContext().existingObject(with: tag.objectID)
    #expect(fresh["uses"] == 1 && fresh["text"] == "edited")
    #expect(try store.container.verify().isValid)
  }

  @Test(arguments: StoreKind.allCases)
  func `a derived value is right beside an insertion that is merged`(kind: StoreKind) throws {
    let model = try ManagedObjectModel("Folders") {
      Entity("Folder") {
        Relationship("items", to: "Item", .toMany, inverse: "folder")
        Attribute("count", Int.self).derived(from: Self.count("items"))
      }
      Entity("Item") {
        Attribute("code", String.self).unique()
        Relationship("folder", to: "Folder", inverse: "items")
      }
    }
    for (name, policy) in MergePolicy.all(keeping: "code") where name != "error" {
      for (isEarlier, isMerging) in [(true, true), (true, false), (false, true), (false, false)] {
        let store = try AnyStore(kind, model)
        let window = WindowStore(store.container.store)
        let here = try PersistentContainer(model: model, store: window).makeContext()
        (here.mergePolicy, here.mergesChangesAutomatically) = (policy, isMerging)
        let others = store.container.makeContext()
        let (folder, item) = (try others.insert("Folder"), try others.insert("Item"))
        let inside = try others.insert("Item")
        try item.setValue("b", forKey: "code")
        try inside.setValuesForKeys(["code": "e"])
        try inside.setValue(folder, forKey: "folder")
        try others.save()
        _ = try (here.fetch("Folder"), here.fetch("Item"))
        try here.existingObject(with: inside.objectID).setValue(
          AttributeValue.null, forKey: "folder")
        try here.insert("Item").setValue("b2", forKey: "code")
        let change = {
          try item.setValue("b2", forKey: "code")
          try item.setValue(folder, forKey: "folder")
          try others.save()
        }
        if isEarlier { try change() } else { window.window = change }
        try here.save()
        let report = try store.container.verify()
        #expect(report.isValid, "\(name) \(isEarlier) \(isMerging): \(report)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a list loses a member that others delete and nobody has read again`(kind: StoreKind) throws
  {
    let model = try ManagedObjectModel("Tags") {
      Entity("Item") { Relationship("tags", to: "Tag", .toMany, inverse: "items") }
      Entity("Tag") { Relationship("items", to: "Item", .toMany, inverse: "tags") }
    }
    let store = try AnyStore(kind, model)
    let (here, others) = (store.container.makeContext(), store.container.makeContext())
    here.mergesChangesAutomatically = true
    let id = try {
      let item = try others.insert("Item")
      try others.save()
      try others.delete(item)
      return item.objectID
    }()
    let tag = try here.insert("Tag")
    try tag.insert(here.existingObject(with: id), into: "items")
    try here.save()
    here.evictUnusedObjects()
    try others.save()
    _ = try here.fetch("Tag")
    #expect(try tag.objectIDs(forRelationshipNamed: "items").isEmpty)
    #expect(tag.memberCount(of: "items") == 0)
    #expect(here.checkInvariants(isUpToDate: true).isEmpty)
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `values along links without an inverse are derived again when a saved deletion is undone`(
    kind: StoreKind, hasRead: Bool
  ) throws {
    let model = try ManagedObjectModel("Notes") {
      Entity("Item") { Attribute("name", String?.self) }
      Entity("Note") {
        Attribute("text", String?.self)
        Relationship("about", to: "Item")
        Relationship("seen", to: "Item", .toMany)
        Attribute("subject", String?.self).derived(from: .keyPath(["about", "name"]))
        Attribute("views", Int.self).derived(from: Self.count("seen"))
      }
    }
    let store = try AnyStore(kind, model)
    let (here, others) = (store.container.makeContext(), store.container.makeContext())
    let (item, note) = (try others.insert("Item"), try others.insert("Note"))
    try item.setValue("a", forKey: "name")
    try note.setValue(item, forKey: "about")
    try note.setValue([item], forKey: "seen")
    try others.save()
    here.recordsUndo = true
    let mine = try here.existingObject(with: item.objectID)
    let reader = hasRead ? try here.existingObject(with: note.objectID) : nil
    try here.delete(mine)
    try here.save()
    here.undo()
    try mine.setValue("b", forKey: "name")
    try here.save()
    #expect(try store.container.verify().isValid)
    let readers = store.container.makeContext()
    let fresh = try readers.existingObject(with: note.objectID)
    #expect(fresh["subject"] == "b")
    #expect(try fresh.objectIDs(forRelationshipNamed: "about") == [item.objectID])
    if let reader {
      #expect(try reader.objectIDs(forRelationshipNamed: "about") == [item.objectID])
    }
    #expect(here.checkInvariants().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a link that is saved as none stays none when its object comes back`(kind: StoreKind) throws
  {
    let model = try ManagedObjectModel("Notes") {
      Entity("Item") { Attribute("name", String?.self) }
      Entity("Note") {
        Attribute("text", String?.self)
        Relationship("about", to: "Item")
        Relationship("seen", to: "Item", .toMany)
      }
    }
    let store = try AnyStore(kind, model)
    let (here, others) = (store.container.makeContext(), store.container.makeContext())
    let (item, other) = (try here.insert("Item"), try here.insert("Item"))
    let note = try here.insert("Note")
    try note.setValue(other, forKey: "about")
    try here.save()
    let theirs = try others.existingObject(with: item.objectID)
    try note.setValue(item, forKey: "about")
    try note.setValue([item], forKey: "seen")
    try here.delete(item)
    try here.save()
    try theirs.setValue("back", forKey: "name")
    others.mergePolicy = .objectTrumps
    try others.save()
    here.mergePolicy = .objectTrumps
    try note.setValue("edited", forKey: "text")
    try here.save()
    let readers = store.container.makeContext()
    let fresh = try readers.existingObject(with: note.objectID)
    _ = try here.existingObject(with: item.objectID)
    for name in ["about", "seen"] {
      #expect(
        try note.objectIDs(forRelationshipNamed: name)
          == fresh.objectIDs(forRelationshipNamed: name))
    }
    #expect(here.checkInvariants(isUpToDate: true).isEmpty)
    #expect(try store.container.verify().isValid)
  }
}
