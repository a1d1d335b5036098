import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies and checks of the whole file.
extension SQLiteDatabase {
  /// Copies one state to a new file, with the files that its rows refer to.
  ///
  /// - Parameters:
  ///   - target: An absolute path.
  ///   - key: Returns the key of the copy from the key of the file; `nil` for a plain copy.
  func backUp(to target: String, key: (SQLiteKey?) -> SQLiteKey?) throws {
    // The session fixes the state, even while others write.
    let session = try SQLiteSession(self)
    let connection = session.connection
    let copy = try SQLiteCopy(of: connection, to: target, settings, key: key(connection.key))
    try copy.write(sql.schema, dataFolder)
  }

  /// Encrypts the file with another key.
  func changeKey(to key: SQLiteKey) throws {
    if !keys.isEncrypted { throw SQLiteStoreError.notEncrypted(path: path) }
    if settings.isReadOnly { throw SQLiteStoreError.readOnly(path: path) }
    try withWriter { connection in
      try keys.change(to: key) { try connection.changeKey(to: key) }
      closeReaders()
    }
  }

  /// Returns the space of deleted rows to the system.
  func compact() throws {
    try withWriter { connection in
      try connection.run("BEGIN IMMEDIATE")
      do {
        try SQLiteFullTextObjects(connection).rebuild(sql.schema)
        try connection.run("COMMIT")
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
      try connection.run("VACUUM")
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Moves saves from the log to the file, unless readers still need an older state.
  func emptyLog() throws {
    _ = try withWriter { try $0.run("PRAGMA wal_checkpoint(PASSIVE)") }
  }

  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)`` for a damaged file.
  func verify() throws {
    let session = try SQLiteSession(self)
    let connection = session.connection
    var findings: [String] = []
    try connection.forEachRow(of: "PRAGMA integrity_check(3)") { row in
      if case .text(let words) = row.value(at: 0), words != "ok" { findings.append(words) }
    }
    if !findings.isEmpty {
      throw connection.unusable(
        "it is damaged: \(findings.joined(separator: "; "))", .recover)
    }
    try connection.check(sql.schema, SQLiteDialect())
    try connection.checkEntities(sql.schema)
    if !settings.isReadOnly {
      try withWriter { try SQLiteFullTextObjects($0).check() }
    }
    guard let dataFolder else { return }
    let files = try filesInUse(connection, withIndexes: false).map(\.uuidString).sorted()
    for file in files where FileIdentity("\(dataFolder.path)/\(file)") == nil {
      throw connection.unusable(
        "a row has data in \(dataFolder.path)/\(file), but the file does not exist",
        .restoreData)
    }
  }

  /// Returns the files that rows refer to.
  func filesInUse(
    _ connection: SQLiteConnection, withIndexes: Bool
  ) throws -> Set<UUID> {
    try connection.filesInUse(sql.schema, withIndexes: withIndexes)
  }
}
