import Armature

/// Edits an outline, and prints the outline and the possible actions after each step.
struct EditingSession {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  func run() throws {
    let chapter = try makeOutline()
    show("The outline, saved")

    let sections = chapter.sections ?? [ManagedObject]()
    sections[0].title = "Opening"
    show("A title is changed")

    try chapter.insert(sections[2], into: "sections", at: 0)
    show("The last section moves to the front")

    try context.delete(sections[1])
    show("A section is deleted, with its remark")

    try context.undoGroup("Split") {
      sections[2].title = "Ending, part 1"
      let second = try section("Ending, part 2")
      try chapter.insert(second, into: "sections", at: 1)
    }
    show("A section is split in two: a group")

    undo(4)
    redo(2)

    try context.save()
    show("Saved")
    undo(1)
    redo(2)

    sections[0].title = "Prologue"
    undo(2)
    sections[0].title = "Beginning"
    show("A new change: nothing is left to redo")

    context.rollback()
    show("Rolled back: no steps are left")
  }

  /// Creates a chapter with three sections, before undo is recorded.
  private func makeOutline() throws -> ManagedObject {
    let chapter = try context.insert("Chapter")
    chapter.title = "Chapter 1"
    for title in ["Introduction", "Middle", "Ending"] {
      try chapter.insert(try section(title), into: "sections")
    }
    let remark = try context.insert("Remark")
    remark.text = "Too long."
    remark.section = (chapter.sections ?? [ManagedObject]())[1]
    try context.save()
    context.recordsUndo = true
    return chapter
  }

  private func section(_ title: String) throws -> ManagedObject {
    let section = try context.insert("Section")
    section.title = title
    return section
  }

  private func undo(_ count: Int) {
    for _ in 0..<count {
      let name = context.undoActionName.map { " (\($0))" } ?? ""
      context.undo()
      show("Undo\(name)")
    }
  }

  private func redo(_ count: Int) {
    for _ in 0..<count {
      let name = context.redoActionName.map { " (\($0))" } ?? ""
      context.redo()
      show("Redo\(name)")
    }
  }

  /// Prints the outline on one line, and the possible actions.
  private func show(_ step: String) {
    print("\n\(step)")
    for chapter in context.objects(of: "Chapter") {
      let title: String = chapter.title ?? ""
      let sections: [String] = (chapter.sections ?? [ManagedObject]()).map { section in
        let title: String = section.title ?? ""
        let remarks = (section.remarks ?? [ManagedObject]()).count
        return remarks == 0 ? title : "\(title) (remarks: \(remarks))"
      }
      print("  \(title): \(sections.joined(separator: " | "))")
    }
    let possible = (context.canUndo ? ["undo"] : []) + (context.canRedo ? ["redo"] : [])
    print(
      "  changes: \(context.hasChanges ? "pending" : "none"); possible: "
        + (possible.isEmpty ? "nothing" : possible.joined(separator: ", ")))
  }
}
