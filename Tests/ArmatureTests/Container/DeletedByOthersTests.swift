import Testing

@testable import Armature

/// Changes that need an object deleted by another context, and deletions of objects that other contexts now need.
@Suite struct DeletedByOthersTests {
  private static func makeContainer() throws -> PersistentContainer {
    try PersistentContainer(
      model: ManagedObjectModel("Clinic") {
        Entity("Owner") {
          Attribute("number", Int.self)
          Relationship("pets", to: "Pet", .toMany, inverse: "owner", onDelete: .deny)
          Relationship("toys", to: "Toy", .toMany, inverse: "owner", onDelete: .cascade)
        }
        Entity("Pet") {
          Attribute("chip", Int.self)
          Relationship("owner", to: "Owner", inverse: "pets").required()
        }
        Entity("Toy") {
          Attribute("name", String.self)
          Relationship("owner", to: "Owner", inverse: "toys").required()
        }
      })
  }

  @Test(arguments: [MergePolicy.error, .storeTrumps, .rollback], [false, true])
  func `an object is not saved without what it requires`(_ policy: MergePolicy, _ merges: Bool)
    throws
  {
    let container = try Self.makeContainer()
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    mine.mergePolicy = policy
    mine.mergesChangesAutomatically = merges
    let owner = try theirs.insert("Owner")
    owner.number = 1
    try theirs.save()
    let pet = try mine.insert("Pet")
    pet.chip = 1
    pet.owner = try mine.fetch("Owner").first
    try theirs.delete(owner)
    try theirs.save()
    #expect(throws: (any Error).self) { try mine.save() }
    #expect(try container.makeContext().count("Pet") == 0)
    #expect(mine.insertedObjects == [pet])
  }

  /// Returns a context that knows the lists of an owner to whom another context has added a pet or a toy.
  private func stale(
    _ entity: String, _ edit: (ManagedObject) -> Void = { _ in }
  ) throws -> (container: PersistentContainer, mine: ManagedObjectContext, owner: ManagedObject) {
    let container = try Self.makeContainer()
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    let owner = try mine.insert("Owner")
    owner.number = 1
    try mine.save()
    #expect(owner.memberCount(of: "pets") == 0 && owner.memberCount(of: "toys") == 0)
    let member = try theirs.insert(entity)
    edit(member)
    member.owner = try theirs.fetch("Owner").first
    try theirs.save()
    return (container, mine, owner)
  }

  @Test func `a deletion is denied by what others have linked to the object since`() throws {
    let (container, mine, owner) = try stale("Pet") { $0.chip = 7 }
    try mine.delete(owner)
    let report = #expect(throws: ValidationReport.self) { try mine.save() }
    #expect(report?.map(\.code) == ["delete.denied"])
    #expect(mine.deletedObjects == [owner])
    let other = container.makeContext()
    #expect(try other.count("Owner") == 1 && other.count("Pet") == 1)
    mine.rollback()
    #expect(owner.memberCount(of: "pets") == 1)
    try mine.delete(#require(owner.many("pets").first))
    try mine.delete(owner)
    try mine.save()
    #expect(try other.count("Owner") == 0 && other.count("Pet") == 0)
  }

  @Test func `a deletion takes along what others have linked to the object since`() throws {
    let (container, mine, owner) = try stale("Toy") { $0.name = "ball" }
    try mine.delete(owner)
    try mine.save()
    let other = container.makeContext()
    #expect(try other.count("Owner") == 0 && other.count("Toy") == 0)
    #expect(brokenInvariants(of: mine).isEmpty)
  }

  @Test(arguments: ["pets", "toys"], [false, true])
  func `a deletion leaves what is moved here, although others have moved it to the deleted object`(
    _ list: String, _ movesFirst: Bool
  ) throws {
    let container = try Self.makeContainer()
    let (mine, theirs) = (container.makeContext(), container.makeContext())
    var owners: [ManagedObject] = []
    for number in 0..<3 {
      let owner = try mine.insert("Owner")
      owner.number = number
      owners.append(owner)
    }
    let member = try mine.insert(list == "pets" ? "Pet" : "Toy")
    if list == "pets" { member.chip = 1 } else { member.name = "ball" }
    member.owner = owners[0]
    try mine.save()
    #expect(owners.map { $0.many(list).count } == [1, 0, 0])
    try mine.delete(owners[1])
    if movesFirst { try owners[2].insert(member, into: list) }
    try theirs.same(member).owner = try theirs.same(owners[1])
    try theirs.save()
    // The row leads to the object deleted here.
    try mine.refresh(member)
    if !movesFirst { try owners[2].insert(member, into: list) }
    try mine.save()
    #expect(!mine.hasChanges && brokenInvariants(of: mine) == [])
    let fresh = container.makeContext()
    #expect(try fresh.same(member).one("owner")?.objectID == owners[2].objectID)
    #expect(try fresh.count("Owner") == 2)
    #expect(try container.verify().isValid)
  }
}
