import TestSupport
import Testing

@testable import Armature

/// Saves that include both sides of a link, even if one was read long before the other.
@Suite struct LinksOfBothSidesTests {
  private let store = ShadowedStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Club") {
        Entity("Member") {
          Attribute("name", String?.self)
          Relationship("friends", to: "Member", .ordered, inverse: "friendOf")
          Relationship("friendOf", to: "Member", .toMany, inverse: "friends")
          Relationship("team", to: "Team", inverse: "members", onDelete: .deny)
          Relationship("home", to: "Place", inverse: "residents")
          Relationship("visits", to: "Place", .ordered, inverse: "visitors")
        }
        Entity("Team") { Relationship("members", to: "Member", .toMany, inverse: "team") }
        Entity("Place") {
          Relationship("residents", to: "Member", .toMany, inverse: "home", onDelete: .cascade)
          Relationship("visitors", to: "Member", .ordered, inverse: "visits")
        }
      }, store: store)
    (context, other) = (container.makeContext(), container.makeContext())
  }

  private func expectAgreement() {
    #expect(store.problem == nil)
    for context in [context, other] { #expect(brokenInvariants(of: context).isEmpty) }
  }

  @Test func `an object that comes back forgets all links to what others have deleted`() throws {
    let member = try context.insert("Member")
    let (home, fair) = (try context.insert("Place"), try context.insert("Place"))
    member.home = home
    member.visits = [home, fair]
    try context.save()
    // Deleting the home also deletes its residents.
    try other.delete(other.same(home))
    try other.save()
    member.name = "Zoë"
    context.mergePolicy = .overwrite
    try context.save()
    #expect(member.one("home") == nil && member.many("visits") == [fair])
    let fresh = container.makeContext()
    #expect(try fresh.same(member).many("visits").map(\.objectID) == [fair.objectID])
    expectAgreement()
  }

  @Test(arguments: [MergePolicy.overwrite, .objectTrumps, .storeTrumps, .rollback])
  func `a link that others have made in the meantime is there after the save`(_ policy: MergePolicy)
    throws
  {
    let (member, home) = (try context.insert("Member"), try context.insert("Place"))
    try context.save()
    let mine = (member: try other.same(member), home: try other.same(home))
    #expect(mine.member.one("home") == nil && mine.home.many("residents").isEmpty)
    mine.member.home = nil as ManagedObject?
    member.home = home
    try context.save()
    mine.member.home = mine.home
    other.mergePolicy = policy
    try other.save()
    #expect(mine.member.one("home") == mine.home)
    #expect(mine.home.many("residents") == [mine.member])
    expectAgreement()
  }

  @Test func `undo brings no link back that others have cut, where the sides were read apart`()
    throws
  {
    other.recordsUndo = true
    let (ann, ben) = (try context.insert("Member"), try context.insert("Member"))
    try context.save()
    let mine = (ann: try other.same(ann), ben: try other.same(ben))
    #expect(mine.ann.many("friends").isEmpty)
    ann.friends = [ben]
    try context.save()
    #expect(mine.ben.many("friendOf") == [mine.ann])
    ann.friends = [ManagedObject]()
    try context.save()
    try other.delete(mine.ben)
    other.undo()
    mine.ann.name = "Ann"
    try other.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(ann).many("friends").isEmpty)
    #expect(store.problem == nil)
  }

  @Test(arguments: 0..<4)
  func `a link to what was not there before is seen though the store has failed`(_ calls: Int)
    throws
  {
    let (member, home) = (try context.insert("Member"), try context.insert("Place"))
    #expect(throws: (any Error).self) { try other.existingObject(with: home.objectID) }
    member.home = home
    try context.save()
    store.fail(after: calls)
    _ = try? other.fetch("Member")
    store.callsUntilFailure = nil
    let mine = try #require(try other.fetch("Member").first)
    #expect(mine.one("home") == (try other.same(home)))
    #expect(mine.one("home")?.many("residents") == [mine])
    expectAgreement()
  }

  @Test(arguments: [false, true])
  func `a link that others have saved before is cut on both sides`(isOfOne: Bool) throws {
    let (ann, ben) = (try context.insert("Member"), try context.insert("Member"))
    try context.save()
    let mine = (ann: try other.same(ann), ben: try other.same(isOfOne ? ann : ben))
    #expect(mine.ann.many("friends").isEmpty)
    let end = isOfOne ? ann : ben
    ann.friends = [end]
    try context.save()
    // The child knows as much as its parent.
    let child = other.makeChild()
    try child.same(ann).insert(child.same(end), into: "friends")
    try child.save()
    mine.ben.friendOf = [ManagedObject]()
    try other.save()
    #expect(mine.ann.many("friends").isEmpty)
    let fresh = container.makeContext()
    #expect(try fresh.same(ann).many("friends").isEmpty)
    expectAgreement()
  }

  @Test func `a deletion that is refused for a link of others keeps the link that is made here`()
    throws
  {
    let member = try context.insert("Member")
    let (red, blue) = (try context.insert("Team"), try context.insert("Team"))
    try context.save()
    let mine = (member: try other.same(member), red: try other.same(red))
    mine.member.team = mine.red
    try other.delete(mine.member)
    member.team = blue
    try context.save()
    #expect(throws: ValidationReport.self) { try other.save() }
    other.mergePolicy = .rollback
    try other.save()
    #expect(mine.member.one("team")?.objectID == blue.objectID)
    #expect(mine.red.many("members").isEmpty)
    let fresh = container.makeContext()
    #expect(try fresh.same(red).many("members").isEmpty)
    expectAgreement()
  }
}
