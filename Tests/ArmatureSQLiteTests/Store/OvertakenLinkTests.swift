@_spi(Invariants) import Armature
import ArmatureModel
import TestSupport
import Testing

/// Undo, redo and restored parts, where another context has saved the same change of a link as this context, or has
/// removed a link to a deleted object.
@Suite(.needsSQLite) struct OvertakenLinkTests {
  /// The to-many relationships of a note: ordered or not, with a to-many inverse or with none.
  static let lists = ["tags", "words", "marks", "pins"]

  /// A context that records undo, and another context. The store has a note with two tags, and a third tag.
  private struct Scene {
    let store: AnyStore
    let (here, others): (ManagedObjectContext, ManagedObjectContext)
    let name: String
    let note: ManagedObject
    let tags: [ManagedObject]

    init(_ kind: StoreKind, _ name: String, ofChild: Bool = false) throws {
      let model = try ManagedObjectModel("Notes") {
        Entity("Note") {
          Relationship("tags", to: "Tag", .ordered, inverse: "notes")
          Relationship("words", to: "Tag", .toMany, inverse: "uses")
          Relationship("marks", to: "Tag", .ordered)
          Relationship("pins", to: "Tag", .toMany)
        }
        Entity("Tag") {
          Relationship("notes", to: "Note", .ordered, inverse: "tags")
          Relationship("uses", to: "Note", .toMany, inverse: "words")
        }
      }
      store = try AnyStore(kind, model)
      self.name = name
      let others = store.container.makeContext()
      let here = ofChild ? others.makeChild() : store.container.makeContext()
      let made = try ["Note", "Tag", "Tag", "Tag"].map { try others.insert($0) }
      try made[0].setValue([made[1], made[2]], forKey: name)
      try others.save()
      let known = try made.map { try here.existingObject(with: $0.objectID) }
      (note, tags) = (known[0], Array(known[1...]))
      here.recordsUndo = true
      (self.here, self.others) = (here, others)
      try read()
    }

    /// Reads all relationships.
    func read() throws {
      for object in [note] + tags where !object.isDeleted { _ = object.properties }
    }

    func theirs(_ object: ManagedObject) throws -> ManagedObject {
      try others.existingObject(with: object.objectID)
    }

    /// Makes the same change in both contexts, and merges the one that is saved.
    func changeTwice(_ change: (_ note: ManagedObject, _ tags: [ManagedObject]) throws -> Void)
      throws
    {
      try change(note, tags)
      try change(theirs(note), tags.map(theirs))
      try others.save()
      try here.refreshAll()
    }

