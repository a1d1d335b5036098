#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteConnection {
  /// Writes the state that the connection reads to the file of another one, which has nothing yet.
  fileprivate func copy(to other: SQLiteConnection) throws {
    guard let backup = library.beginBackup(other.handle, "main", handle, "main") else {
      throw other.error()
    }
    // All pages at once: readers keep nobody from writing.
    _ = library.backUpPages(backup, -1)
    let code = library.endBackup(backup)
    if code != SQLiteCode.ok { throw other.error(code) }
  }
}

/// Copies of the file, and looks at it as a whole.
extension SQLiteFile {
  /// Copies one state to a new file, with the files that its rows refer to.
  ///
  /// - Parameter target: An absolute path.
  func backUp(to target: String) throws {
    func check(_ holds: Bool, _ step: String, _ path: String) throws {
      if !holds { throw SQLiteStoreError.system(path: path, code: errno, step: step) }
    }
    // What is left of a former file of this name, which SQLite would take for a part of the copy, too.
    for end in ["", "-journal", "-wal", "-shm"] {
      if FileIdentity(target + end) != nil { throw SQLiteStoreError.exists(path: target + end) }
      if target == resolvedPath + end || target == path + end {
        throw SQLiteStoreError.exists(path: target)
      }
    }
    let partial = "\(target).\(UUID().uuidString)"
    defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(partial + end) } }
    do {
      // The state stays the same for as long as there is a reader, whoever writes.
      let reader = try SQLiteReader(self)
      let copy = try SQLiteConnection(
        partial, library, busyTimeout: settings.busyTimeout, log: settings.log)
      try reader.connection.copy(to: copy)
      if let dataFolder {
        let files = try filesInUse(reader.connection, withIndexes: true)
        try dataFolder.copy(files, to: SQLiteDataFolder(of: target, inlineLimit: 0))
      }
    }
    try check(rename(partial, target) == 0, "made", target)
    let end = target.lastIndex(of: "/") ?? target.startIndex
    FileSystem.syncFolder(at: "\(target[..<end])/")
  }

  /// Gives the room of what was deleted back to the system.
  func compact() throws {
    try withWriter { connection in
      try connection.run("VACUUM")
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// - Throws: ``SQLiteStoreError/unfitFile(path:reason:remedy:)`` for a file that is damaged.
  func verify() throws {
    let reader = try SQLiteReader(self)
    let connection = reader.connection
    var findings: [String] = []
    try connection.forEachRow(of: "PRAGMA integrity_check(3)") { row in
      if case .text(let words) = row.value(at: 0), words != "ok" { findings.append(words) }
    }
    if !findings.isEmpty {
      throw connection.unfit(
        "it is damaged: \(findings.joined(separator: "; "))",
        "Keep a copy, and try `sqlite3 FILE .recover`, or go back to a backup.")
    }
    try connection.check(database.schema, SQLiteDialect())
    try connection.checkEntities(database.schema)
    guard let dataFolder else { return }
    let files = try filesInUse(connection, withIndexes: false).map(\.uuidString).sorted()
    for file in files where FileIdentity("\(dataFolder.path)/\(file)") == nil {
      throw connection.unfit(
        "a row has data in \(dataFolder.path)/\(file), and there is no such file",
        "Put it back from a copy.")
    }
  }

  /// The files that rows refer to.
  func filesInUse(
    _ connection: SQLiteConnection, withIndexes: Bool
  ) throws -> Set<UUID> {
    var files: Set<UUID> = []
    for table in database.schema.tables {
      for index in table.externalIndexes {
        let column: SQLStatement = "\(name: table.columns[index.column].name)"
        let source: SQLStatement = "\(name: table.name)\(withIndexes ? "" : " NOT INDEXED")"
        try connection.forEachRow(
          of: "SELECT \(column) FROM \(source) WHERE \(database.dialect.isText(column))"
        ) { row in
          guard case .text(let text) = row.value(at: 0) else { return }
          if let reference = SQLiteDataReference(text) { files.insert(reference.id) }
        }
      }
    }
    return files
  }
}
