#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of the state that a connection reads, in a new file, with the files that its rows refer to.
struct SQLiteCopy {
  private let source: SQLiteConnection
  private let settings: SQLiteSettings
  private let target: String
  private let key: SQLiteKey?
  /// Whether the data folder already existed. It is then not removed.
  private let hadFolder: Bool

  /// The suffixes of files that SQLite treats as part of a database.
  private static let endings = ["", "-journal", "-wal", "-shm"]

  /// - Parameters:
  ///   - target: An absolute path.
  ///   - key: The key of the copy; `nil` for a plain copy.
  /// - Throws: ``SQLiteStoreError/exists(path:)`` if the file, or a leftover of a former file with its name, exists.
  init(
    of source: SQLiteConnection, to target: String, _ settings: SQLiteSettings, key: SQLiteKey?
  ) throws {
    (self.source, self.target, self.settings, self.key) = (source, target, settings, key)
    if let key { _ = try SQLiteConnection.keySetter(for: target, key, source.library) }
    hadFolder = FileSystem.isThere(SQLiteDataFolder.path(of: target))
    let own = [source.path, FileIdentity.resolved(source.path)]
    for end in Self.endings {
      if FileSystem.isThere(target + end) { throw SQLiteStoreError.exists(path: target + end) }
      if own.contains(where: { $0 + end == target }) {
        throw SQLiteStoreError.exists(path: target)
      }
    }
  }

  /// Returns whether existing files or folders would conflict with a copy.
  static func isTaken(_ target: String) -> Bool {
    endings.contains { FileSystem.isThere(target + $0) }
      || FileSystem.isThere(SQLiteDataFolder.path(of: target))
  }

  /// Removes the finished copy.
  func remove() {
    unlink(target)
    removeData()
  }

  private func removeData() { if !hadFolder { SQLiteDataFolder.remove(of: target) } }

  /// - Parameters:
  ///   - schema: The tables of the file.
  ///   - folder: The data folder; `nil` if no row refers to a file.
  func write(_ schema: SQLSchema, _ folder: SQLiteDataFolder?) throws {
    let partial = "\(target).\(UUID().uuidString)"
    var isDone = false
    defer {
      for end in Self.endings { unlink(partial + end) }
      if !isDone { removeData() }
    }
    do {
      let copy = try SQLiteConnection(
        partial, source.library, busyTimeout: settings.busyTimeout, log: settings.log, key: key)
      if (source.key == nil) == (key == nil) {
        try source.copy(to: copy)
        if let folder {
          let files = try source.filesInUse(schema, withIndexes: true)
          try folder.copy(files, to: SQLiteDataFolder(of: target, inlineLimit: 0))
        }
      } else {
        try SQLiteTableCopy(of: source, to: copy).run(schema, folder)
      }
    } catch SQLiteStoreError.database(partial, let code, let message) {
      throw SQLiteStoreError.database(path: target, code: code, message: message)
    }
    guard rename(partial, target) == 0 else {
      throw SQLiteStoreError.system(path: target, code: errno, step: "made")
    }
    isDone = true
    FileSystem.syncFolder(at: FileSystem.folder(of: target))
  }
}

extension SQLiteConnection {
  /// Copies the state that the connection reads to the file of another connection, which is still empty.
  fileprivate func copy(to other: SQLiteConnection) throws {
    guard let backup = library.beginBackup(other.handle, "main", handle, "main") else {
      throw other.error()
    }
    // All pages at once: readers block no writers.
    _ = library.backUpPages(backup, -1)
    let code = library.endBackup(backup)
    if code != SQLiteCode.ok { throw other.error(code) }
  }

  /// Returns the files that rows refer to.
  func filesInUse(_ schema: SQLSchema, withIndexes: Bool) throws -> Set<UUID> {
    let dialect = SQLiteDialect()
    var files: Set<UUID> = []
    for table in schema.tables {
      for index in table.externalIndexes {
        let column: SQLStatement = "\(name: table.columns[index.column].name)"
        let source: SQLStatement = "\(name: table.name)\(withIndexes ? "" : " NOT INDEXED")"
        try forEachRow(
          of: "SELECT \(column) FROM \(source) WHERE \(dialect.isText(column))"
        ) { row in
          guard case .text(let text) = row.value(at: 0) else { return }
          if let reference = SQLiteDataReference(text) { files.insert(reference.id) }
        }
      }
    }
    return files
  }
}

extension SQLSchema {
  /// Returns whether a row refers to a file.
  func refers(to file: UUID, _ connection: SQLiteConnection) throws -> Bool {
    // A reference begins with the file name and a space; the next character after the space bounds the range.
    let (first, last) = (SQLValue.text("\(file.uuidString) "), SQLValue.text("\(file.uuidString)!"))
    let dialect = SQLiteDialect()
    for table in tables {
      for index in table.externalIndexes {
        let column: SQLStatement = "\(name: table.columns[index.column].name)"
        let found = try connection.integer(
          """
          SELECT 1 FROM \(name: table.name) WHERE \(dialect.isText(column)) \
          AND \(column) >= \(value: first) AND \(column) < \(value: last) LIMIT 1
          """)
        if found != nil { return true }
      }
    }
    return false
  }
}
