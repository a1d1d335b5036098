/// An error that a save throws if another context has changed the same objects in the meantime.
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// book.pages = 600
/// do {
///   try context.save()
/// } catch let error as MergeConflicts {
///   for property in error.conflicts[0].properties {
///     print(property.name, property.base, property.mine, property.theirs)  // pages 412 600 500
///   }
/// }
/// ```
/// After the error, the context still has all your unsaved changes. To resolve the conflicts, refresh the objects or
/// set a ``MergePolicy``, and then save again.
public struct MergeConflicts: Error, Hashable, Sendable {
  /// Core Data's code for this error, 133020.
  public static let code = 133020

  /// All conflicts of the save.
  public let conflicts: [MergeConflict]
}

extension MergeConflicts: CustomStringConvertible, AdvisingError {
  /// One line for each object. The line shows how each side has changed each property.
  public var description: String { message(for: .programmer) }

  package func message(for audience: MessageAudience) -> String {
    let remedy = audience.words(
      swift: "Refresh it, or set a merge policy.", command: "Try again.")
    return conflicts.map { "\($0.text). \(remedy)" }.joined(separator: "\n")
  }
}

extension MergeConflict {
  /// The requirement and the actual state, without the full stop.
  fileprivate var text: String {
    switch kind {
    case .deletedInStore:
      "\(id) must be in the store to be saved, but another save has deleted it"
    case .deletedInContext:
      "\(id) must be unchanged in the store to be deleted, but another save has changed it"
    case .changed:
      "\(id) must be unchanged in the store to be saved, but another save has changed it: "
        + properties.map {
          "\($0.name) was \($0.base), is \($0.mine) here and \($0.theirs) in the store"
        }.joined(separator: "; ")
    }
  }
}
