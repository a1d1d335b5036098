import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Relationships of every arity with unregistered objects, in cycles, and in lists without gaps.
@Suite(.needsSQLite) struct SQLiteLinkTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Links") {
      Entity("Team") {
        Attribute("name", String?.self)
        Relationship("members", to: "Person", .ordered, inverse: "team", onDelete: .cascade)
        Relationship("guests", to: "Person", .ordered, inverse: "visits")
        Relationship("rooms", to: "Room", .toMany, inverse: "team", onDelete: .deny)
        Relationship("captain", to: "Person", inverse: "captainOf")
        Relationship("pictures", to: "Picture", .ordered)
        Relationship("logo", to: "Picture")
      }
      Entity("Person") {
        Attribute("name", String?.self)
        Relationship("team", to: "Team", inverse: "members")
        Relationship("visits", to: "Team", .ordered, inverse: "guests")
        Relationship("captainOf", to: "Team", inverse: "captain")
        Relationship("boss", to: "Person", inverse: "staff")
        Relationship("staff", to: "Person", .ordered, inverse: "boss", onDelete: .nullify)
        Relationship("spouse", to: "Person", inverse: "spouse")
        Relationship("friends", to: "Person", .toMany, inverse: "friends")
        Relationship("badges", to: "Badge", .toMany, inverse: "owner", onDelete: .cascade)
      }
      Entity("Player", parent: "Person") { Attribute("number", Int?.self) }
      Entity("Room") { Relationship("team", to: "Team", inverse: "rooms") }
      Entity("Badge") { Relationship("owner", to: "Person", inverse: "badges").required() }
      Entity("Picture") { Attribute("name", String?.self) }
    }
  }

  private func make(_ context: ManagedObjectContext, _ entity: String, _ count: Int) throws
    -> [ManagedObject]
  {
    try (0..<count).map { _ in try context.insert(entity) }
  }

  private func keys(_ object: ManagedObject, _ name: String) throws -> [Int64] {
    try object.objectIDs(forRelationshipNamed: name).map(\.key)
  }

  /// Returns the members of relationships, as a new context reads them.
  private func saved(
    _ object: ManagedObject, _ names: [String], _ container: PersistentContainer
  ) throws -> [[Int64]] {
    let context = container.makeContext()
    return try withExtendedLifetime(context) {
      let found = try context.existingObject(with: object.objectID)
      return try names.map { try keys(found, $0) }
    }
  }

  // MARK: Order

  @Test
  func `members that come to the front or between the same two again and again keep their order`()
    throws
  {
    try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let team = try context.insert("Team")
      var order: [Int64] = []
      for round in 0..<120 {
        // The gap between two members is halved each time.
        let place = round % 3 == 0 ? 0 : min(1, order.count)
        let person = try context.insert("Person")
        order.insert(person.objectID.key, at: place)
        for name in ["members", "guests"] { try team.insert(person, into: name, at: place) }
        try context.save()
        if round % 10 != 0 { continue }
        #expect(try saved(team, ["members", "guests"], container) == [order, order])
      }
      return ""
    }
  }

  @Test func `moves at random of several contexts keep the order that was saved last`() throws {
    for seed in 0..<4 as Range<UInt64> {
      try TwoStores.play(Self.model()) { container in
        var random = SplitMix64(seed: seed)
        let first = container.makeContext()
        let team = try first.insert("Team")
        for person in try make(first, "Person", 6) {
          try team.insert(person, into: "members")
          try team.insert(person, into: "guests")
        }
        try first.save()
        var told: [String] = []
        for _ in 0..<60 {
          let context = container.makeContext()
          let team = try context.existingObject(with: team.objectID)
          for name in ["members", "guests"] {
            var people = try team.objectIDs(forRelationshipNamed: name).map {
              try context.existingObject(with: $0)
            }
            switch random.below(5) {
            case 0: people.insert(try context.insert("Player"), at: random.below(people.count))
            case 1 where people.count > 3: people.remove(at: random.below(people.count))
            case 2: people.shuffle(using: &random)
            case 3: people.insert(try context.insert("Person"), at: min(1, people.count))
            default: people.append(people.remove(at: 0))
            }
            try team.setValue(people, forKey: name)
          }
          let order = try ["members", "guests"].map { try keys(team, $0) }
          try context.save()
          #expect(try saved(team, ["members", "guests"], container) == order)
          told.append("\(order)")
        }
        return told.joined(separator: "\n")
      }
    }
  }

  @Test func `two contexts that add to one list save all members`() throws {
    try TwoStores.play(Self.model()) { container in
      let contexts = [container.makeContext(), container.makeContext()]
      let team = try contexts[0].insert("Team")
      try contexts[0].save()
      var told: [String] = []
      for round in 0..<6 {
        for (index, context) in contexts.enumerated() {
          let team = try context.existingObject(with: team.objectID)
          for name in ["members", "guests", "pictures"] {
            let entity = name == "pictures" ? "Picture" : "Person"
            let place = (round + index) % 3 == 0 ? 0 : nil as Int?
            try team.insert(context.insert(entity), into: name, at: place)
          }
        }
        told += contexts.map { TwoStores.save($0) }
        if round % 2 == 1 { for context in contexts { try context.refreshAll() } }
      }
      let lists = try saved(team, ["members", "guests", "pictures"], container)
      #expect(lists.map { Set($0).count } == [12, 12, 12])
      return told.joined(separator: ", ")
    }
  }

  @Test func `a member that moves to another list leaves the first, also for those who have it`()
    throws
  {
    try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let teams = try make(context, "Team", 2)
      let people = try make(context, "Person", 4)
      try teams[0].setValue(people, forKey: "members")
      try context.save()
      let other = container.makeContext()
      let held = try other.existingObject(with: teams[0].objectID)
      _ = try keys(held, "members")
      try teams[1].setValue([people[2], people[0]], forKey: "members")
      try context.save()
      try held.insert(other.insert("Person"), into: "members", at: 1)
      let told = TwoStores.save(other)
      try people[3].setValue(teams[1], forKey: "team")
      return told + TwoStores.save(context)
    }
  }

  // MARK: Deletions

  @Test func `deletions cascade to, let go of and are denied by what nobody has registered`() throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let teams = try make(context, "Team", 3)
      let people = try make(context, "Person", 3) + make(context, "Player", 3)
      try teams[0].setValue(people.prefix(4).map { $0 }, forKey: "members")
      for team in teams { try team.setValue(people, forKey: "guests") }
      try teams[1].setValue(people[0], forKey: "captain")
      try make(context, "Room", 1)[0].setValue(teams[2], forKey: "team")
      for person in people {
        try context.insert("Badge").setValue(person, forKey: "owner")
        try person.setValue(people[5], forKey: "boss")
        try person.setValue(Set(people), forKey: "friends")
      }
      let pictures = try make(context, "Picture", 2)
      try teams[1].setValue(pictures, forKey: "pictures")
      try teams[1].setValue(pictures[0], forKey: "logo")
      try context.save()
      var told: [String] = []
      for id in [teams[2], teams[0], people[5], pictures[0]].map(\.objectID) {
        let fresh = container.makeContext()
        let object = try fresh.existingObject(with: id)
        do {
          try fresh.delete(object)
        } catch {
          told.append("\(error)")
        }
        told.append(TwoStores.save(fresh))
        told.append(try TwoStores.state(of: container))
      }
      return told.joined(separator: "\n")
    }
    #expect(told.contains("saved"))
  }

  @Test func `what others link to an object while it is deleted ends in an error or in nothing`()
    throws
  {
    try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let (team, person) = (try context.insert("Team"), try context.insert("Person"))
      try context.save()
      var told: [String] = []
      for name in ["members", "guests", "captain", "logo"] {
        let (one, two) = (container.makeContext(), container.makeContext())
        let held = try one.existingObject(with: team.objectID)
        let target =
          name == "logo" ? try two.insert("Picture") : try two.existingObject(with: person.objectID)
        if name == "logo" { try two.save() }
        let copy = try one.existingObject(with: target.objectID)
        if name == "captain" || name == "logo" {
          try held.setValue(copy, forKey: name)
        } else {
          try held.insert(copy, into: name)
        }
        if name != "guests" {
          try two.delete(target)
          told.append(TwoStores.save(two))
        }
        told.append(TwoStores.save(one))
        told.append(try TwoStores.state(of: container))
        if try container.makeContext().count("Person") == 0 { break }
      }
      return told.joined(separator: "\n")
    }
  }

  // MARK: Cycles

  @Test
  func `objects that lead to themselves and to each other are inserted and deleted in one save`()
    throws
  {
    let told = try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let people = try make(context, "Person", 4)
      try people[0].setValue(people[0], forKey: "boss")
      try people[0].setValue(people[0], forKey: "spouse")
      try people[1].setValue(people[2], forKey: "boss")
      try people[2].setValue(people[1], forKey: "boss")
      try people[2].setValue(people[3], forKey: "spouse")
      try people[0].setValue(Set(people), forKey: "friends")
      let team = try context.insert("Team")
      try team.setValue(people, forKey: "members")
      try team.setValue(people[3], forKey: "captain")
      var told = [TwoStores.save(context), try TwoStores.state(of: container)]
      for person in people.dropLast() { try context.delete(person) }
      told += [TwoStores.save(context), try TwoStores.state(of: container)]
      return told.joined(separator: "\n")
    }
    #expect(told.hasPrefix("saved\n"))
  }

  @Test(arguments: [false, true])
  func `who takes the place in a one-to-one relationship displaces whom nobody has registered`(
    _ isFar: Bool
  ) throws {
    let told = try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let (teams, people) = (try make(context, "Team", 2), try make(context, "Person", 4))
      try teams[0].setValue(people[0], forKey: "captain")
      try teams[1].setValue(people[1], forKey: "captain")
      try people[0].setValue(people[1], forKey: "spouse")
      try people[2].setValue(people[3], forKey: "spouse")
      try context.save()
      let fresh = container.makeContext()
      let person = try fresh.existingObject(with: people[1].objectID)
      if isFar {
        try person.setValue(fresh.existingObject(with: teams[0].objectID), forKey: "captainOf")
      } else {
        try fresh.existingObject(with: teams[0].objectID).setValue(person, forKey: "captain")
      }
      try person.setValue(fresh.existingObject(with: people[2].objectID), forKey: "spouse")
      var told = [TwoStores.save(fresh), try TwoStores.state(of: container)]
      // A context that still has the former state.
      try people[0].setValue("late", forKey: "name")
      try people[3].setValue(people[0], forKey: "spouse")
      told += [TwoStores.save(context), try TwoStores.state(of: container)]
      return told.joined(separator: "\n")
    }
    #expect(told.hasPrefix("saved\n"))
  }

  @Test func `many objects with many links are saved at once`() throws {
    let told = try TwoStores.play(Self.model()) { container in
      let context = container.makeContext()
      let team = try context.insert("Team")
      let people = try make(context, "Player", 600)
      try team.setValue(people, forKey: "members")
      try team.setValue(Array(people.reversed()), forKey: "guests")
      for (index, person) in people.enumerated() {
        try person.setValue(people[(index * 7 + 1) % 600], forKey: "boss")
      }
      try context.save()
      try team.setValue(Array(people.reversed()), forKey: "members")
      for person in people.prefix(300) { try context.delete(person) }
      return TwoStores.save(context)
    }
    #expect(told == "saved")
  }
}
