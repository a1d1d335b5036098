import Armature
import Testing

/// Links that no delete rule clears: their target is missing, so they have no value.
@Suite struct DanglingLinkTests {
  private let graph: RuleGraph

  init() throws { graph = try RuleGraph() }

  private func check(_ holder: ManagedObject, _ key: String) throws {
    #expect(holder.one(key) == nil && holder.many(key) == [])
    #expect(try holder.value(forKeyPath: "\(key).@count") == 0)
    #expect(holder.isValid && holder.validate().isEmpty)
  }

  @Test(arguments: ["seer", "seen", "pointer"])
  func `a link to a deleted object reads as none, and is no reason to refuse a save`(_ key: String)
    throws
  {
    let nodes = try graph.nodes("holder", "lost")
    if key == "seen" {
      nodes[0].seen = [nodes[1]]
    } else {
      nodes[0][key] = .object(nodes[1].objectID)
    }
    try graph.context.save()
    #expect(nodes[0].isValid && nodes[0].validate().isEmpty)
    try graph.context.delete(nodes[1])
    try check(nodes[0], key)
    graph.context.rollback()
    #expect(nodes[0].isValid && (nodes[0].one(key) ?? nodes[0].many(key).first) === nodes[1])
    try graph.context.delete(nodes[1])
    try graph.context.save()
    try check(nodes[0], key)
    nodes[0].name = "changed"
    try graph.context.save()
    try check(nodes[0], key)
    nodes[0][key] = nil
    try graph.context.save()
  }

  @Test func `a required link to a deleted object is reported with its name`() throws {
    let model = try ManagedObjectModel("Required") {
      Entity("Holder") {
        Relationship("end", to: "End").required()
        Relationship("ends", to: "End", .toMany).required()
      }
      Entity("End") { Attribute("name", String.self).identifying() }
    }
    let context = ManagedObjectContext(model: model)
    let holder = try context.insert("Holder")
    let ends = try ["lost", "kept"].map { name in
      let end = try context.insert("End")
      end.name = name
      return end
    }
    holder.end = ends[0]
    holder.ends = ends
    #expect(holder.isValid)
    try context.save()
    for isSaved in [false, true] {
      if isSaved { try context.save() } else { try context.delete(ends[0]) }
      #expect(!holder.isValid)
      #expect(
        holder.validate().map(\.message) == [
          "Holder.end must refer to an object that exists, but End \"lost\" was deleted."
        ])
    }
    try context.delete(ends[1])
    #expect(
      holder.validate().map(\.code) == [
        "reference.dangling", "reference.dangling", "reference.dangling",
      ])
  }

  @Test func `an object that never was saved leaves no link to freed memory`() throws {
    let holder = try graph.node("holder")
    do {
      let lost = try graph.node("lost")
      holder.pointer = lost
      holder.seen = [lost]
      try graph.context.delete(lost)
    }
    for _ in 0..<100 { _ = try graph.node("filler") }
    #expect(holder.one("pointer") == nil && holder.many("seen") == [])
    #expect(holder.isValid)
    holder.pointer = nil as ManagedObject?
    holder.seen = [] as [ManagedObject]
    for (index, node) in graph.context.registeredObjects.enumerated() { node.name = "\(index)" }
    try graph.context.save()
  }

  @Test func `a deleted object that linked to one that vanished reads none`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    try shelf.context.save()
    book.author = try shelf.author()
    try shelf.context.delete(book)
    try shelf.context.delete(try #require(shelf.context.insertedObjects.first))
    for _ in 0..<100 { _ = try shelf.author() }
    #expect(book.one("author") == nil && book.author?.name == nil)
    shelf.context.rollback()
    #expect(book.one("author") == nil && book.objectState == .unchanged)
  }

  @Test func `a required end that is nullified fails the save`() throws {
    let model = try ManagedObjectModel("Required") {
      Entity("Author") { Relationship("books", to: "Book", .toMany, inverse: "author") }
      Entity("Book") { Relationship("author", to: "Author", inverse: "books").required() }
    }
    let context = ManagedObjectContext(model: model)
    let (author, book) = (try context.insert("Author"), try context.insert("Book"))
    #expect(book.validate().map(\.message) == ["Book.author must have a value, but has none."])
    book.author = author
    try context.save()
    try context.delete(author)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.message) == ["Book.author must have a value, but has none."])
    try context.delete(book)
    try context.save()
    #expect(context.registeredObjects == [])
  }

  @Test func `counts are checked at the save, and only where there are objects`() throws {
    let model = try ManagedObjectModel("Counted") {
      Entity("Team") {
        Relationship("players", to: "Player", .toMany, inverse: "team").count(2...3)
        Relationship("coaches", to: "Player", .toMany, inverse: "coached").required()
      }
      Entity("Player") {
        Relationship("team", to: "Team", inverse: "players")
        Relationship("coached", to: "Team", inverse: "coaches")
      }
    }
    let context = ManagedObjectContext(model: model)
    let team = try context.insert("Team")
    let players = try (0..<4).map { _ in try context.insert("Player") }
    func messages() -> [String] { team.validate().map(\.message) }
    #expect(messages() == ["Team.coaches must have a value, but has none."])
    team.coaches = [players[0]]
    #expect(messages() == [] && team.isValid)
    for (count, message) in [
      (0, nil), (1, "Team.players must have 2 to 3 objects, but has 1."), (2, nil), (3, nil),
      (4, "Team.players must have 2 to 3 objects, but has 4."),
    ] {
      team.players = Array(players[..<count])
      #expect(messages() == [message].compactMap { $0 } && team.isValid == (message == nil))
    }
    #expect(throws: ValidationReport.self) { try context.save() }
    try context.delete(players[3])
    try context.save()
    try context.delete(players[2])
    try context.delete(players[1])
    #expect(messages() == ["Team.players must have 2 to 3 objects, but has 1."])
    context.rollback()
    #expect(messages() == [])
  }
}
