import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of a store with its logs, in a folder that goes with the value.
///
/// SQLite writes beside a file even to read it: the index of the log, and what the log has into the file. So it
/// never gets the file itself, and the folder may be one that nobody can write to.
final class CoreDataCopy {
  private let folder: URL
  /// The path of the copy.
  let path: String
  /// The path of the store itself, links followed: its logs and the files of its data are beside that.
  let original: String
  /// What is left out of the log, since it was never saved to its end; `nil` for a whole log.
  private(set) var unfinished: String?

  /// The endings of the files of a store; the last is a log of what was to be undone.
  private static let endings = ["", "-wal", "-journal"]

  /// - Throws: ``CoreDataStoreError`` for what is no file, cannot be read or copied, or has a damaged log.
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

  /// Whether there is anything at a path.
  ///
  /// - Throws: ``CoreDataStoreError`` for what is there, but no file: a pipe might never end.
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
