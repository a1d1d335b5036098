public import ArmatureModel

/// A change of a list of results, reported by ``FetchedResults``.
///
/// ```swift
/// let results = try FetchedResults(FetchRequest("Book"), in: context)
/// try context.delete(book)
/// for step in try results.update() {
///   switch step {
///   case .insert(let id, let position): print("new", id, position.row)
///   case .delete(_, let position): print("gone", position.row)  // gone 0
///   case .move(_, let from, let to): print("moved", from.row, to.row)
///   case .update(_, let position): print("changed", position.row)
///   case .insertSection, .deleteSection: print("only with sections")
///   }
/// }
/// ```
/// Apply steps in order: the positions in each step refer to the list after the previous steps. Core Data:
/// `NSFetchedResultsChangeType`, whose positions refer to the list before or after all changes.
public enum ResultStep: Hashable, Sendable {
  /// A new section, which is still empty.
  case insertSection(AttributeValue, at: Int)
  /// The removal of an empty section.
  case deleteSection(at: Int)
  /// A new object.
  case insert(ManagedObjectID, at: ResultPosition)
  /// The removal of an object.
  case delete(ManagedObjectID, at: ResultPosition)
  /// A changed object is removed, and inserted at another position among the remaining ones.
  case move(ManagedObjectID, from: ResultPosition, to: ResultPosition)
  /// A changed object keeps its position.
  case update(ManagedObjectID, at: ResultPosition)
}

extension ResultStep: CustomStringConvertible {
  /// The change in words: `move Book#4 from 0.0 to 2.0`.
  public var description: String {
    switch self {
    case .insertSection(let value, let index): "insert section \(index): \(value)"
    case .deleteSection(let index): "delete section \(index)"
    case .insert(let id, let position): "insert \(id) at \(position)"
    case .delete(let id, let position): "delete \(id) at \(position)"
    case .move(let id, let from, let to): "move \(id) from \(from) to \(to)"
    case .update(let id, let position): "update \(id) at \(position)"
    }
  }
}
