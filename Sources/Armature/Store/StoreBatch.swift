package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A batch that a store can execute alone because it needs no objects: no hooks, no derivations, and no rules that read
/// more than the new values.
package struct StoreBatch {
  /// The change to the rows.
  package enum Change {
    /// Sets attributes by name. Rows that already have the values stay unchanged.
    case update([String: AttributeValue])
    /// Deletes the rows.
    case delete(Deletion)
  }

  /// The effects on related rows that the store must check or apply when it deletes rows.
  package struct Deletion {
    /// To-many relationships of the rows; the members' links back are cleared.
    package var cleared: [Link] = []
    /// Relationships of the rows that must be empty because the store cannot apply their delete rules.
    package var empty: [Link] = []
    /// Relationships without an inverse that must not lead to the rows.
    package var unreferenced: [Link] = []
  }

  /// A relationship of an entity.
  package struct Link: Hashable {
    package let entity: String
    package let relationship: String
  }

  /// The request that selects the rows. It has been checked and contains no `now()`.
  package let request: FetchRequest
  package let change: Change
  package let returnsObjectIDs: Bool
  package let author: String?
  package let contextName: String?
  package let date: Date
}
