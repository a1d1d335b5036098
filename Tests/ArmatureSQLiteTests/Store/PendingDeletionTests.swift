@_spi(Invariants) import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Saves by other contexts while a deletion is pending, and the state after the deletion is reverted.
@Suite(.needsSQLite) struct PendingDeletionTests {
  /// The ways to revert a deletion.
  enum Way: CaseIterable { case undo, rollback, rollbackOfRecorded }

  /// The ways to pick up other saves.
  enum Merge: CaseIterable { case automatic, refreshing, dropping, refreshingAll, history }

  /// A context that deletes an owner with a row, a badge and a tag, and other contexts.
  private struct Scene {
    let store: AnyStore
    let here: ManagedObjectContext
    let others: ManagedObjectContext
    let merge: Merge
    let owner: ManagedObject
    private let start: PersistentHistoryToken?

    init(_ kind: StoreKind, recordsUndo: Bool, _ merge: Merge = .automatic) throws {
      let model = try ManagedObjectModel("Pending") {
        Entity("Owner") {
          Attribute("name", String?.self)
          Relationship("rows", to: "Row", .toMany, inverse: "owner")
          Relationship("steps", to: "Row", .ordered, inverse: "stepOf")
          Relationship("badge", to: "Badge", inverse: "owner")
          Relationship("tags", to: "Tag", .toMany, inverse: "owners")
          Relationship("boss", to: "Owner", inverse: "team")
          Relationship("team", to: "Owner", .toMany, inverse: "boss")
        }
        Entity("Row") {
          Attribute("n", Int.self).default(0)
          Relationship("owner", to: "Owner", inverse: "rows")
          Relationship("stepOf", to: "Owner", inverse: "steps")
        }
        Entity("Badge") { Relationship("owner", to: "Owner", inverse: "badge") }
        Entity("Tag") { Relationship("owners", to: "Owner", .ordered, inverse: "tags") }
      }
      store = try AnyStore(kind, model, keepsHistory: kind != .json)
      others = store.container.makeContext()
      here = store.container.makeContext()
      self.merge = merge
      let made = try others.insert("Owner")
      try made.setValue("A", forKey: "name")
      try made.setValue([others.insert("Row")], forKey: "rows")
      try made.setValue([others.insert("Row"), others.insert("Row")], forKey: "steps")
      try made.setValue(others.insert("Badge"), forKey: "badge")
      try made.setValue([others.insert("Tag")], forKey: "tags")
      try made.setValue([others.insert("Owner")], forKey: "team")
      try others.save()
      start = kind == .json ? nil : try store.container.currentHistoryToken()
      here.mergesChangesAutomatically = merge == .automatic
      here.recordsUndo = recordsUndo
      owner = try here.existingObject(with: made.objectID)
    }

    var theirs: ManagedObject { get throws { try others.existingObject(with: owner.objectID) } }

    /// Changes each property of the owner in another context, and every relationship from its other side.
    func change() throws {
      let theirs = try theirs
      try theirs.setValue("B", forKey: "name")
      try others.insert("Row").setValue(theirs, forKey: "owner")
      try others.insert("Badge").setValue(theirs, forKey: "owner")
      try theirs.insert(others.insert("Row"), into: "steps", at: 0)
      try others.insert("Tag").insert(theirs, into: "owners")
      try others.insert("Owner").setValue(theirs, forKey: "boss")
      try others.save()
      try takeOver()
    }

    func takeOver() throws {
      switch merge {
      case .automatic: _ = try here.count("Row")
      case .refreshing, .dropping:
        let known = here.registeredObjects + here.deletedObjects
        for object in known where object.managedObjectContext != nil {
          try here.refresh(object, mergeChanges: merge == .refreshing || object.isUpdated)
        }
      case .history:
        if let start { try here.mergeChanges(from: store.container.history(since: start)) }
        // A JSON file has no history.
        if start == nil { try here.refreshAll() }
      case .refreshingAll: try here.refreshAll()
      }
    }

    func takeBack(_ way: Way) { if way == .undo { here.undo() } else { here.rollback() } }

    /// Returns a context's view of all objects.
    static func view(_ context: ManagedObjectContext) throws -> [String] {
      try ["Owner", "Row", "Badge", "Tag"].flatMap { try context.fetch($0) }.map { object in
        let values = try object.entity.persistentProperties.map { property in
          guard let relationship = property.asRelationship else {
            return "\(property.name): \(try object.value(forKey: property.name) as AttributeValue)"
          }
          let keys = try object.objectIDs(forRelationshipNamed: property.name).map(\.key)
          return "\(property.name): \(relationship.arity == .ordered ? keys : keys.sorted())"
        }
        return "\(object.objectID.key) \(values)"
      }
    }

    /// Expects that the context agrees with a fresh one, and that a further change causes no conflict.
    func expectFresh() throws {
      #expect(try Self.view(here) == Self.view(store.container.makeContext()))
      #expect(here.checkInvariants(isUpToDate: true).isEmpty)
      #expect(here.updatedObjects.allSatisfy { $0.changedValues.isEmpty })
      #expect(here.insertedObjects.isEmpty && here.deletedObjects.isEmpty)
      try owner.setValue("mine", forKey: "name")
      try here.save()
      let fresh = try store.container.makeContext().existingObject(with: owner.objectID)
      #expect(try fresh.value(forKey: "name") == .string("mine"))
      #expect(try store.container.verify().isValid)
    }
  }

