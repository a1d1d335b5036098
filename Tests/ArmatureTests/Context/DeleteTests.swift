import Armature
import Testing

/// Entities with nodes linked by one delete rule each, for every shape of graph.
struct RuleGraph {
  let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Rules") {
        Entity("Node") {
          Attribute("name", String.self).default("?").identifying()
          Relationship("owned", to: "Node", .toMany, inverse: "owners", onDelete: .cascade)
          Relationship("owners", to: "Node", .toMany, inverse: "owned")
          Relationship("next", to: "Node", inverse: "previous", onDelete: .cascade)
          Relationship("previous", to: "Node", inverse: "next", onDelete: .cascade)
          Relationship("guards", to: "Node", .toMany, inverse: "guarded", onDelete: .deny)
          Relationship("guarded", to: "Node", inverse: "guards")
          Relationship("seen", to: "Node", .toMany, inverse: "seer", onDelete: .noAction)
          Relationship("seer", to: "Node", inverse: "seen", onDelete: .noAction)
          Relationship("pointer", to: "Node")
        }
      })
  }

  func node(_ name: String) throws -> ManagedObject {
    let node = try context.insert("Node")
    node.name = name
    return node
  }

  func nodes(_ names: String...) throws -> [ManagedObject] { try names.map { try node($0) } }
}

@Suite struct DeleteTests {
  private let graph: RuleGraph

  init() throws { graph = try RuleGraph() }

  @Test func `nullify clears the links to the object`() throws {
    let shelf = try Bookshelf()
    let (book, tag) = (try shelf.book("Dune"), try shelf.tag())
    let cover = try shelf.context.insert("Cover")
    book.tags = [tag]
    book.cover = cover
    try shelf.context.save()
    try shelf.context.delete(book)
    #expect(tag.many("books") == [] && cover.one("book") == nil)
    #expect(tag.isUpdated && cover.isUpdated && shelf.context.deletedObjects == [book])
  }

  @Test func `cascade deletes what is owned, each object once`() throws {
    let nodes = try graph.nodes("top", "left", "right", "bottom")
    let (top, left, right, bottom) = (nodes[0], nodes[1], nodes[2], nodes[3])
    top.owned = [left, right]
    left.owned = [bottom]
    right.owned = [bottom]
    try graph.context.save()
    try graph.context.delete(top)
    #expect(graph.context.deletedObjects == [top, left, right, bottom])
    try graph.context.save()
    #expect(graph.context.registeredObjects == [])
  }

  @Test func `cascade ends in cycles, also in one of a single object`() throws {
    let nodes = try graph.nodes("a", "b", "c", "self")
    for index in 0..<3 { nodes[index].owned = [nodes[(index + 1) % 3]] }
    nodes[3].owned = [nodes[3]]
    nodes[3].next = nodes[3]
    try graph.context.save()
    try graph.context.delete(nodes[3])
    try graph.context.delete(nodes[1])
    #expect(graph.context.deletedObjects == [nodes[3], nodes[1], nodes[2], nodes[0]])
    graph.context.rollback()
    #expect(nodes[3].many("owned") == [nodes[3]] && nodes[0].many("owned") == [nodes[1]])
    #expect(nodes[3].one("previous") === nodes[3])
  }

  @Test func `cascade both ways deletes all that are linked`() throws {
    let nodes = try graph.nodes("a", "b", "c")
    nodes[0].next = nodes[1]
    nodes[1].next = nodes[2]
    try graph.context.delete(nodes[1])
    #expect(graph.context.registeredObjects == [] && !graph.context.hasChanges)
  }

  @Test func `deleting twice, what is not inserted, and what is gone, does nothing`() throws {
    let node = try graph.node("a")
    try graph.context.save()
    try graph.context.delete(node)
    try graph.context.delete(node)
    #expect(graph.context.deletedObjects == [node])
    try graph.context.save()
    try graph.context.delete(node)
    try graph.context.delete(try graph.context.model.makeObject("Node"))
    #expect(!graph.context.hasChanges)
  }

  @Test func `an object that was never saved vanishes with all its links`() throws {
    let nodes = try graph.nodes("a", "b")
    try graph.context.save()
    let new = try graph.node("new")
    new.owners = nodes
    try graph.context.delete(new)
    #expect(new.objectState == .detached && graph.context.deletedObjects == [])
    #expect(nodes.allSatisfy { $0.many("owned") == [] && !$0.hasPersistentChangedValues })
    try graph.context.save()
    #expect(graph.context.registeredObjects == nodes)
  }

  @Test func `the links of a deleted object are as they were until the save`() throws {
    let nodes = try graph.nodes("a", "b", "c")
    nodes[0].owned = [nodes[1]]
    nodes[2].owned = [nodes[0]]
    try graph.context.save()
    try graph.context.delete(nodes[0])
    #expect(nodes[0].many("owners") == [nodes[2]] && nodes[0].many("owned") == [])
    #expect(nodes[2].many("owned") == [] && nodes[1].many("owners") == [])
    graph.context.rollback()
    #expect(nodes[2].many("owned") == [nodes[0]] && nodes[0].many("owned") == [nodes[1]])
  }

  @Test func `a cascade runs down a chain of 100,000 without recursion`() throws {
    let chain = try (0..<100_000).map { _ in try graph.context.insert("Node") }
    for (node, next) in zip(chain, chain.dropFirst()) { try node.insert(next, into: "owned") }
    for (index, node) in chain.enumerated() { node.name = "\(index)" }
    try graph.context.save()
    try graph.context.delete(chain[0])
    #expect(graph.context.deletedObjects == chain)
    try graph.context.save()
    #expect(graph.context.registeredObjects == [] && chain[99_999].objectState == .detached)
  }

