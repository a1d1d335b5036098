@_spi(Invariants) import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Undo and rollback after other contexts have changed links that unsaved changes and pending deletions concern.
@Suite(.needsSQLite) struct MergedStepTests {
  /// A context that records undo, and another context. The store has two boxes and a tool that is in no box.
  private struct Scene {
    let store: AnyStore
    let (here, others): (ManagedObjectContext, ManagedObjectContext)
    let (first, second, tool): (ManagedObject, ManagedObject, ManagedObject)

    init(_ kind: StoreKind) throws {
      let model = try ManagedObjectModel("Boxes") {
        Entity("Box") {
          Attribute("name", String?.self)
          Relationship("tools", to: "Tool", .toMany, inverse: "box")
          Relationship("lid", to: "Box", inverse: "lid")
        }
        Entity("Tool") {
          Attribute("size", Int?.self)
          Relationship("box", to: "Box", inverse: "tools")
        }
      }
      store = try AnyStore(kind, model)
      let (here, others) = (store.container.makeContext(), store.container.makeContext())
      let made = try ["Box", "Box", "Tool"].map { try others.insert($0) }
      try others.save()
      let known = try made.map { try here.existingObject(with: $0.objectID) }
      (first, second, tool) = (known[0], known[1], known[2])
      for object in known { _ = object.properties }
      here.recordsUndo = true
      (self.here, self.others) = (here, others)
    }

    /// Sets a relationship in the other context, and saves.
    func change(_ object: ManagedObject, _ name: String, to end: ManagedObject?) throws {
      let theirs = try others.existingObject(with: object.objectID)
      let end = try end.map { try others.existingObject(with: $0.objectID) }
      try theirs.setValue(end, forKey: name)
      try others.save()
    }

    func expectAgreement(_ location: SourceLocation = #_sourceLocation) {
      #expect(here.checkInvariants(isUpToDate: true) == [], sourceLocation: location)
    }

    /// Discards all changes, and expects the state of the store.
    func expectSavedState(_ location: SourceLocation = #_sourceLocation) throws {
      here.rollback()
      expectAgreement(location)
      #expect(here.updatedObjects.isEmpty, sourceLocation: location)
      let fresh = store.container.makeContext()
      for object in try here.fetch("Box") + here.fetch("Tool") {
        let stored = try fresh.existingObject(with: object.objectID)
        for relationship in object.entity.persistentProperties.compactMap(\.asRelationship) {
          let name = relationship.name
          let (ours, theirs) = (
            try object.objectIDs(forRelationshipNamed: name),
            try stored.objectIDs(forRelationshipNamed: name)
          )
          #expect(Set(ours) == Set(theirs), "\(object.objectID).\(name)", sourceLocation: location)
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `undoing a deletion gives back no member that others have saved elsewhere`(
    _ kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    try scene.change(scene.tool, "box", to: scene.first)
    try scene.here.refreshAll()
    try scene.tool.setValue(scene.second, forKey: "box")
    try scene.here.delete(scene.second)
    try scene.change(scene.tool, "box", to: nil)
    try scene.here.refreshAll()
    scene.here.undo()
    scene.expectAgreement()
    #expect(try scene.second.objectIDs(forRelationshipNamed: "tools").isEmpty)
    try scene.expectSavedState()
  }

  @Test(arguments: StoreKind.allCases)
  func `undoing a step keeps a link that a merge has cleared because of an earlier step`(
    _ kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    try scene.change(scene.tool, "box", to: scene.second)
    try scene.here.refreshAll()
    try scene.first.setValue(scene.first, forKey: "lid")
    try scene.here.delete(scene.tool)
    try scene.change(scene.first, "lid", to: scene.second)
    try scene.here.refreshAll()
    scene.here.undo()
    scene.expectAgreement()
    #expect(try scene.first.objectIDs(forRelationshipNamed: "lid") == [scene.first.objectID])
    #expect(try scene.second.objectIDs(forRelationshipNamed: "lid").isEmpty)
    try scene.expectSavedState()
  }

  @Test(arguments: StoreKind.allCases)
  func `undoing a step leaves out members that an earlier step has moved elsewhere`(
    _ kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    let badge = try scene.others.insert("Box")
    try scene.others.save()
    try scene.change(badge, "lid", to: scene.second)
    try scene.here.refreshAll()
    try scene.tool.setValue(scene.first, forKey: "box")
    try scene.here.delete(scene.here.existingObject(with: badge.objectID))
    try scene.change(scene.tool, "box", to: scene.second)
    try scene.here.refreshAll()
    scene.here.undo()
    scene.expectAgreement()
    #expect(try scene.second.objectIDs(forRelationshipNamed: "tools").isEmpty)
    try scene.expectSavedState()
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `rolling back a deletion, undone or not, gives back the members that others have added`(
    kind: StoreKind, undoes: Bool
  ) throws {
    let scene = try Scene(kind)
    try scene.tool.setValue(scene.first, forKey: "box")
    try scene.here.delete(scene.second)
    try scene.change(scene.tool, "box", to: scene.second)
    try scene.here.refreshAll()
    if undoes {
      scene.here.undo()
      scene.expectAgreement()
    }
    // Without an undo, the deleted object reads its members, as in a save.
    #expect(try scene.second.objectIDs(forRelationshipNamed: "tools").isEmpty)
    try scene.expectSavedState()
    #expect(try scene.second.objectIDs(forRelationshipNamed: "tools") == [scene.tool.objectID])
  }

  @Test(arguments: StoreKind.allCases)
  func `a part of an owner that was never saved stays deleted when it is read again`(
    _ kind: StoreKind
  ) throws {
    let model = try ManagedObjectModel("Parts") {
      Entity("Owner") {
        Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: .cascade)
      }
      Entity("Part") { Relationship("owner", to: "Owner", inverse: "parts") }
    }
    for recordsUndo in [false, true] {
      let store = try AnyStore(kind, model)
      let context = store.container.makeContext()
      context.recordsUndo = recordsUndo
      let part = try context.insert("Part")
      try context.save()
      let owner = try context.insert("Owner")
      try part.setValue(owner, forKey: "owner")
      try context.delete(owner)
      #expect(part.isDeleted)
      try context.refreshAll()
      #expect(part.isDeleted)
      try context.save()
      #expect(try store.container.makeContext().count("Part") == 0)
    }
  }
}
