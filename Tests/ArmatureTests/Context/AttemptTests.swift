import Testing

@testable import Armature

@Suite struct AttemptTests {
  private struct Refusal: Error {}
  private let context: ManagedObjectContext

  init() throws { context = try Library.stocked().context }

  private func change() throws {
    let dune = try context.first("Book", "title", "Dune")
    dune.title = "changed"
    dune.author = nil
    try context.delete(context.first("Tag", "name", "space"))
    try context.insert("Tag").name = "new"
  }

  @Test func `what throws leaves nothing behind`() throws {
    try context.first("Book", "title", "Dune").pages = 7
    let before = GraphSnapshot(context)
    #expect(throws: Refusal.self) {
      try context.attempt {
        try change()
        throw Refusal()
      }
    }
    #expect(GraphSnapshot(context) == before && context.updatedObjects.count == 1)
    #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
  }

  @Test func `what does not throw stays, and its result is returned`() throws {
    let count = try context.attempt {
      try change()
      return context.insertedObjects.count
    }
    #expect(count == 1 && context.deletedObjects.count == 1)
  }

  @Test func `an attempt within another is taken back alone`() throws {
    let dune = try context.first("Book", "title", "Dune")
    context.attempt {
      dune.pages = 1
      #expect(throws: Refusal.self) {
        try context.attempt {
          dune.pages = 2
          throw Refusal()
        }
      }
      #expect(dune["pages"] == 1)
    }
    #expect(dune["pages"] == 1)
  }

  @Test func `an attempt is one step of undo, and none if it throws`() throws {
    context.recordsUndo = true
    let before = GraphSnapshot(context)
    try context.attempt { try change() }
    #expect(context.canUndo)
    context.undo()
    #expect(GraphSnapshot(context) == before && !context.canUndo)
    try? context.attempt {
      try change()
      throw Refusal()
    }
    #expect(!context.canUndo && context.canRedo)
  }

  @Test func `what was saved within an attempt is not taken back`() throws {
    let dune = try context.first("Book", "title", "Dune")
    try? context.attempt {
      dune.pages = 5
      try context.save()
      throw Refusal()
    }
    #expect(dune["pages"] == 5 && !context.hasChanges)
  }
}
