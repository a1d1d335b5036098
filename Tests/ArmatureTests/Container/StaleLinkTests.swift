import ArmatureModel
import TestSupport
import Testing

@testable import Armature

/// Links with sides that were read at different times, with other saves in between.
@Suite struct StaleLinkTests {
  private let store = ShadowedStore()
  private let container: PersistentContainer
  private let one: ManagedObjectContext
  private let two: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Club") {
        Entity("Person") {
          Attribute("name", String?.self)
          Relationship("card", to: "Card", inverse: "owner")
          Relationship("pass", to: "Pass", inverse: "bearer", onDelete: .cascade)
          Relationship("keys", to: "Key", .toMany, inverse: "person", onDelete: .cascade)
          Relationship("loans", to: "Loan", .toMany, inverse: "reader", onDelete: .deny)
          Relationship("bills", to: "Bill", .toMany, inverse: "payer")
        }
        Entity("Card") { Relationship("owner", to: "Person", inverse: "card") }
        Entity("Pass") { Relationship("bearer", to: "Person", inverse: "pass").required() }
        Entity("Key") { Relationship("person", to: "Person", inverse: "keys") }
        Entity("Loan") { Relationship("reader", to: "Person", inverse: "loans") }
        Entity("Bill") { Relationship("payer", to: "Person", inverse: "bills").required() }
        Entity("Part") {
          Relationship("next", to: "Part", inverse: "last")
          Relationship("last", to: "Part", inverse: "next")
          Relationship("pieces", to: "Part", .toMany, inverse: "whole", onDelete: .cascade)
          Relationship("whole", to: "Part", inverse: "pieces")
          Relationship("fits", to: "Part", .toMany, inverse: "fits")
          Attribute("name", String?.self)
          Relationship("holds", to: "Part", .ordered, inverse: "heldBy", onDelete: .cascade)
          Relationship("heldBy", to: "Part", .toMany, inverse: "holds")
          Relationship("steps", to: "Part", .ordered, inverse: "stepOf")
          Relationship("stepOf", to: "Part", inverse: "steps")
        }
      }, store: store)
    (one, two) = (container.makeContext(), container.makeContext())
  }

  private func person(_ name: String) throws -> ManagedObject {
    let person = try one.insert("Person")
    try person.setValue(AttributeValue.string(name), forKey: "name")
    return person
  }

  private func count(_ entity: String) throws -> Int { try container.makeContext().count(entity) }

  @Test func `a fetch leaves pending ends of one-to-one links as they are`() throws {
    let (p, w, card) = (try person("p"), try person("w"), try one.insert("Card"))
    try one.save()
    try p.setValue(card, forKey: "card")
    try two.same(card).setValue(two.same(w), forKey: "owner")
    try two.save()
    _ = try one.fetch("Person")
    #expect(card.one("owner") === p && p.one("card") === card && w.one("card") == nil)
    try one.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(card).one("owner")?.objectID == p.objectID)
    #expect(try fresh.same(w).one("card") == nil)
  }

  @Test func `a deletion takes along by cascade what others have linked to it since`() throws {
    let (p, key) = (try person("p"), try one.insert("Key"))
    try one.save()
    try two.same(key).setValue(two.same(p), forKey: "person")
    try two.save()
    try one.delete(p)
    try one.save()
    #expect(try count("Person") == 0 && count("Key") == 0)
  }

  @Test func `so it does along a one-to-one relationship`() throws {
    let p = try person("p")
    try one.save()
    let pass = try two.insert("Pass")
    try pass.setValue(two.same(p), forKey: "bearer")
    try two.save()
    try one.delete(p)
    // The row has a column for the relationship, which another context has changed.
    #expect(throws: MergeConflicts.self) { try one.save() }
    one.mergePolicy = .objectTrumps
    try one.save()
    #expect(try count("Person") == 0 && count("Pass") == 0)
  }

  @Test func `a deletion is denied by what others have linked to it since`() throws {
    let (p, loan) = (try person("p"), try one.insert("Loan"))
    try one.save()
    try two.same(loan).setValue(two.same(p), forKey: "reader")
    try two.save()
    try one.delete(p)
    let report = #expect(throws: ValidationReport.self) { try one.save() }
    #expect(report?.map(\.code) == ["delete.denied"])
    #expect(try count("Person") == 1)
  }

  @Test func `a deletion takes no required link away that others have made since`() throws {
    let (p, q, bill) = (try person("p"), try person("q"), try one.insert("Bill"))
    try bill.setValue(q, forKey: "payer")
    try one.save()
    try two.same(bill).setValue(two.same(p), forKey: "payer")
    try two.save()
    try one.delete(p)
    #expect(throws: ValidationReport.self) { try one.save() }
    one.rollback()
    let fresh = container.makeContext()
    #expect(try fresh.same(bill).one("payer")?.objectID == p.objectID)
  }

  @Test func `after everything is read again both sides of a link agree`() throws {
    let (p, key) = (try person("p"), try one.insert("Key"))
    try one.save()
    #expect(p.many("keys").isEmpty)
    try two.same(key).setValue(two.same(p), forKey: "person")
    try two.save()
    try one.refresh(key)
    // The list was read before the link.
    try p.remove(key, from: "keys")
    try one.refreshAll()
    #expect(p.many("keys").isEmpty && key.one("person") == nil)
    try one.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(key).one("person") == nil && fresh.same(p).many("keys").isEmpty)
  }

  @Test func `what was deleted here and brought back by others is in lists again`() throws {
    let (p, key) = (try person("p"), try one.insert("Key"))
    try key.setValue(p, forKey: "person")
    try one.save()
    let theirs = try two.same(key)
    try theirs.setValue(AttributeValue.null, forKey: "person")
    try theirs.setValue(two.same(p), forKey: "person")
    try two.same(p).setValue(AttributeValue.string("theirs"), forKey: "name")
    try one.delete(key)
    try one.save()
    two.mergePolicy = .objectTrumps
    try theirs.setValue(AttributeValue.null, forKey: "person")
    try two.save()
    try theirs.setValue(two.same(p), forKey: "person")
    try two.save()
    try one.refreshAll()
    #expect(p.many("keys").map(\.objectID) == [key.objectID])
  }

  /// Returns two parts whose link both contexts have removed. One has saved, and the other has refreshed them.
  private func partsThatBothHaveCut() throws -> (ManagedObject, ManagedObject) {
    let (part, other) = (try one.insert("Part"), try one.insert("Part"))
    try part.insert(other, into: "fits")
    try one.save()
    let (theirs, theirOther) = (try two.same(part), try two.same(other))
    try theirs.remove(theirOther, from: "fits")
    try two.save()
    try part.remove(other, from: "fits")
    try one.refreshAll()
    #expect(part.many("fits").isEmpty && other.many("fits").isEmpty)
    return (part, other)
  }

  @Test(arguments: [false, true])
  func `a link that others have cut as well does not come back with a rollback`(recordsUndo: Bool)
    throws
  {
    one.recordsUndo = recordsUndo
    let (part, other) = try partsThatBothHaveCut()
    one.rollback()
    #expect(!one.hasChanges)
    #expect(part.many("fits").isEmpty && other.many("fits").isEmpty)
  }

  @Test func `a link that others have cut as well can be made again`() throws {
    let (part, other) = try partsThatBothHaveCut()
    try part.insert(other, into: "fits")
    try one.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(part).many("fits").map(\.objectID) == [other.objectID])
    #expect(try fresh.same(other).many("fits").map(\.objectID) == [part.objectID])
  }

  @Test(arguments: [("holds", "heldBy"), ("pieces", "whole")])
  func `what undo brings back leads to an owner that has stayed by policy`(
    _ many: String, _ inverse: String
  ) throws {
    two.recordsUndo = true
    let (whole, part) = (try one.insert("Part"), try one.insert("Part"))
    try whole.insert(part, into: many)
    try one.save()
    let (theirs, theirPart) = (try two.same(whole), try two.same(part))
    #expect(theirs.many(many) == [theirPart])
    try two.delete(theirs)
    try whole.setValue(AttributeValue.string("new"), forKey: "name")
    try one.save()
    two.mergePolicy = .rollback
    try two.save()
    #expect(theirs.isThere && !theirPart.isThere)
    two.undo()
    #expect((theirPart.one(inverse).map { [$0] } ?? theirPart.many(inverse)) == [theirs])
    #expect(theirs.many(many) == [theirPart])
    try two.save()
    let fresh = container.makeContext()
    #expect(try fresh.same(theirs).many(many).map(\.objectID) == [theirPart.objectID])
  }

  @Test func `what others have deleted does not come back for a link that a late deletion cuts`()
    throws
  {
    let (whole, part, fitting) = (
      try one.insert("Part"), try one.insert("Part"), try one.insert("Part")
    )
    try part.insert(fitting, into: "fits")
    try one.save()
    let third = container.makeContext()
    #expect(try third.same(part).many("fits") == [third.same(fitting)])
    #expect(try third.same(whole).many("holds").isEmpty)
    try two.same(whole).insert(two.same(part), into: "holds")
    try two.delete(two.same(fitting))
    try two.save()
    // The part is deleted as well, which the third context learns when it saves.
    try third.delete(third.same(whole))
    third.mergePolicy = .objectTrumps
    try third.save()
    #expect(try count("Part") == 0)
    #expect(store.problem == nil)
  }

  @Test func `a child reads what its parent has changed and not saved`() throws {
    let p = try person("old")
    try one.save()
    let child = one.makeChild()
    let mine = try child.same(p)
    try p.setValue(AttributeValue.string("new"), forKey: "name")
    try one.save()
    let found = try child.fetch("Person", where: FetchPredicate("name == 'new'"))
    #expect(found == [mine])
    #expect(try mine.value(forKey: "name") == .string("new"))
  }

  @Test func `an end that others have taken has its former one know that it is free`() throws {
    let (p, w, card) = (try person("p"), try person("w"), try one.insert("Card"))
    try w.setValue(card, forKey: "card")
    try one.save()
    try w.setValue(nil as ManagedObject?, forKey: "card")
    try two.same(p).setValue(two.same(card), forKey: "card")
    try two.save()
    try one.refresh(p)
    try card.setValue(w, forKey: "owner")
    one.mergePolicy = .objectTrumps
    try one.save()
    #expect(store.problem == nil)
    let fresh = container.makeContext()
    #expect(try fresh.same(w).one("card")?.objectID == card.objectID)
    #expect(try fresh.same(p).one("card") == nil)
  }

  @Test func `so has an object that others have linked to itself`() throws {
    let (a, b) = (try one.insert("Part"), try one.insert("Part"))
    try a.setValue(b, forKey: "next")
    try one.save()
    try b.setValue(b, forKey: "next")
    try b.setValue(nil as ManagedObject?, forKey: "next")
    let theirs = try two.same(b)
    try theirs.setValue(theirs, forKey: "next")
    try two.save()
    try one.refresh(b)
    try b.setValue(a, forKey: "last")
    try one.save()
    #expect(store.problem == nil)
    let fresh = container.makeContext()
    #expect(try fresh.same(a).one("next")?.objectID == b.objectID)
    #expect(try fresh.same(b).one("next") == nil)
  }

  @Test func `a link of an object to itself that was dropped is no change beside what others save`()
    throws
  {
    let part = try one.insert("Part")
    try one.save()
    try part.insert(part, into: "pieces")
    try one.refresh(part, mergeChanges: false)
    let theirs = try two.same(part)
    try theirs.insert(theirs, into: "pieces")
    try two.save()
    #expect(!one.hasChanges)
    _ = try one.insert("Part")
    try one.save()
    #expect(store.problem == nil)
    let fresh = container.makeContext()
    #expect(try fresh.same(part).many("pieces").map(\.objectID) == [part.objectID])
  }

  @Test func `what a child brings back without a link of its parent has the parent cut both sides`()
    throws
  {
    let (part, other) = (try one.insert("Part"), try one.insert("Part"))
    try one.save()
    let child = one.makeChild()
    child.recordsUndo = true
    try child.delete(child.same(part))
    try other.insert(part, into: "fits")
    try one.save()
    try child.save()
    child.undo()
    try child.save()
    #expect(part.many("fits").isEmpty && other.many("fits").isEmpty)
    try one.save()
    #expect(store.problem == nil)
    let fresh = container.makeContext()
    #expect(try fresh.same(part).many("fits").isEmpty && fresh.same(other).many("fits").isEmpty)
  }

  @Test func `what comes back keeps the place that it has got in an ordered list`() throws {
    let (whole, first, second) = (
      try one.insert("Part"), try one.insert("Part"), try one.insert("Part")
    )
    try one.save()
    try two.delete(two.same(first))
    try two.save()
    try whole.insert(first, into: "steps")
    try whole.insert(second, into: "steps")
    try first.setValue(AttributeValue.string("first"), forKey: "name")
    one.mergePolicy = .overwrite
    try one.save()
    #expect(store.problem == nil)
    #expect(whole.many("steps") == [first, second])
    let fresh = container.makeContext()
    #expect(
      try fresh.same(whole).many("steps").map(\.objectID) == [first.objectID, second.objectID])
  }

  @Test func `a change of what a child has inserted is undone without the insertion`() throws {
    one.recordsUndo = true
    let child = one.makeChild()
    let part = try child.insert("Part")
    try part.setValue(AttributeValue.string("a"), forKey: "name")
    // After an early request, the ID is known but not the object.
    #expect(throws: ManagedObjectError.self) {
      try one.object(with: part.objectID)?.value(forKey: "name", as: String?.self)
    }
    try child.save()
    let own = try #require(one.object(with: part.objectID))
    try own.setValue(AttributeValue.null, forKey: "name")
    one.undo()
    #expect(own.isThere)
    #expect(try own.value(forKey: "name", as: String?.self) == "a")
    one.undo()
    #expect(!own.isThere)
  }

  @Test func `what a child inserts is saved under an ID that was asked for too early`() throws {
    let child = one.makeChild()
    let part = try child.insert("Part")
    try part.setValue(AttributeValue.string("a"), forKey: "name")
    let early = try #require(one.object(with: part.objectID))
    #expect(one.isFault(early))
    try child.save()
    let own = try one.existingObject(with: part.objectID)
    #expect(try own.value(forKey: "name", as: String?.self) == "a")
    #expect(own.isThere && !early.isThere)
    try one.save()
    #expect(store.problem == nil)
    #expect(try two.same(part).value(forKey: "name", as: String?.self) == "a")
  }

  @Test func `undo of a write that has changed nothing makes no link that others have cut`() throws
  {
    let (p, key) = (try person("p"), try one.insert("Key"))
    try key.setValue(p, forKey: "person")
    try one.save()
    two.recordsUndo = true
    let (theirs, owner) = (try two.same(key), try two.same(p))
    try theirs.setValue(owner, forKey: "person")
    try key.setValue(AttributeValue.null, forKey: "person")
    try one.save()
    try two.save()
    #expect(owner.many("keys").isEmpty)
    two.undo()
    try two.save()
    #expect(store.problem == nil)
    let fresh = container.makeContext()
    #expect(try fresh.same(p).many("keys").isEmpty && fresh.same(key).one("person") == nil)
  }
}
