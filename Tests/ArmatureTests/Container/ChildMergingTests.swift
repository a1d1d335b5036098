import TestSupport
import Testing

@testable import Armature

/// A child that automatically merges its parent's saves and merges, and that saves itself.
@Suite struct ChildMergingTests {
  private let container: PersistentContainer
  private let parent: ManagedObjectContext
  private let (child, sibling): (ManagedObjectContext, ManagedObjectContext)
  private let dune: ManagedObject
  private let (mine, theirs): (ManagedObject, ManagedObject)

  init() throws {
    (container, parent) = try Library.stocked()
    (child, sibling) = (parent.makeChild(), parent.makeChild())
    child.mergesChangesAutomatically = true
    dune = try parent.first("Book", "title", "Dune")
    (mine, theirs) = (try child.same(dune), try sibling.same(dune))
  }

  /// Makes the child read, which merges first.
  private func look() throws { _ = try child.count("Loan") }

  @Test func `a child follows what another child saves into the parent`() throws {
    #expect(mine.many("chapters").count == 3 && theirs.pages == 412)
    theirs.pages = 500
    let chapter = try sibling.insert("Chapter")
    chapter.title = "Four"
    chapter.book = theirs
    try look()
    #expect(mine["pages"] == 412)
    try sibling.save()
    mine.note = "mine"
    try look()
    #expect(mine["pages"] == 500 && mine["note"] == "mine" && mine.isUpdated)
    #expect(mine.many("chapters").map { $0["title"] } == ["One", "Two", "Three", "Four"])
    #expect(brokenInvariants(of: child).isEmpty)
  }

  @Test func `a child follows what the parent saves, and what it inserted before`() throws {
    let tag = try parent.insert("Tag")
    tag.name = "new"
    let myTag = try child.same(tag)
    tag.name = "newer"
    dune.pages = 500
    try look()
    #expect(mine["pages"] == 412 && myTag["name"] == "new")
    try parent.save()
    try look()
    #expect(mine["pages"] == 500 && myTag["name"] == "newer")
  }

  @Test func `a parent in memory alone tells its children, too`() throws {
    let parent = ManagedObjectContext(model: try Library.model())
    try Library.stock(parent)
    let child = parent.makeChild()
    child.mergesChangesAutomatically = true
    let dune = try parent.first("Book", "title", "Dune")
    let mine = try child.same(dune)
    dune.pages = 500
    try parent.save()
    _ = try child.count("Loan")
    #expect(mine["pages"] == 500)
  }

  @Test func `a child follows what its parent merges of others`() throws {
    parent.mergesChangesAutomatically = true
    let other = container.makeContext()
    try other.same(dune).pages = 500
    try other.delete(other.same(parent.first("Tag", "name", "desert")))
    try other.save()
    #expect(mine.many("tags").count == 2)
    try look()
    #expect(mine["pages"] == 500 && mine.many("tags").map { $0["name"] } == ["space"])
  }

  @Test func `what the parent has not saved is read by the next fetch of it`() throws {
    dune.pages = 500
    try look()
    #expect(mine["pages"] == 412)
    _ = try child.fetch("Book")
    #expect(mine["pages"] == 500)
    dune.pages = 501
    try child.refresh(mine)
    #expect(mine["pages"] == 501)
  }

  @Test func `a deletion that the parent has taken back is none`() throws {
    let (tag, mine) = (
      try parent.first("Tag", "name", "desert"),
      try child.same(parent.first("Tag", "name", "desert"))
    )
    try sibling.delete(sibling.same(tag))
    try sibling.save()
    parent.rollback()
    try look()
    #expect(mine["name"] == "desert" && mine.many("books").count == 1)
    try sibling.delete(sibling.same(tag))
    try sibling.save()
    try look()
    #expect(mine.objectState == .detached && self.mine.many("tags").count == 1)
  }

  @Test func `a child that does not merge is left alone, and its own children are`() throws {
    let grandchild = sibling.makeChild()
    grandchild.mergesChangesAutomatically = true
    let below = try grandchild.same(dune)
    mine.pages = 500
    try child.save()
    _ = try grandchild.count("Loan")
    #expect(theirs["pages"] == 412 && below["pages"] == 412)
    sibling.mergesChangesAutomatically = true
    mine.pages = 501
    try child.save()
    _ = try grandchild.count("Loan")
    #expect(theirs["pages"] == 501 && below["pages"] == 501)
  }

  // MARK: Histories

