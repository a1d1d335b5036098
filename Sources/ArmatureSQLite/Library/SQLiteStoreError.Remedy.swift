import Armature

extension SQLiteStoreError {
  /// A way to solve the problem with an unusable file.
  ///
  /// ```swift
  /// do {
  ///   _ = try PersistentContainer(model: model, store: SQLiteStore(":memory:"))
  /// } catch SQLiteStoreError.unusableFile(_, _, remedy: .nameFile) {
  ///   print("A store needs a file.")  // A store needs a file.
  /// }
  /// ```
  public enum Remedy: Hashable, Sendable {
    /// Name a file, or use a store in memory.
    case nameFile
    /// Open another file. This file is unchanged.
    case openAnotherFile
    /// Open a file that contains a store, or a file that can be written.
    case openSavedFile
    /// Use the version of the library that wrote the file, or a later one.
    case useLaterVersion
    /// Keep the file on a local disk, where processes can share memory.
    case useLocalDisk
    /// Find the program that also writes to the file.
    case findWriter
    /// Keep a copy of the damaged file, and restore a backup.
    case restoreBackup
    /// Restore a backup, because another program has changed the file. The table is the changed one, if it is known.
    case restoreChangedFile(table: String? = nil)
    /// Keep a copy of the damaged file, and recover it with the program `sqlite3`, or restore a backup.
    case recover
    /// Restore the missing file of a large value from a copy.
    case restoreData
    /// Undo the change of a table, or restore a backup.
    case undoChange
    /// Remove the trigger.
    case removeTrigger
    /// Remove the trigger that has prevented a save.
    case removeTriggerAfterSave
    /// Correct the row with another program for SQLite, or restore a backup.
    case correctRow
    /// Open the file with the model that wrote it, and change one of two equal values.
    case changeEqualValue
    /// Move some of the attributes to another entity, because a table has too many columns.
    case splitEntity
    /// Name a SQLite library with FTS5, or remove the full-text index from the model.
    case useFullTextLibrary
    /// Build the full-text index anew.
    case rebuildFullText
  }
}

extension SQLiteStoreError.Remedy: CustomStringConvertible {
  /// The remedy in one or two sentences.
  public var description: String { words(for: .programmer) }

  func words(for audience: MessageAudience) -> String {
    switch self {
    case .nameFile:
      audience.words(
        swift: "Name a file, or keep the rows in memory: InMemoryStore().", command: "Name a file.")
    case .openAnotherFile: "Open another file; this one is unchanged."
    case .openSavedFile: "Open a file that has been saved to, or one that can be written."
    case .useLaterVersion: "Use the version that wrote it, or a later one."
    case .useLocalDisk: "Keep it on a local disk, where processes can map files into memory."
    case .findWriter: "Check who else writes to it."
    case .restoreBackup: "Keep a copy, and restore a backup."
    case .restoreChangedFile(let table):
      "Another program has changed \(table.map { "the table \($0)" } ?? "it"): restore a backup."
    case .recover: "Keep a copy, and try `sqlite3 FILE .recover`, or restore a backup."
    case .restoreData: "Restore it from a copy."
    case .undoChange: "Undo the change, or restore a backup."
    case .removeTrigger: "Remove it: DROP TRIGGER."
    case .removeTriggerAfterSave: "Remove it: DROP TRIGGER. Nothing was saved."
    case .correctRow: "Correct it with a program for SQLite, or restore a backup."
    case .changeEqualValue: "Open it with the model that wrote it, and change one of the two."
    case .splitEntity: "Keep some of the attributes in an entity of their own."
    case .useFullTextLibrary:
      audience.words(
        swift: "Pass a library with FTS5 to SQLiteStore(_:library:), or remove FullText(…) from the"
          + " model.",
        command: "Install a SQLite library with FTS5, or remove the full-text index from the model."
      )
    case .rebuildFullText:
      audience.words(
        swift: "Build it anew: SQLiteStore(…).compact().",
        command: "Build it anew: armature store compact FILE.")
    }
  }
}