  @Test(arguments: StoreKind.allCases, Way.allCases)
  func `a deletion that is taken back leaves what others have saved meanwhile`(
    _ kind: StoreKind, _ way: Way
  ) throws {
    for merge in Merge.allCases {
      let scene = try Scene(kind, recordsUndo: way != .rollback, merge)
      try scene.here.delete(scene.owner)
      try scene.change()
      scene.takeBack(way)
      try scene.expectFresh()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `redo deletes again what others have linked to meanwhile`(_ kind: StoreKind) throws {
    let scene = try Scene(kind, recordsUndo: true)
    try scene.here.delete(scene.owner)
    scene.here.undo()
    try scene.change()
    scene.here.redo()
    let row = try #require(try scene.here.fetch("Row").last)
    #expect(try row.value(forKey: "stepOf") == .null && scene.owner.isDeleted)
    scene.here.undo()
    try scene.expectFresh()
  }

  @Test(arguments: StoreKind.allCases)
  func `what others delete whose deletion is pending here goes`(_ kind: StoreKind) throws {
    for way in Way.allCases {
      let scene = try Scene(kind, recordsUndo: way != .rollback)
      try scene.here.delete(scene.owner)
      try scene.others.delete(scene.theirs)
      try scene.others.save()
      try scene.takeOver()
      #expect(scene.owner.managedObjectContext == nil && scene.here.deletedObjects.isEmpty)
      scene.takeBack(way)
      #expect(try Scene.view(scene.here) == Scene.view(scene.store.container.makeContext()))
      #expect(scene.here.checkInvariants(isUpToDate: true).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `undo of a saved deletion brings back the lists that a merge had evicted`(
    _ kind: StoreKind
  ) throws {
    let scene = try Scene(kind, recordsUndo: true)
    let before = try scene.owner.objectIDs(forRelationshipNamed: "steps")
    try scene.here.delete(scene.owner)
    try scene.theirs.setValue("B", forKey: "name")
    try scene.others.save()
    try scene.takeOver()
    try scene.here.save()
    scene.here.undo()
    #expect(try scene.owner.objectIDs(forRelationshipNamed: "steps") == before)
    #expect(try scene.owner.objectIDs(forRelationshipNamed: "tags").count == 1)
    try scene.here.save()
    #expect(try Scene.view(scene.here) == Scene.view(scene.store.container.makeContext()))
    #expect(try scene.store.container.verify().isValid)
  }

  @Test(arguments: StoreKind.allCases)
  func `a merge takes the conflict of a deletion away, and a fetch does not`(
    _ kind: StoreKind
  ) throws {
    for merges in [true, false] {
      let scene = try Scene(kind, recordsUndo: false, merges ? .automatic : .refreshingAll)
      try scene.here.delete(scene.owner)
      try scene.theirs.setValue("B", forKey: "name")
      try scene.others.save()
      _ = try scene.here.fetch("Owner")
      if merges {
        try scene.here.save()
        #expect(try scene.others.count("Owner") == 1)
      } else {
        #expect(throws: MergeConflicts.self) { try scene.here.save() }
      }
    }
  }

  @Test(arguments: Way.allCases, [true, false])
  func `lists that follow show a deletion that is taken back as others have saved it`(
    _ way: Way, readsBetween: Bool
  ) throws {
    let scene = try Scene(.memory, recordsUndo: way != .rollback)
    let request = try FetchRequest("Owner", where: FetchPredicate("name == 'A'"))
    let list = try FetchedResults(request, in: scene.here)
    let sections = try FetchedResults(
      FetchRequest("Owner"), in: scene.here, sectionedBy: "name")
    try scene.here.delete(scene.owner)
    if readsBetween { _ = (try list.update(), try sections.update()) }
    try scene.change()
    if readsBetween { _ = (try list.update(), try sections.update()) }
    scene.takeBack(way)
    _ = (try list.update(), try sections.update())
    #expect(list.objects.isEmpty)
    #expect(sections.sections.map(\.name).contains("B"))
    #expect(!sections.sections.map(\.name).contains("A"))
    #expect(scene.here.checkInvariants(isUpToDate: true).isEmpty)
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `undo and redo over what was read again keep both sides of links`(
    _ kind: StoreKind, refreshes: Bool
  ) throws {
    let scene = try Scene(kind, recordsUndo: true, .refreshingAll)
    let (one, two) = (try scene.here.insert("Owner"), try scene.here.insert("Owner"))
    for end in [scene.owner, nil, two, one, scene.owner] {
      try one.setValue(end, forKey: "boss")
    }
    try scene.here.save()
    for step in [true, true, false, true, true, false, false, false] {
      if refreshes { try scene.here.refreshAll() }
      if step { scene.here.undo() } else { scene.here.redo() }
      let boss = one.isDeleted ? nil : try one.objectIDs(forRelationshipNamed: "boss").first
      for other in try scene.here.fetch("Owner") {
        let isMember = try other.objectIDs(forRelationshipNamed: "team").contains(one.objectID)
        #expect(isMember == (boss == other.objectID))
      }
    }
    try scene.here.save()
    #expect(try Scene.view(scene.here) == Scene.view(scene.store.container.makeContext()))
  }

  @Test func `a child takes over what its parent changes while a deletion is pending`() throws {
    for way in Way.allCases {
      let scene = try Scene(.memory, recordsUndo: false, .refreshingAll)
      let child = scene.others.makeChild()
      child.recordsUndo = way != .rollback
      let owner = try child.existingObject(with: scene.owner.objectID)
      try child.delete(owner)
      try scene.change()
      try child.refreshAll()
      if way == .undo { child.undo() } else { child.rollback() }
      #expect(try Scene.view(child) == Scene.view(scene.others.makeChild()))
      #expect(child.checkInvariants(isUpToDate: true).isEmpty)
    }
  }

  @Test(
    arguments: StoreKind.allCases, [(false, false), (false, true), (true, false), (true, true)])
  func `a part that others give to another owner outlives the owner that it had`(
    kind: StoreKind, way: (isMerging: Bool, isDeletedByChild: Bool)
  ) throws {
    let (isMerging, isDeletedByChild) = way
    let model = try ManagedObjectModel("Parts") {
      Entity("Owner") {
        Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: .cascade)
      }
      Entity("Part") {
        Relationship("owner", to: "Owner", inverse: "parts").required()
        Relationship("screws", to: "Screw", .toMany, inverse: "part", onDelete: .cascade)
      }
      Entity("Screw") { Relationship("part", to: "Part", inverse: "screws").required() }
    }
    for (name, policy) in MergePolicy.all(keeping: "owner") {
      let store = try AnyStore(kind, model)
      let (here, others) = (store.container.makeContext(), store.container.makeContext())
      (here.mergePolicy, here.mergesChangesAutomatically) = (policy, isMerging)
      let (former, owner) = (try others.insert("Owner"), try others.insert("Owner"))
      let (part, screw) = (try others.insert("Part"), try others.insert("Screw"))
      try part.setValue(former, forKey: "owner")
      try screw.setValue(part, forKey: "part")
      try others.save()
      let deleting = isDeletedByChild ? here.makeChild() : here
      try deleting.delete(deleting.existingObject(with: former.objectID))
      if isDeletedByChild { try deleting.save() }
      try part.setValue(owner, forKey: "owner")
      try others.save()
      do {
        try here.save()
      } catch is MergeConflicts where name == "error" && !isMerging {
        continue
      }
      let reader = store.container.makeContext()
      #expect(try reader.count("Owner") == 1, "\(name)")
      let saved = try reader.existingObject(with: owner.objectID)
      #expect(try saved.objectIDs(forRelationshipNamed: "parts") == [part.objectID], "\(name)")
      #expect(try reader.count("Screw") == 1, "\(name)")
      #expect(try store.container.verify().isValid, "\(name)")
      #expect(here.checkInvariants(isUpToDate: true).isEmpty, "\(name)")
    }
  }

  @Test(
    arguments: StoreKind.allCases, [(false, false), (false, true), (true, false), (true, true)])
  func `a member that others move to another list is not cut off with the list that it had`(
    kind: StoreKind, way: (isMerging: Bool, isDeletedByChild: Bool)
  ) throws {
    let (isMerging, isDeletedByChild) = way
    let model = try ManagedObjectModel("Tools") {
      Entity("Box") {
        Relationship("tools", to: "Tool", .ordered, inverse: "box")
        Attribute("count", Int.self).derived(from: .aggregate(.count, of: .keyPath(["tools"])))
      }
      Entity("Tool") { Relationship("box", to: "Box", inverse: "tools") }
    }
    // The closure of `resolve` decides about the link itself.
    for (name, policy) in MergePolicy.all(keeping: "box") where name != "resolve" {
      let store = try AnyStore(kind, model)
      let (here, others) = (store.container.makeContext(), store.container.makeContext())
      (here.mergePolicy, here.mergesChangesAutomatically) = (policy, isMerging)
      let (former, box) = (try others.insert("Box"), try others.insert("Box"))
      let tool = try others.insert("Tool")
      try tool.setValue(former, forKey: "box")
      try others.save()
      let deleting = isDeletedByChild ? here.makeChild() : here
      try deleting.delete(deleting.existingObject(with: former.objectID))
      if isDeletedByChild { try deleting.save() }
      try tool.setValue(box, forKey: "box")
      try others.save()
      do {
        try here.save()
      } catch is MergeConflicts where name == "error" && !isMerging {
        continue
      }
      let reader = store.container.makeContext()
      let saved = try reader.existingObject(with: box.objectID)
      #expect(try saved.objectIDs(forRelationshipNamed: "tools") == [tool.objectID], "\(name)")
      #expect(saved["count"] == 1, "\(name)")
      #expect(try store.container.verify().isValid, "\(name)")
      #expect(here.checkInvariants(isUpToDate: true).isEmpty, "\(name)")
    }
  }
}
