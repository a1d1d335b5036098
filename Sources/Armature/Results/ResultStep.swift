public import ArmatureModel

/// A change of a list that follows what its request finds.
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
/// Steps are applied one after the other: positions in each are those of the list that the steps before
/// it have made. ``FetchedResults`` tells them. Core Data: `NSFetchedResultsChangeType`, whose positions
/// are those before all changes and those after all.
public enum ResultStep: Hashable, Sendable {
  /// A section comes, with no objects yet.
  case insertSection(AttributeValue, at: Int)
  /// A section goes, which has no objects any more.
  case deleteSection(at: Int)
  /// An object comes.
  case insert(ManagedObjectID, at: ResultPosition)
  /// An object goes.
  case delete(ManagedObjectID, at: ResultPosition)
  /// An object that has changed is taken out, and put in at another position of what is left.
  case move(ManagedObjectID, from: ResultPosition, to: ResultPosition)
  /// An object that has changed stays where it is.
  case update(ManagedObjectID, at: ResultPosition)
}

extension ResultStep: CustomStringConvertible {
  /// What happens, in words: `move Book#4 from 0.0 to 2.0`.
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
