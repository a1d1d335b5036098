import Testing

@testable import Armature

@Suite struct UndoNameTests {
  private let context: ManagedObjectContext
  private let dune: ManagedObject
  private let frank: ManagedObject

  init() throws {
    (_, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
    frank = try context.first("Author", "name", "Frank")
    context.recordsUndo = true
  }

  /// A step and its name.
  struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String?
    let change: @Sendable (ManagedObjectContext, ManagedObject, ManagedObject) throws -> Void

    init(
      _ description: String, _ name: String?,
      _ change:
        @escaping @Sendable (
          _ context: ManagedObjectContext, _ dune: ManagedObject, _ frank: ManagedObject
        ) throws -> Void
    ) {
      testDescription = description
      self.name = name
      self.change = change
    }
  }

  static let steps: [Step] = [
    Step("a value", "Change Book") { _, dune, _ in dune.pages = 413 },
    Step("several values", "Change Book") { context, dune, _ in
      context.undoGroup {
        dune.pages = 413
        dune.note = "long"
      }
    },
    Step("a to-one relationship", "Change Book") { context, dune, _ in
      dune.author = try context.first("Author", "name", "Ursula")
    },
    Step("the to-many side of it", "Change Book") { _, dune, frank in
      try frank.remove(dune, from: "books")
    },
    Step("a one-to-one relationship", "Change 2 Objects") { _, dune, frank in frank.best = nil },
    Step("many-to-many", "Change 2 Objects") { context, dune, _ in
      try dune.remove(context.first("Tag", "name", "space"), from: "tags")
    },
    Step("an insertion", "Insert Tag") { context, _, _ in try context.insert("Tag") },
    Step("an insertion that is linked", "Insert Chapter") { context, dune, _ in
      try context.undoGroup { try dune.insert(context.insert("Chapter"), into: "chapters") }
    },
    Step("several insertions", "Insert 2 Chapters") { context, _, _ in
      try context.undoGroup { for _ in 0..<2 { try context.insert("Chapter") } }
    },
    Step("insertions of several entities", "Insert 2 Objects") { context, _, _ in
      try context.undoGroup {
        try context.insert("Chapter")
        try context.insert("Tag")
      }
    },
    Step("a deletion", "Delete Tag") { context, _, _ in
      try context.delete(context.first("Tag", "name", "desert"))
    },
    Step("a deletion with what follows", "Delete 4 Objects") { context, dune, _ in
      try context.delete(dune)
    },
    Step("objects of one entity", "Change 2 Books") { context, dune, _ in
      try context.undoGroup {
        dune.pages = 1
        try context.first("Book", "title", "The Left Hand").pages = 2
      }
    },
    Step("an insertion and a deletion", "Change 2 Tags") { context, _, _ in
      try context.undoGroup {
        try context.insert("Tag")
        try context.delete(context.first("Tag", "name", "desert"))
      }
    },
    Step("a load", "Insert 2 Tags") { context, _, _ in
      _ = try context.load(.text(#"[{"name": "a"}, {"name": "b"}]"#, as: "Tag"))
    },
    Step("a name that was given", "Shorten") { context, dune, _ in
      context.undoGroup("Shorten") { dune.pages = 1 }
    },
    Step("what came and went", nil) { context, _, _ in
      try context.undoGroup { try context.delete(context.insert("Tag")) }
    },
  ]

  @Test(arguments: steps) func `a step is called by what it did`(_ step: Step) throws {
    try step.change(context, dune, frank)
    #expect(context.undoActionName == step.name)
    for _ in 0..<2 where step.name != nil {
      context.undo()
      #expect(context.redoActionName == step.name && context.undoActionName == nil)
      context.redo()
      #expect(context.undoActionName == step.name && context.redoActionName == nil)
    }
  }

  @Test func `each step has its own name, also over a save`() throws {
    dune.pages = 1
    try context.insert("Chapter").title = "Last"
    let tag = try context.first("Tag", "name", "desert")
    try context.delete(tag)
    try context.save()
    var names: [String?] = []
    while context.canUndo {
      names.append(context.undoActionName)
      context.undo()
    }
    #expect(names == ["Delete Tag", "Change Chapter", "Insert Chapter", "Change Book"])
    names = []
    while context.canRedo {
      names.append(context.redoActionName)
      context.redo()
    }
    #expect(names == ["Change Book", "Insert Chapter", "Change Chapter", "Delete Tag"])
  }

  @Test(arguments: [
    ("Box", "Boxes"), ("Category", "Categories"), ("Day", "Days"), ("Match", "Matches"),
    ("Person", "Persons"), ("Y", "Ys"),
  ])
  func `several objects have a name in the plural`(_ entity: String, _ plural: String) throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Things") { Entity(entity) { Attribute("size", Int?.self) } })
    context.recordsUndo = true
    try context.undoGroup { for _ in 0..<3 { try context.insert(entity) } }
    #expect(context.undoActionName == "Insert 3 \(plural)")
  }
}
