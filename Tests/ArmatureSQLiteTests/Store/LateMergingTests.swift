import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Contexts that begin to merge automatically after they have read objects.
@Suite(.needsSQLite) struct LateMergingTests {
  private static func store(_ kind: StoreKind) throws -> AnyStore {
    try AnyStore(
      kind,
      ManagedObjectModel("Notes") {
        Entity("Note") {
          Attribute("text", String?.self)
          Relationship("answers", to: "Note", .toMany, inverse: "question")
          Relationship("question", to: "Note", inverse: "answers")
        }
      })
  }

  @Test(arguments: StoreKind.allCases)
  func `a context that begins to merge merges the saves that it has missed`(
    _ kind: StoreKind
  ) throws {
    let store = try Self.store(kind)
    let (here, others) = (store.container.makeContext(), store.container.makeContext())
    let notes = try (0..<3).map { _ in try here.insert("Note") }
    try notes[1].setValue(notes[0], forKey: "question")
    try here.save()
    #expect(try notes[0].objectIDs(forRelationshipNamed: "answers").count == 1)
    let theirs = try notes.map { try others.existingObject(with: $0.objectID) }
    try theirs[0].setValue("theirs", forKey: "text")
    try theirs[1].setValue(nil as ManagedObject?, forKey: "question")
    try others.delete(theirs[2])
    try others.save()
    here.mergesChangesAutomatically = true
    _ = try here.count("Note")
    #expect(try notes[0].value(forKey: "text") == .string("theirs"))
    #expect(try notes[0].objectIDs(forRelationshipNamed: "answers").isEmpty)
    #expect(notes[2].managedObjectContext == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a child that begins to merge merges the saves that it has missed`(_ kind: StoreKind) throws
  {
    let store = try Self.store(kind)
    let parent = store.container.makeContext()
    let note = try parent.insert("Note")
    try parent.save()
    let (child, sibling) = (parent.makeChild(), parent.makeChild())
    let known = try child.existingObject(with: note.objectID)
    #expect(try known.value(forKey: "text") == .null)
    try sibling.existingObject(with: note.objectID).setValue("theirs", forKey: "text")
    try sibling.save()
    child.mergesChangesAutomatically = true
    _ = try child.count("Note")
    #expect(try known.value(forKey: "text") == .string("theirs"))
  }
}
