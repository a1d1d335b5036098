import Armature
import Testing

/// Deny is checked when a deletion is saved, so the denying objects may be removed before or after.
@Suite struct DenyTests {
  private let graph: RuleGraph

  init() throws { graph = try RuleGraph() }

  /// Returns a saved and deleted object, and the objects that guard it.
  private func deleted(guardedBy names: String...) throws -> (ManagedObject, [ManagedObject]) {
    let kept = try graph.node("kept")
    let guards = try names.map { try graph.node($0) }
    kept.guards = guards
    try graph.context.save()
    try graph.context.delete(kept)
    #expect(kept.isDeleted && kept.many("guards") == guards)
    #expect(guards.allSatisfy { $0.one("guarded") == nil && !$0.hasChanges })
    return (kept, guards)
  }

  @Test func `a save says which objects forbid a deletion, and changes nothing`() throws {
    let (kept, guards) = try deleted(guardedBy: "a", "b", "c", "d")
    guards[0].name = "changed"
    for _ in 0..<2 {
      let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
      #expect(
        report?.map(\.description) == [
          "Node \"kept\": Node.guards must be empty before the Node is deleted, but has 4: "
            + "Node \"changed\", Node \"b\", Node \"c\", …."
        ])
      #expect(report?.coreDataCode == 1600 && report?.first?.keyPath == ["guards"])
      #expect(kept.isDeleted && guards[0].isUpdated)
      #expect(graph.context.validate() == report && kept.validate() == report)
      #expect(throws: ValidationReport.self) { try kept.validateForDelete() }
      #expect(throws: ValidationReport.self) { try kept.validateForSave() }
    }
    graph.context.rollback()
    #expect(kept.objectState == .unchanged && kept.many("guards") == guards)
    #expect(guards.allSatisfy { $0.one("guarded") === kept })
    #expect(graph.context.validate().isEmpty)
  }

  /// The ways to make a denied deletion valid.
  enum Way: CaseIterable {
    case deleteGuards, unlinkGuards, moveGuards, clear, removeOne, takeBack

    func take(_ graph: RuleGraph, _ kept: ManagedObject, _ guards: [ManagedObject]) throws {
      switch self {
      case .deleteGuards: for node in guards { try graph.context.delete(node) }
      case .unlinkGuards: for node in guards { node.guarded = nil as ManagedObject? }
      case .moveGuards:
        let other = try graph.node("other")
        for node in guards { node.guarded = other }
        #expect(other.many("guards") == guards)
      case .clear: kept.guards = [] as [ManagedObject]
      case .removeOne: for node in guards { try kept.remove(node, from: "guards") }
      case .takeBack: graph.context.rollback()
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `a deletion is saved once nothing forbids it any more`(_ way: Way) throws {
    let (kept, guards) = try deleted(guardedBy: "a", "b")
    #expect(throws: ValidationReport.self) { try graph.context.save() }
    try way.take(graph, kept, guards)
    #expect(graph.context.validate().isEmpty)
    try graph.context.save()
    #expect(kept.objectState == (way == .takeBack ? .unchanged : .detached))
    #expect(guards.allSatisfy { ($0.objectState == .detached) == (way == .deleteGuards) })
    #expect(!graph.context.hasChanges)
  }

  @Test(arguments: Way.allCases)
  func `a rollback brings all links back, whatever was done about the denial`(_ way: Way) throws {
    let (kept, guards) = try deleted(guardedBy: "a", "b")
    try way.take(graph, kept, guards)
    graph.context.rollback()
    #expect(kept.many("guards") == guards && guards.allSatisfy { $0.one("guarded") === kept })
    #expect(!graph.context.hasChanges && graph.context.registeredObjects.count == 3)
  }

  @Test func `deny deep down forbids that any of it is saved`() throws {
    let nodes = try graph.nodes("a", "b", "c", "guard")
    nodes[0].owned = [nodes[1]]
    nodes[1].owned = [nodes[2]]
    nodes[2].guards = [nodes[3]]
    try graph.context.save()
    try graph.context.delete(nodes[0])
    #expect(graph.context.deletedObjects == Array(nodes[..<3]))
    let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(report?.map(\.objectID) == [nodes[2].objectID])
    try graph.context.delete(nodes[3])
    try graph.context.save()
    #expect(graph.context.registeredObjects == [])
  }

  @Test func `cascade wins over deny where both lead to one object`() throws {
    let nodes = try graph.nodes("a", "b", "c")
    nodes[0].owned = [nodes[1], nodes[2]]
    nodes[1].guards = [nodes[2]]
    try graph.context.save()
    #expect(throws: ValidationReport.self) { try nodes[1].validateForDelete() }
    try nodes[0].validateForDelete()
    try graph.context.delete(nodes[0])
    try graph.context.save()
    #expect(graph.context.registeredObjects == [])
  }

  @Test func `an object that was never saved goes, whatever guards it`() throws {
    let nodes = try graph.nodes("new", "guard")
    nodes[0].guards = [nodes[1]]
    let plan = graph.context.deletionPlan(for: nodes[0])
    #expect(plan.denied.isEmpty && plan.nullified.map(\.object) == [nodes[1]])
    try graph.context.delete(nodes[0])
    #expect(nodes[0].objectState == .detached && nodes[1].one("guarded") == nil)
    try graph.context.save()
    #expect(graph.context.registeredObjects == [nodes[1]])
  }

  @Test func `a hook may unlink or delete what forbids the deletion`() throws {
    final class Room: ManagedObject {
      var emptiesByDeletion = false
      override func prepareForDeletion() {
        let guests: [ManagedObject] = self.guests ?? []
        for guest in guests {
          if emptiesByDeletion {
            try? managedObjectContext?.delete(guest)
          } else {
            guest.room = nil as ManagedObject?
          }
        }
      }
    }
    let model = try ManagedObjectModel("Hotel") {
      Entity("Room", class: Room.self) {
        Relationship("guests", to: "Guest", .ordered, inverse: "room", onDelete: .deny)
      }
      Entity("Guest") { Relationship("room", to: "Room", inverse: "guests") }
    }
    for emptiesByDeletion in [false, true] {
      let context = ManagedObjectContext(model: model)
      let room = try context.insert(Room.self)
      room.emptiesByDeletion = emptiesByDeletion
      room.guests = [try context.insert("Guest"), try context.insert("Guest")]
      try context.save()
      try context.delete(room)
      try context.save()
      #expect(room.objectState == .detached)
      #expect(context.registeredObjects.count == (emptiesByDeletion ? 0 : 2))
    }
  }

  @Test func `a link without an inverse forbids a deletion, too, and can be cleared`() throws {
    let model = try ManagedObjectModel("One way") {
      Entity("Node") { Relationship("needs", to: "Node", onDelete: .deny) }
    }
    let context = ManagedObjectContext(model: model)
    let (a, b) = (try context.insert("Node"), try context.insert("Node"))
    a.needs = b
    try context.save()
    try context.delete(a)
    #expect(throws: ValidationReport.self) { try context.save() }
    a.needs = nil as ManagedObject?
    try context.save()
    #expect(context.registeredObjects == [b])
  }

  @Test func `a saved object whose unsaved owner cascades to it goes with it, and can be read`()
    throws
  {
    let owned = try graph.node("owned")
    try graph.context.save()
    do {
      let owner = try graph.node("owner")
      owner.owned = [owned]
      try graph.context.delete(owner)
    }
    for _ in 0..<100 { _ = try graph.node("filler") }
    #expect(owned.isDeleted && owned.many("owners") == [] && "\(owned)".contains("owned"))
    graph.context.rollback()
    #expect(owned.objectState == .unchanged && owned.many("owners") == [])
    #expect("\(owned)" == "Node#1 {name: \"owned\", owned: [], owners: [], guards: [], seen: []}")
  }
}
