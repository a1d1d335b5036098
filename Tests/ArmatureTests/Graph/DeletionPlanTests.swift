import Armature
import Testing

@Suite struct DeletionPlanTests {
  @Test func `a plan says what goes, what loses a link and what forbids it, and does nothing`()
    throws
  {
    let graph = try RuleGraph()
    let nodes = try graph.nodes("a", "b", "c", "owner", "guard")
    nodes[0].owned = [nodes[1]]
    nodes[1].owned = [nodes[2]]
    nodes[3].owned = [nodes[2]]
    nodes[2].guards = [nodes[4]]
    try graph.context.save()
    let plan = graph.context.deletionPlan(for: nodes[0])
    #expect(plan.deleted == [nodes[0], nodes[1], nodes[2]])
    #expect(plan.nullified.map(\.object) == [nodes[3]])
    #expect(plan.nullified.map(\.relationship) == ["owned"])
    #expect(plan.denied.map(\.object) == [nodes[2]] && plan.denied.map(\.by) == [[nodes[4]]])
    #expect(
      plan.description == """
        delete Node#1
        delete Node#2
        delete Node#3
        clear Node#4.owned
        deny: Node#3.guards leads to Node#5
        """)
    #expect(!graph.context.hasChanges)
  }

  @Test func `a plan is what a deletion does`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author("Frank")
    let tag = try shelf.tag()
    for title in ["A", "B"] { try shelf.book(title, by: author).tags = [tag] }
    author.patron = try shelf.author("Patron")
    try shelf.context.save()
    let plan = shelf.context.deletionPlan(for: author)
    #expect(
      plan.description == """
        delete Author#1
        delete Book#3
        delete Book#4
        clear Author#5.clients
        clear Tag#2.books
        clear Tag#2.books
        """)
    try shelf.context.delete(author)
    #expect(shelf.context.deletedObjects == plan.deleted)
    #expect(Set(shelf.context.updatedObjects) == Set(plan.nullified.map(\.object)))
  }

  @Test func `what is deleted already is in no plan`() throws {
    let graph = try RuleGraph()
    let nodes = try graph.nodes("a", "b", "guard")
    nodes[0].owned = [nodes[1]]
    nodes[0].guards = [nodes[2]]
    try graph.context.save()
    try graph.context.delete(nodes[1])
    try graph.context.delete(nodes[2])
    let plan = graph.context.deletionPlan(for: nodes[0])
    #expect(plan.deleted == [nodes[0]] && plan.nullified.isEmpty && plan.denied.isEmpty)
  }
}
