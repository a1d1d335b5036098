import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of a store with its log, in a folder that goes with the value.
///
/// SQLite writes beside a file even to read it: the index of the log, and what the log has into the file. So it
/// never gets the file itself, and the folder may be one that nobody can write to.
final class CoreDataCopy {
  private let folder: URL
  /// The path of the copy.
  let path: String

  /// - Throws: ``CoreDataStoreError`` for what is no file, or cannot be read or copied.
  init(of store: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "core-data-\(UUID().uuidString)")
    path = folder.appending(path: "store.sqlite").path
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for ending in ["", "-wal"]
      where ending.isEmpty || FileManager.default.fileExists(atPath: store + ending) {
        try FileManager.default.copyItem(atPath: store + ending, toPath: path + ending)
        // A file that nobody may write to has a copy of the same kind.
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: path + ending)
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      let isThere = FileManager.default.fileExists(atPath: store)
      throw CoreDataStoreError(
        store,
        isThere
          ? "it cannot be copied, to be read beside nobody's way: \(error)"
          : "there is no such file.")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
