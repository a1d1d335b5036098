public import ArmatureModel

/// A single change of a ``FetchedResults`` list, such as an inserted or a moved row.
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
/// Apply the steps one after the other. The positions in each step refer to the list as it is after all previous steps.
///
/// Core Data: `NSFetchedResultsChangeType`. In Core Data, positions refer to the list before or after all changes.
public enum ResultStep: Hashable, Sendable {
  /// A new section is inserted. The section is still empty.
  case insertSection(AttributeValue, at: Int)
  /// An empty section is removed.
  case deleteSection(at: Int)
  /// A new object is inserted.
  case insert(ManagedObjectID, at: ResultPosition)
  /// An object is removed.
  case delete(ManagedObjectID, at: ResultPosition)
  /// A changed object moves. It is removed from its old position, and then inserted at the new position among the
  /// remaining objects.
  case move(ManagedObjectID, from: ResultPosition, to: ResultPosition)
  /// A changed object keeps its position.
  case update(ManagedObjectID, at: ResultPosition)
}

extension ResultStep: CustomStringConvertible {
  /// The change in words, as in `move Book#4 from 0.0 to 2.0`.
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
