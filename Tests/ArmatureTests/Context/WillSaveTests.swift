import Armature
import Testing

@Suite struct WillSaveTests {
  struct Refusal: Error, Equatable {}

  /// Deletes a given club when it is saved.
  final class Janitor: ManagedObject {
    var club: ManagedObjectID?

    override func willSave() {
      guard let club, let context = managedObjectContext else { return }
      self.club = nil
      if let object = try? context.existingObject(with: club) { try? context.delete(object) }
    }
  }

  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Clubs") {
        Entity("Club") {
          Attribute("name", String?.self)
          Attribute("edits", Int.self).default(0)
          Relationship("members", to: "Member", .toMany, inverse: "club", onDelete: .cascade)
        }
        Entity("Member") {
          Attribute("name", String?.self)
          Relationship("club", to: "Club", inverse: "members").required()
        }
        Entity("Janitor", class: Janitor.self) { Attribute("rounds", Int.self).default(0) }
      })
  }

  @Test func `what is called before a save sees all changes, and what it changes is saved, too`()
    throws
  {
    let context = container.makeContext()
    var seen: [[ManagedObject]] = []
    context.willSave = { context in
      seen.append(context.insertedObjects)
      for club in context.insertedObjects { club.edits = 1 }
      let member = try context.insert("Member")
      member.club = context.insertedObjects.first
    }
    let club = try context.insert("Club")
    try context.save()
    #expect(seen == [[club]])
    #expect(!context.hasChanges)
    let other = container.makeContext()
    #expect(try other.count("Club") { $0.edits == 1 } == 1)
    #expect(try other.count("Member") { $0.club != nil } == 1)
    try context.save()
    #expect(seen.count == 1, "Without changes there is no save.")
  }

  @Test func `what it throws refuses the save, and its changes are taken back`() throws {
    let context = container.makeContext()
    context.willSave = { context in
      for club in context.insertedObjects { club.name = "changed" }
      try context.insert("Club")
      throw Refusal()
    }
    let club = try context.insert("Club")
    #expect(throws: Refusal()) { try context.save() }
    #expect(club.name == nil && context.insertedObjects == [club])
    context.willSave = nil
    try context.save()
    #expect(try container.makeContext().count("Club") == 1)
  }

  @Test func `its changes are taken back where the save fails later`() throws {
    let context = container.makeContext()
    context.willSave = { context in try context.insert("Member") }
    let club = try context.insert("Club")
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(context.insertedObjects == [club])
  }

  @Test func `a save in it is refused`() throws {
    let context = container.makeContext()
    context.willSave = { try $0.save() }
    try context.insert("Club")
    #expect(throws: ManagedObjectError.nestedSave) { try context.save() }
  }

  @Test(arguments: [true, false])
  func `what is deleted before a save takes along what others have added to it`(
    byObject: Bool
  ) throws {
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    let club = try mine.insert("Club")
    let janitor = try mine.insert(Janitor.self)
    try mine.save()
    let member = try theirs.insert("Member")
    member.club = try theirs.existingObject(with: club.objectID)
    try theirs.save()
    if byObject {
      janitor.club = club.objectID
    } else {
      mine.willSave = { try $0.delete(club) }
    }
    janitor.rounds = 1
    try mine.save()
    let fresh = container.makeContext()
    #expect(try fresh.count("Club") == 0)
    #expect(try fresh.count("Member") == 0, "A member must have a club.")
  }
}
