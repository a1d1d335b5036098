import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store wrapper that checks results before they are used.
struct CheckedStore {
  let store: any PersistentStore
  private let model: ModelRuntime
  private let identifier: UUID
  private let stateReporter: (any StateReporting)?
  /// The state of everything that this store's readers have read.
  let certificate = StateCertificate()

  init(_ store: any PersistentStore, _ model: ModelRuntime) {
    (self.store, self.model) = (store, model)
    identifier = store.identifier
    stateReporter = store as? any StateReporting
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    let keys = try store.reserveKeys(count)
    if keys.isEmpty || keys.lowerBound < 1 {
      throw wrong("reserveKeys(_:)", "give keys above 0", "gives \(keys)")
    }
    return keys
  }

  func reader() throws -> CheckedReader {
    CheckedReader(try store.reader(), model, identifier, certificate, stateReporter)
  }

  func singleUseReader() throws -> CheckedReader {
    CheckedReader(try store.singleUseReader(), model, identifier, certificate, stateReporter)
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let function = "commit(_:)"
    let versions: [UInt32]
    do {
      versions = try store.commit(changes)
    } catch let error as StoreConflicts {
      let ids = Set(changes.indices.map(changes.id(at:)))
      if error.conflicts.isEmpty, changes.state == nil || !error.isStateConflict {
        throw wrong(function, "name what conflicts", "names nothing")
      }
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
    if versions.count != changes.count {
      throw wrong(
        function, "give a version for each of \(changes.count) changes",
        "gives \(versions.count)")
    }
    for (index, version) in versions.enumerated()
    where version == 0 && changes.kind(at: index) != .delete
      && (changes.hasValues(at: index) || changes.version(at: index) != 0)
    {
      throw wrong(function, "give versions above 0", "gives 0 for \(changes.id(at: index))")
    }
    return versions
  }

  private func wrong(_ function: String, _ must: String, _ but: String) -> PersistentStoreError {
    .wrongAnswer(function: function, must: must, but: but)
  }
}
