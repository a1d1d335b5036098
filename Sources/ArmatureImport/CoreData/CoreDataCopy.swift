import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A temporary copy of a Core Data store and its logs. The folder of the copy is deleted when this object is released.
///
/// SQLite writes next to a database even if it only reads the database. It creates the index of the log, and moves the
/// pages of the log into the file. A copy leaves the original unchanged, and can also be made of a store in a read-only
/// folder.
final class CoreDataCopy {
  private let folder: URL
  /// The path of the copy.
  let path: String
  /// The path of the original store, with symbolic links resolved. The logs and the external data of the store are next
  /// to it.
  let original: String
  /// A description of the unfinished save at the end of the log, which is left out. It is `nil` if the log is complete.
  private(set) var unfinished: String?

  /// The endings that the files of a store have: the database, its write-ahead log, and its rollback journal.
  private static let endings = ["", "-wal", "-journal"]

  /// - Throws: ``CoreDataStoreError`` if the path is not a regular file, if the file cannot be read or copied, or if
  ///   its log is damaged.
  init(of store: String) throws {
    original = URL(filePath: store).resolvingSymlinksInPath().path
    folder = FileManager.default.temporaryDirectory.appending(
      path: "core-data-\(UUID().uuidString)")
    path = folder.appending(path: "store.sqlite").path
    do {
      guard try Self.isFile(original, of: store) else {
        throw CoreDataStoreError(store, "the file does not exist.")
      }
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for ending in Self.endings where try Self.isFile(original + ending, of: store) {
        try copy(ending, of: store)
      }
      try checkLog(of: store)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns whether a regular file exists at a path.
  ///
  /// - Throws: ``CoreDataStoreError`` if the path is not a regular file. For example, reading a pipe might never end.
  private static func isFile(_ path: String, of store: String) throws -> Bool {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return false }
    if found[.type] as? FileAttributeType == .typeRegular { return true }
    throw CoreDataStoreError(store, "\(path) is not a file.")
  }

  private func copy(_ ending: String, of store: String) throws {
    do {
      let data = try Data(contentsOf: URL(filePath: original + ending), options: .mappedIfSafe)
      try data.write(to: URL(filePath: path + ending))
    } catch {
      throw CoreDataStoreError(
        store,
        "\(original + ending) cannot be read or copied to "
          + "\(folder.deletingLastPathComponent().path)."
      )
    }
  }

  private func checkLog(of store: String) throws {
    guard
      let log = try? Data(contentsOf: URL(filePath: path + "-wal"), options: .mappedIfSafe)
    else { return }
    let check = log.withUnsafeBytes { CoreDataLogCheck($0) }
    if let damage = check.damage {
      throw CoreDataStoreError(
        store,
        "its log \(original)-wal is damaged: \(damage). To read the store without the log, copy "
          + "only the file."
      )
    }
    if check.unfinishedCount > 0 {
      let count = check.unfinishedCount
      unfinished =
        "The log of the store ends within a save, of which it has \(count) page\(count == 1 ? "" : "s"); they were left out."
    }
  }
}