    /// Expects that the context has no changes and agrees with a fresh one.
    func expectSaved(_ comment: Comment, _ location: SourceLocation = #_sourceLocation) throws {
      let fresh = store.container.makeContext()
      for object in [note] + tags where !object.isDeleted {
        let stored = try fresh.existingObject(with: object.objectID)
        for relationship in object.entity.persistentProperties.compactMap(\.asRelationship) {
          let (ours, theirs) = (
            try object.objectIDs(forRelationshipNamed: relationship.name),
            try stored.objectIDs(forRelationshipNamed: relationship.name)
          )
          let isSame = relationship.arity == .ordered ? ours == theirs : Set(ours) == Set(theirs)
          #expect(isSame, "\(relationship.name): \(comment)", sourceLocation: location)
        }
      }
      #expect(
        here.updatedObjects.allSatisfy { $0.changedValues.isEmpty }, comment,
        sourceLocation: location)
      #expect(here.checkInvariants(isUpToDate: true) == [], comment, sourceLocation: location)
    }
  }

  @Test(arguments: StoreKind.allCases, lists)
  func `undoing a deletion gives back no member that others have removed`(
    kind: StoreKind, name: String
  ) throws {
    for (reads, ofChild) in [(false, false), (true, false), (false, true), (true, true)] {
      for deletesNote in [true, false] {
        let scene = try Scene(kind, name, ofChild: ofChild)
        try scene.here.delete(deletesNote ? scene.note : scene.tags[0])
        try scene.theirs(scene.note).remove(scene.theirs(scene.tags[0]), from: name)
        try scene.others.save()
        try scene.here.refreshAll()
        if reads { try scene.read() }
        let comment: Comment = "reads \(reads), child \(ofChild), note \(deletesNote)"
        scene.here.undo()
        try scene.expectSaved(comment)
        scene.here.redo()
        scene.here.undo()
        try scene.expectSaved(comment)
      }
    }
  }

  @Test(arguments: StoreKind.allCases, lists)
  func `no step takes back what another context has saved as well`(
    kind: StoreKind, name: String
  ) throws {
    typealias Change = (_ note: ManagedObject, _ tags: [ManagedObject]) throws -> Void
    let changes: [(String, Change)] = [
      ("remove", { note, tags in try note.remove(tags[0], from: name) }),
      ("insert", { note, tags in try note.insert(tags[2], into: name) }),
      ("replace", { note, tags in try note.setValue([tags[1], tags[2]], forKey: name) }),
    ]
    for (title, change) in changes {
      for reads in [false, true] {
        let scene = try Scene(kind, name)
        try scene.changeTwice(change)
        if reads { try scene.read() }
        for step in ["undo", "redo", "undo"] {
          if step == "undo" { scene.here.undo() } else { scene.here.redo() }
          try scene.expectSaved("\(step) of \(title), reads \(reads)")
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `a part that others give to another owner keeps the links that it has got here`(
    kind: StoreKind, recordsUndo: Bool
  ) throws {
    let model = try ManagedObjectModel("Parts") {
      Entity("Owner") {
        Relationship("parts", to: "Part", .ordered, inverse: "owner", onDelete: .cascade)
      }
      Entity("Part") {
        Relationship("owner", to: "Owner", inverse: "parts")
        Relationship("tools", to: "Tool", .toMany, inverse: "part")
        Relationship("steps", to: "Tool", .ordered, inverse: "stepOf")
        Relationship("lid", to: "Tool", inverse: "lidOf")
        Relationship("uses", to: "Tool", .toMany, inverse: "users")
      }
      Entity("Tool") {
        Relationship("part", to: "Part", inverse: "tools")
        Relationship("stepOf", to: "Part", inverse: "steps")
        Relationship("lidOf", to: "Part", inverse: "lid")
        Relationship("users", to: "Part", .ordered, inverse: "uses")
      }
    }
    let ways = ["part": "tools", "stepOf": "steps", "lidOf": "lid", "users": "uses"]
    for (name, inverse) in ways {
      for ofChild in [true, false] {
        let store = try AnyStore(kind, model)
        let others = store.container.makeContext()
        let here = ofChild ? others.makeChild() : store.container.makeContext()
        let made = try ["Owner", "Owner", "Part", "Tool"].map { try others.insert($0) }
        try made[2].setValue(made[0], forKey: "owner")
        try others.save()
        let (former, part, tool) = (
          try here.existingObject(with: made[0].objectID),
          try here.existingObject(with: made[2].objectID),
          try here.existingObject(with: made[3].objectID)
        )
        here.recordsUndo = recordsUndo
        if name == "users" {
          try tool.insert(part, into: name)
        } else {
          try tool.setValue(part, forKey: name)
        }
        try here.delete(former)
        #expect(part.isDeleted)
        try made[2].setValue(made[1], forKey: "owner")
        try others.save()
        for _ in 0..<2 {
          try here.refreshAll()
          let comment: Comment = "\(name), child \(ofChild)"
          #expect(here.checkInvariants(isUpToDate: true) == [], comment)
          #expect(!part.isDeleted, comment)
          #expect(try tool.objectIDs(forRelationshipNamed: name) == [part.objectID], comment)
          #expect(try part.objectIDs(forRelationshipNamed: inverse) == [tool.objectID], comment)
        }
        if recordsUndo {
          here.undo()
          #expect(here.checkInvariants(isUpToDate: true) == [])
          #expect(!former.isDeleted && !part.isDeleted)
          #expect(try part.objectIDs(forRelationshipNamed: inverse) == [tool.objectID])
        }
        try here.save()
        if ofChild { try others.save() }
        let fresh = store.container.makeContext()
        let saved = try fresh.existingObject(with: part.objectID)
        #expect(try saved.objectIDs(forRelationshipNamed: inverse) == [tool.objectID])
        #expect(try store.container.verify().isValid)
      }
    }
  }
}
