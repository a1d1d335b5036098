package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreReader {
  /// Returns the conflicts of a save about some objects, with their rows in the reader's state.
  package func conflicts(
    of ids: [ManagedObjectID], in model: ManagedObjectModel, storeID: UUID
  ) throws -> StoreConflicts {
    StoreConflicts(
      try ids.map { id in
        guard let entity = model[id.entityName] else { return .init(id, current: nil) }
        let found = try StoreRow.list(of: model, storeID: storeID) { rows in
          try self.rows(for: [id.key], of: entity, into: rows)
        }
        return StoreConflicts.Conflict(id, current: found.first)
      })
  }
}