  @Test(arguments: 0..<2)
  func `all that merge see the same after each save`(_ block: Int) throws {
    let steps = 20
    try expectHistories(
      block: block, count: historyCount(steps: steps, "ARMATURE_HISTORY_STEPS"), steps: steps
    ) { seed, steps in
      let history = try ChildMergingHistory(SplitMix64(seed: seed))
      return HistoryOutcome(steps: steps) { _ in (try history.step(), try history.problems()) }
    }
  }
}

/// Sibling and nested contexts that merge automatically: each step edits one, which is saved up to the store.
private final class ChildMergingHistory {
  private var random: SplitMix64
  private let nodes: [(context: ManagedObjectContext, parent: ManagedObjectContext?)]

  init(_ random: SplitMix64) throws {
    self.random = random
    let (container, root) = try Library.stocked()
    // No rule prevents a link to a deleted book.
    try root.first("Book", "title", "Dune").setValue(nil as ManagedObject?, forKey: "next")
    try root.save()
    let (one, other) = (root.makeChild(), root.makeChild())
    nodes = [
      (root, nil), (container.makeContext(), nil), (one, root), (other, root),
      (one.makeChild(), one), (other.makeChild(), other),
    ]
    for (context, _) in nodes {
      context.mergesChangesAutomatically = true
      context.mergePolicy = .objectTrumps
      for entity in ["Author", "Book", "Tag", "Chapter"] { _ = try context.fetch(entity) }
    }
  }

  func step() throws -> String {
    let number = random.below(nodes.count)
    let context = nodes[number].context
    _ = try context.count("Loan")
    func object(_ entity: String) -> ManagedObject? {
      let all = context.objects(of: entity)
      return all.isEmpty ? nil : all[random.below(all.count)]
    }
    guard let book = object("Book") else {
      try context.insert("Book").title = "new"
      try save(number)
      return "\(number): insert a book"
    }
    let line: String
    switch random.below(9) {
    case 0:
      book.pages = random.below(999)
      line = "set \(book.objectID).pages"
    case 1:
      let author = random.oneIn(3) ? nil : object("Author")
      try book.setValue(author, forKey: random.oneIn(2) ? "author" : "bestOf")
      line = "set the authors of \(book.objectID) to \(author?.objectID as Any)"
    case 2:
      guard let tag = object("Tag") else { return "nothing" }
      try random.oneIn(2) ? book.insert(tag, into: "tags") : book.remove(tag, from: "tags")
      line = "\(book.objectID).tags: \(tag.objectID)"
    case 3:
      guard let chapter = object("Chapter") else { return "nothing" }
      try book.insert(chapter, into: "chapters", at: 0)
      line = "\(book.objectID).chapters at 0: \(chapter.objectID)"
    case 4:
      let chapter = try context.insert("Chapter")
      chapter.title = "new"
      chapter.book = book
      line = "insert \(chapter.objectID) into \(book.objectID)"
    case 5:
      let made = try context.insert("Book")
      made.title = "new"
      made.author = object("Author")
      line = "insert \(made.objectID)"
    case 6:
      guard let author = object("Author") else { return "nothing" }
      try author.setValue(book, forKey: "best")
      line = "set \(author.objectID).best to \(book.objectID)"
    case 7:
      let gone = random.oneIn(2) ? book : object(random.oneIn(2) ? "Chapter" : "Tag") ?? book
      try context.delete(gone)
      line = "delete \(gone.objectID)"
    default: line = "save"
    }
    try save(number)
    return "\(number): \(line)"
  }

  private func save(_ number: Int) throws {
    try nodes[number].context.save()
    if let parent = nodes.firstIndex(where: { $0.context === nodes[number].parent }) {
      try save(parent)
    }
  }

  /// Returns the differences between each context's view of objects and the view of its source.
  func problems() throws -> [String] {
    var problems: [String] = []
    for (number, (context, parent)) in nodes.enumerated() {
      _ = try context.count("Loan")
      problems += brokenInvariants(of: context).map { "\(number): \($0)" }
      guard let parent else { continue }
      for object in context.registeredObjects {
        guard let source = try? parent.existingObject(with: object.objectID) else {
          problems.append("\(number): \(object.objectID) is gone from its parent")
          continue
        }
        for (name, value) in source.properties {
          let mine = object[name] ?? .null
          if plain(value, source, name) != plain(mine, object, name) {
            problems.append("\(number): \(object.objectID).\(name) is \(mine), not \(value)")
          }
        }
      }
    }
    return problems
  }

  /// Returns a value for comparison: unordered lists by their members.
  private func plain(
    _ value: AttributeValue, _ object: ManagedObject, _ name: String
  ) -> AttributeValue {
    guard case .objects(let ids) = value, name != "chapters" else { return value }
    return .objects(ids.sorted { $0.key < $1.key })
  }
}
