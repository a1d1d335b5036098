import TestSupport
import Testing

@testable import Armature

/// Conditions resolved to storage places, compared with evaluating their tree.
@Suite struct MemberConditionTests {
  private let context: ManagedObjectContext
  private let owners: [ManagedObject]

  init() throws {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Owner") {
        Attribute("limit", Int?.self)
        Relationship("things", to: "Thing", .toMany, inverse: "owner")
      }
      Entity("Thing") {
        Attribute("size", Int?.self)
        Attribute("weight", Double?.self)
        Attribute("flag", Bool?.self)
        Relationship("owner", to: "Owner", inverse: "things")
        Relationship("next", to: "Thing", inverse: "former")
        Relationship("former", to: "Thing", .toMany, inverse: "next")
      }
      Entity("Special", parent: "Thing") { Attribute("extra", Int?.self) }
    }
    context = ManagedObjectContext(model: model)
    var random = SplitMix64(seed: 7)
    var owners: [ManagedObject] = []
    var things: [ManagedObject] = []
    for _ in 0..<30 {
      let owner = try context.insert("Owner")
      if !random.oneIn(4) { owner.limit = random.below(9) }
      for _ in 0..<random.below(5) {
        let thing = try context.insert(random.oneIn(3) ? "Special" : "Thing")
        if !random.oneIn(4) { thing.size = random.below(9) - 4 }
        if !random.oneIn(4) { thing.weight = random.pick([0.5, 1, 2, .nan, .infinity, -3]) }
        if !random.oneIn(4) { thing.flag = random.oneIn(2) }
        thing.owner = owner
        if !things.isEmpty, random.oneIn(2) { thing.next = random.pick(things) }
        things.append(thing)
      }
      owners.append(owner)
    }
    for thing in things where random.oneIn(9) { try context.delete(thing) }
    self.owners = owners
  }

  @Test(arguments: [
    "ANY things.size > 1", "ALL things.size > 1", "NONE things.size > 1", "ANY things.size == nil",
    "ALL things.next.size != 2", "ANY things.next.size == nil", "ANY things.size IN {1, 2, nil}",
    "SUBQUERY(things, $t, $t.size > 0 && $t.weight < 2).@count > 0",
    "SUBQUERY(things, $t, $t.size > 0).@count == 0",
    "SUBQUERY(things, $t, $t.size > 0 || $t.flag == true).@count > limit",
    "things.@count > limit", "things.@sum.size > limit", "things.@max.size >= limit",
    "things.@min.next.size < limit", "things.@avg.size > 0", "things.@avg.weight > 0",
    "things.@sum.weight >= 1", "things.@count * 2 > limit + 1", "limit / 2 == things.@count - 1",
    "things.next.@count > 1",
  ])
  func `an owner is found by its members`(_ text: String) throws {
    try expectTheSame("Owner", text)
  }

  @Test(arguments: [
    "size > owner.limit", "size * 2 > owner.limit - 1", "weight > size", "weight == weight",
    "size / 0 == nil", "flag == flag", "weight + size < 2", "modulus:by:(size, 3) == 1",
    "size ** 2 > 4", "size > owner.things.@avg.size", "size == owner.things.@max.size",
    "owner.things.@count > 2 && size > 0", "next.former.@count > 1 || size == 1",
    "ANY former.former.size > 0", "9223372036854775807 + size > 0", "size > 0.5", "weight >= 1",
  ])
  func `a thing is found by what is computed of it`(_ text: String) throws {
    try expectTheSame("Thing", text)
  }

  private func expectTheSame(_ entity: String, _ text: String) throws {
    let condition = try FetchPredicate(text)
    let found = try context.fetch(entity, where: condition)
    let all = try context.fetch(entity)
    #expect(try found == all.filter { try condition.holds(for: $0) })
    #expect(!all.isEmpty)
  }

  @Test func `what walks is tried last, and said`() throws {
    let request = FetchRequest(
      "Owner", where: try FetchPredicate("things.next.former.@count > 3 && limit > 1"))
    #expect(try context.explain(request).walks == ["things.next.former.@count > 3"])
    #expect(
      try context.explain(FetchRequest("Owner", where: FetchPredicate("ANY things.size > 1"))).walks
        .isEmpty)
  }

  @Test func `what an owner's members say is found anew by each request`() throws {
    let request = FetchRequest(
      "Thing", where: try FetchPredicate("size == owner.things.@max.size"))
    let before = try context.fetch(request)
    let thing = try #require(before.first)
    thing.size = -100
    let after = try context.fetch(request)
    #expect(try after == context.fetch("Thing").filter { try request.predicate.holds(for: $0) })
    #expect(after != before)
  }
}
