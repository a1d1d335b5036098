import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store whose answers are checked before anybody uses them.
struct CheckedStore {
  let store: any PersistentStore
  /// Whether it is a context, whose objects change without a version.
  let isParent: Bool
  private let model: ModelRuntime
  private let identifier: UUID

  init(_ store: any PersistentStore, _ model: ModelRuntime) {
    (self.store, self.model) = (store, model)
    identifier = store.identifier
    isParent = store is any ParentOfContext
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    let keys = try store.reserveKeys(count)
    if keys.isEmpty || keys.lowerBound < 1 {
      throw wrong("reserveKeys(_:)", "give keys above 0", "gives \(keys)")
    }
    return keys
  }

  func reader() throws -> CheckedReader { CheckedReader(try store.reader(), model, identifier) }

  func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    let function = "commit(_:)"
    let versions: [UInt32]
    do {
      versions = try store.commit(transaction)
    } catch let error as StoreConflicts {
      let ids = Set(transaction.changes.map(\.id))
      if error.conflicts.isEmpty { throw wrong(function, "name what conflicts", "names nothing") }
      for conflict in error.conflicts {
        guard ids.contains(conflict.id), conflict.current.map({ $0.id == conflict.id }) ?? true
        else {
          throw wrong(
            function, "name conflicts of what it is to save",
            "names \(conflict.id), with \(conflict.current.map { "\($0.id)" } ?? "no row")")
        }
        if let row = conflict.current {
          try row.check(model.valueCount(of: row.id.entityName), function)
        }
      }
      throw error
    }
    if versions.count != transaction.changes.count {
      throw wrong(
        function, "give a version for each of \(transaction.changes.count) changes",
        "gives \(versions.count)")
    }
    for (change, version) in zip(transaction.changes, versions)
    where change.kind != .delete && version == 0 && !(change.values.isEmpty && change.version == 0)
    {
      throw wrong(function, "give versions above 0", "gives 0 for \(change.id)")
    }
    return versions
  }

  private func wrong(_ function: String, _ must: String, _ but: String) -> PersistentStoreError {
    .wrongAnswer(function: function, must: must, but: but)
  }
}
