import Armature
import ArmatureSQLite
import Foundation

/// A store on file that is put to the test.
enum StoreKind: String, CaseIterable {
  case sqlite
  case json

  func store(_ path: String) -> any PersistentStore {
    switch self {
    case .sqlite: SQLiteStore(path)
    case .json: JSONFileStore(path)
    }
  }

  /// Opens the file of a path, as a new program would.
  func open(_ path: String) throws -> (store: any PersistentStore, context: ManagedObjectContext) {
    let store = store(path)
    return (store, try PersistentContainer(model: Ledger.model(), store: store).makeContext())
  }

  /// Gets what others have saved, of which an error has told.
  ///
  /// - Throws: The error, if it tells of something else.
  func catchUp(
    _ store: any PersistentStore, _ context: ManagedObjectContext, after error: any Error
  ) throws {
    switch error {
    case is MergeConflicts: break
    case let error as SQLiteStoreError where error.isBusy: break
    case let error as FileStoreError where error.reason == .changed:
      try (store as? JSONFileStore)?.reload()
    case let error as FileStoreError where error.reason == .busy: break
    default: throw error
    }
    context.rollback()
    try context.refreshAll()
  }
}