  @Test func `100,000 children go with their parent, or one by one`() throws {
    let shelf = try Bookshelf()
    for isOneByOne in [false, true] {
      let author = try shelf.author()
      let books = try (0..<100_000).map { _ in try shelf.context.insert("Book") }
      author.books = books
      try shelf.context.save()
      if isOneByOne {
        for book in books { try shelf.context.delete(book) }
        #expect(author.many("books") == [])
      } else {
        try shelf.context.delete(author)
      }
      #expect(shelf.context.deletedObjects.count == (isOneByOne ? 100_000 : 100_001))
      try shelf.context.save()
    }
  }

  @Test func `a saved child goes with a parent that was never saved, and comes back without it`()
    throws
  {
    let graph = try RuleGraph()
    let child = try graph.node("child")
    try graph.context.save()
    do {
      let parent = try graph.node("parent")
      parent.owned = [child]
      try graph.context.delete(parent)
    }
    #expect(child.isDeleted && child.many("owners").isEmpty && "\(child)".hasPrefix("Node#1 {"))
    #expect(try child.value(forKey: "owners") == .objects([]))
    graph.context.rollback()
    #expect(child.objectState == .unchanged && child.many("owners").isEmpty)
    #expect(graph.context.registeredObjects == [child])
  }
}

@Suite struct DeletionHookTests {
  @Test func `a hook may delete more, itself and its owner`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    let (a, b) = (try graph.node("a", under: root), try graph.node("b"))
    try graph.context.save()
    _ = graph.takeLog()
    let context = graph.context
    for node in [root, a, b] {
      node.actions["prepare"] = { node in
        for other in [root, a, b, node] { try context.delete(other) }
      }
    }
    try graph.context.delete(a)
    #expect(Set(graph.context.deletedObjects) == [root, a, b])
    #expect(graph.context.deletedObjects.count == 3)
    #expect(graph.takeLog().sorted() == ["prepare \"a\"", "prepare \"b\"", "prepare \"root\""])
    try graph.context.save()
    #expect(graph.context.registeredObjects == [])
    for node in [root, a, b] { node.actions = [:] }
  }

  @Test func `what a hook links to the object goes with it and gets its hook`() throws {
    let graph = try NotedGraph()
    let (root, late, spared) = (
      try graph.node("root"), try graph.node("late"), try graph.node("spared", under: nil)
    )
    spared.parent = root
    root.actions["prepare"] = { root in root.children = [late] }
    try graph.context.save()
    _ = graph.takeLog()
    try graph.context.delete(root)
    #expect(graph.takeLog() == ["prepare \"root\"", "prepare \"spared\"", "prepare \"late\""])
    #expect(graph.context.deletedObjects == [root, late] && spared.isUpdated)
    try graph.context.save()
    #expect(graph.context.registeredObjects == [spared])
  }

  @Test func `hooks that add children for ever end in a report, and nothing is deleted`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    try graph.context.save()
    func grow(_ node: NotedObject) throws {
      try graph.node("more", under: node).actions["prepare"] = grow
    }
    root.actions["prepare"] = grow
    let report = #expect(throws: ValidationReport.self) { try graph.context.delete(root) }
    #expect(
      report?.map(\.message) == [
        "Node#1 must stop deleting objects in prepareForDeletion, but still deleted more after "
          + "100 rounds."
      ])
    #expect(!root.isDeleted && graph.context.deletedObjects.isEmpty)
    #expect(graph.context.registeredObjects.count == 101)
    root.actions = [:]
    graph.context.rollback()
    try graph.context.delete(root)
    #expect(root.isDeleted)
  }

  @Test func `hooks that add children for a while have these deleted, too`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    var rest = 90
    func grow(_ node: NotedObject) throws {
      rest -= 1
      if rest > 0 { try graph.node("more", under: node).actions["prepare"] = grow }
    }
    root.actions["prepare"] = grow
    try graph.context.delete(root)
    #expect(graph.context.registeredObjects.isEmpty)
  }

  @Test func `a hook that resets the context ends the deletion`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    _ = try graph.node("child", under: root)
    try graph.context.save()
    root.actions["prepare"] = { [context = graph.context] _ in context.reset() }
    try graph.context.delete(root)
    #expect(root.objectState == .detached && !graph.context.hasChanges)
    let next = try graph.node("next")
    try graph.context.delete(next)
    #expect(next.objectState == .detached)
  }

  @Test func `validateForDelete can refuse the save of a deletion`() throws {
    struct Needed: Error, CustomStringConvertible { let description = "it is needed" }
    let graph = try NotedGraph()
    let a = try graph.node("a")
    try graph.context.save()
    a.actions["forDelete"] = { _ in throw Needed() }
    try graph.context.delete(a)
    let report = #expect(throws: ValidationReport.self) { try graph.context.save() }
    #expect(
      report?.map(\.message) == [
        "Node#1: the rule \"validateForDelete\" must hold, but threw an error: it is needed"
      ])
    #expect(a.isDeleted)
    graph.context.rollback()
    #expect(a.objectState == .unchanged)
  }

  @Test func `hooks that insert and delete again get a hook for each object`() throws {
    let graph = try NotedGraph()
    let root = try graph.node("root")
    try graph.context.save()
    _ = graph.takeLog()
    root.actions["prepare"] = { [context = graph.context] _ in
      // The second object may reuse the memory of the first.
      for name in ["one", "two", "three"] {
        try context.delete(graph.node(name))
      }
    }
    try graph.context.delete(root)
    #expect(
      graph.takeLog() == [
        "prepare \"root\"", "prepare \"one\"", "prepare \"two\"", "prepare \"three\"",
      ])
    #expect(graph.context.registeredObjects.isEmpty && graph.context.insertedObjects.isEmpty)
    root.actions = [:]
  }
}
