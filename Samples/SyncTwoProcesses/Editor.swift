import Armature
import ArmatureSQLite

/// Edits the list for a person, with commands in words.
final class Editor {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  /// - Parameter isFollowing: Whether saves of other contexts are merged automatically.
  init(_ name: String, _ file: String, isFollowing: Bool) throws {
    container = try PersistentContainer(
      model: ShoppingModel.model(), store: SQLiteStore(file, keepsHistory: true))
    context = container.makeContext()
    context.transactionAuthor = name
    context.mergesChangesAutomatically = isFollowing
  }

  /// Executes a command.
  ///
  /// - Returns: The output, as lines.
  func perform(_ command: String) throws -> [String] {
    let words = command.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("add", 2): try context.insert("Item").setValue(words[1], forKey: "name")
    case ("count", 3): try item(words[1]).setValue(Int(words[2]), forKey: "count")
    case ("note", 3): try item(words[1]).setValue(words[2], forKey: "note")
    case ("delete", 2): try context.delete(item(words[1]))
    case ("policy", 2):
      context.mergePolicy = words[1] == "storeTrumps" ? .storeTrumps : .objectTrumps
    case ("save", 1): return try save()
    case ("show", 1): return try show()
    case ("history", 1): return try history()
    default: return ["unknown"]
    }
    return []
  }

  private func item(_ name: String) throws -> ManagedObject {
    let found = try context.fetch("Item", where: FetchPredicate("name = %@", name))
    return try found.first ?? context.insert("Item")
  }

  private func save() throws -> [String] {
    do {
      try context.save()
      return ["saved"]
    } catch let error as MergeConflicts {
      return error.conflicts.flatMap(\.properties).map { property in
        "conflict: \(property.name) was \(property.base), is \(property.mine) here and"
          + " \(property.theirs) in the file"
      }
    }
  }

  private func show() throws -> [String] {
    try context.fetch("Item", orderedBy: [.ascending("name")]).map { item in
      let name: String = item.name ?? ""
      let count: Int = item.count ?? 0
      let note: String? = item.note
      return "\(count) \(name)" + (note.map { ", \($0)" } ?? "")
    }
  }

  /// Returns a line for each save, with its author.
  private func history() throws -> [String] {
    try container.history().map { save in
      let changes = save.changes.map { change in
        ([change.kind.rawValue] + change.updatedProperties.sorted()).joined(separator: " ")
      }
      let author = save.author ?? "nobody"
      return "\(save.token.number) by \(author): \(changes.joined(separator: ", "))"
    }
  }
}
