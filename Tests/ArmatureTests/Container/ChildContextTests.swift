import Testing

@testable import Armature

@Suite struct ChildContextTests {
  /// Returns a parent context with or without a store.
  private func parent(_ hasStore: Bool) throws -> ManagedObjectContext {
    if hasStore { return try Library.stocked().context }
    let context = ManagedObjectContext(model: try Library.model())
    try Library.stock(context)
    return context
  }

  @Test(arguments: [true, false])
  func `a child reads the objects of its parent with unsaved changes`(_ hasStore: Bool) throws {
    let parent = try parent(hasStore)
    let dune = try parent.first("Book", "title", "Dune")
    dune.pages = 99
    let tag = try parent.insert("Tag")
    tag.name = "unsaved"
    try dune.insert(tag, into: "tags")
    let child = parent.makeChild()
    let mine = try child.same(dune)
    #expect(mine !== dune && mine.objectID == dune.objectID && mine["pages"] == 99)
    #expect(Set(mine.many("tags").compactMap { $0["name"] }) == ["desert", "space", "unsaved"])
    #expect(mine.many("chapters").map { $0["title"] } == ["One", "Two", "Three"])
    #expect(try child.fetch("Tag").count == 3 && !child.hasChanges)
  }

  @Test(arguments: [true, false])
  func `a save goes one level up, and is a change there`(_ hasStore: Bool) throws {
    let parent = try parent(hasStore)
    try parent.save()
    let dune = try parent.first("Book", "title", "Dune")
    let child = parent.makeChild()
    let mine = try child.same(dune)
    mine.title = "Dune II"
    let chapter = try child.insert("Chapter")
    chapter.title = "Four"
    try mine.insert(chapter, into: "chapters", at: 0)
    try mine.remove(try #require(mine.many("tags").first), from: "tags")
    let loan = try child.insert(Loan.self)
    loan.days = 9
    try child.delete(try child.same(parent.first("Book", "title", "The Left Hand")))
    #expect(dune["title"] == "Dune" && dune.many("tags").count == 2)
    try child.save()
    #expect(!child.hasChanges && parent.hasChanges && mine.objectState == .unchanged)
    #expect(dune["title"] == "Dune II" && dune.many("tags").count == 1 && dune.isUpdated)
    #expect(dune.many("chapters").map { $0["title"] } == ["Four", "One", "Two", "Three"])
    let up = try #require(parent.registeredObject(for: chapter.objectID))
    #expect(up.isInserted && up["title"] == "Four" && up.one("book") === dune)
    let upLoan = try #require(parent.registeredObject(for: loan.objectID) as? Loan)
    #expect(upLoan.days == 9 && upLoan.events.isEmpty)
    #expect(parent.deletedObjects.count == 1 && brokenInvariants(of: parent).isEmpty)
    try parent.save()
    #expect(!parent.hasChanges && up.objectID == chapter.objectID)
  }

  @Test func `only the outermost context writes to the store`() throws {
    let (container, parent) = try Library.stocked()
    let dune = try parent.first("Book", "title", "Dune")
    let grandchild = parent.makeChild().makeChild()
    let mine = try grandchild.same(dune)
    mine.pages = 5
    func stored() throws -> AttributeValue? {
      let other = container.makeContext()
      return try other.same(dune)["pages"]
    }
    try grandchild.save()
    #expect(try dune["pages"] == 412 && stored() == 412)
    let child = try #require((grandchild.graph.store?.store as? ParentStore)?.parent)
    try child.save()
    #expect(try dune["pages"] == 5 && stored() == 412)
    try parent.save()
    #expect(try stored() == 5)
  }

  @Test func `values that were set before the object was inserted reach the parent`() throws {
    let parent = try parent(true)
    let child = parent.makeChild()
    let tag = try parent.model.makeObject("Tag")
    tag.name = "early"
    try child.insert(tag)
    try child.save()
    #expect(parent.registeredObject(for: tag.objectID)?["name"] == "early")
  }

  @Test func `a scratch context that is not saved leaves no trace`() throws {
    let parent = try parent(true)
    do {
      let scratch = parent.makeChild()
      try scratch.delete(try scratch.same(parent.first("Book", "title", "Dune")))
      try scratch.insert("Tag").name = "scratch"
    }
    #expect(!parent.hasChanges && parent.objects(of: "Tag").count == 2)
    #expect(brokenInvariants(of: parent).isEmpty)
  }

  @Test(arguments: [true, false])
  func `what the parent has not saved yet counts as saved for a child`(_ hasStore: Bool) throws {
    let parent = try parent(hasStore)
    try parent.insert("Tag").name = "unsaved"
    let child = parent.makeChild()
    try child.insert("Tag").name = "pending"
    var request = FetchRequest("Tag")
    request.includesPendingChanges = false
    #expect(try child.fetch(request).count == 3 && child.count(request) == 3)
  }

  @Test func `what is unique is checked against the parent's unsaved objects`() throws {
    let parent = try parent(true)
    try parent.insert("Tag").name = "taken"
    let child = parent.makeChild()
    let tag = try child.insert("Tag")
    tag.name = "taken"
    let report = try #require(throws: ValidationReport.self) { try child.save() }
    #expect(report.map(\.coreDataCode) == [133021] && report.first?.objectID == tag.objectID)
    #expect(parent.registeredObject(for: tag.objectID) == nil && tag.isInserted)
    tag.name = "free"
    try child.save()
    #expect(parent.registeredObject(for: tag.objectID)?["name"] == "free")
  }

  @Test func `a refresh reads the parent again, and an object deleted there is a conflict`() throws
  {
    let parent = try parent(true)
    let dune = try parent.first("Book", "title", "Dune")
    let child = parent.makeChild()
    let mine = try child.same(dune)
    mine.note = "mine"
    dune.pages = 1
    try child.refresh(mine)
    #expect(mine["pages"] == 1 && mine["note"] == "mine")
    try parent.delete(dune)
    let error = try #require(throws: MergeConflicts.self) { try child.save() }
    #expect(error.conflicts.map(\.kind) == [.deletedInStore])
    try child.refresh(mine)
    #expect(mine.objectState == .detached && !child.hasChanges)
  }

  @Test(arguments: [false, true])
  func `an object that a child deletes and brings back is in its parent once`(
    _ recordsUndo: Bool
  ) throws {
    let parent = ManagedObjectContext(
      model: try ManagedObjectModel("Pets") { Entity("Pet") { Attribute("name", String?.self) } })
    parent.recordsUndo = recordsUndo
    let child = parent.makeChild()
    child.recordsUndo = true
    let id = try parent.insert("Pet").objectID
    try child.delete(child.existingObject(with: id))
    try child.save()
    child.undo()
    try child.save()
    #expect(parent.insertedObjects.map(\.objectID) == [id])
    #expect(brokenInvariants(of: parent).isEmpty)
    parent.rollback()
    #expect(parent.registeredObjects.isEmpty && !parent.hasChanges)
  }

  @Test(arguments: [false, true])
  func `a deletion that a child takes back leaves a saved object of its parent as it was`(
    _ recordsUndo: Bool
  ) throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Pets") {
        Entity("Owner") { Relationship("pets", to: "Pet", .ordered, inverse: "owner") }
        Entity("Pet") {
          Attribute("name", String?.self)
          Attribute("chip", Int?.self)
          Relationship("owner", to: "Owner", inverse: "pets")
        }
      })
    let parent = container.makeContext()
    let (owner, pet) = (try parent.insert("Owner"), try parent.insert("Pet"))
    (pet.name, pet.owner) = ("Rex", owner)
    try parent.save()
    parent.recordsUndo = recordsUndo
    pet.chip = 7
    let child = parent.makeChild()
    child.recordsUndo = true
    try child.delete(child.existingObject(with: pet.objectID))
    try child.save()
    #expect(parent.deletedObjects == [pet] && owner.memberCount(of: "pets") == 0)
    child.undo()
    try child.save()
    #expect(parent.deletedObjects.isEmpty && parent.insertedObjects.isEmpty)
    #expect(owner.many("pets") == [pet])
    #expect(pet.changedValues == ["chip": 7])
    #expect(brokenInvariants(of: parent).isEmpty)
    if recordsUndo {
      parent.undo()
      #expect(parent.deletedObjects == [pet] && owner.memberCount(of: "pets") == 0)
      parent.undo()
      parent.undo()
      #expect(!parent.hasChanges && owner.many("pets") == [pet])
      parent.redo()
      parent.redo()
      parent.redo()
      #expect(pet.changedValues == ["chip": 7])
    }
    try parent.save()
    let other = container.makeContext()
    let stored = try #require(other.fetch("Pet").first)
    #expect(stored.one("owner") != nil)
    #expect(stored["chip"] == 7 && stored["name"] == "Rex")
  }
}
