package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A batch that a store may do by itself, since nothing of it needs objects: no hooks, no rules that read more than
/// what is set, and nothing that is derived.
package struct StoreBatch {
  /// What happens to the rows.
  package enum Change {
    /// Attributes get values, by their names; rows that have them already stay as they are.
    case update([String: AttributeValue])
    /// They go.
    case delete(Deletion)
  }

  /// What must be seen to when rows go.
  package struct Deletion {
    /// To-many relationships of the rows whose members lose their link.
    package var cleared: [Link] = []
    /// Relationships of the rows that must lead to nothing: the store cannot do what follows otherwise.
    package var empty: [Link] = []
    /// Relationships without an inverse that must not lead to the rows.
    package var unreferenced: [Link] = []
  }

  /// A relationship of an entity.
  package struct Link: Hashable {
    package let entity: String
    package let relationship: String
  }

  /// Which rows: a request that has been checked, without `now()`.
  package let request: FetchRequest
  package let change: Change
  package let returnsObjectIDs: Bool
  package let author: String?
  package let contextName: String?
  package let date: Date
}
