import Testing

@testable import Armature

/// What becomes of changes that need an object which others have deleted meanwhile.
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
    pet.owner = try #require(mine.fetch("Owner").first)
    try theirs.delete(owner)
    try theirs.save()
    #expect(throws: (any Error).self) { try mine.save() }
    #expect(try container.makeContext().count("Pet") == 0)
    #expect(mine.insertedObjects == [pet])
  }
}
