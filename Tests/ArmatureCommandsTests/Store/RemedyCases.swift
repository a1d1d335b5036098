import ArmaturePostgreSQL
import ArmatureSQLite

extension SQLiteStoreError.Remedy: CaseChain {
  static let firstCase = nameFile
  var nextCase: Self? {
    switch self {
    case .nameFile: .openAnotherFile
    case .openAnotherFile: .openSavedFile
    case .openSavedFile: .useLaterVersion
    case .useLaterVersion: .useLocalDisk
    case .useLocalDisk: .findWriter
    case .findWriter: .restoreBackup
    case .restoreBackup: .restoreChangedFile(table: "facts")
    case .restoreChangedFile: .recover
    case .recover: .restoreData
    case .restoreData: .undoChange
    case .undoChange: .removeTrigger
    case .removeTrigger: .removeTriggerAfterSave
    case .removeTriggerAfterSave: .correctRow
    case .correctRow: .changeEqualValue
    case .changeEqualValue: .splitEntity
    case .splitEntity: .useFullTextLibrary
    case .useFullTextLibrary: .rebuildFullText
    case .rebuildFullText: nil
    }
  }

  var error: SQLiteStoreError { .unusableFile(path: "a", reason: "b", remedy: self) }

  /// The words of all remedies for programmers.
  static let words = [
    "Name a file, or keep the rows in memory: InMemoryStore().",
    "Open another file; this one is unchanged.",
    "Open a file that has been saved to, or one that can be written.",
    "Use the version that wrote it, or a later one.",
    "Keep it on a local disk, where processes can map files into memory.",
    "Check who else writes to it.",
    "Keep a copy, and restore a backup.",
    "Another program has changed the table facts: restore a backup.",
    "Keep a copy, and try `sqlite3 FILE .recover`, or restore a backup.",
    "Restore it from a copy.",
    "Undo the change, or restore a backup.",
    "Remove it: DROP TRIGGER.",
    "Remove it: DROP TRIGGER. Nothing was saved.",
    "Correct it with a program for SQLite, or restore a backup.",
    "Open it with the model that wrote it, and change one of the two.",
    "Keep some of the attributes in an entity of their own.",
    "Pass a library with FTS5 to SQLiteStore(_:library:), or remove FullText(…) from the model.",
    "Build it anew: SQLiteStore(…).compact().",
  ]
}

extension PostgreSQLStoreError.Remedy: CaseChain {
  static let firstCase = poolTransactions
  var nextCase: Self? {
    switch self {
    case .poolTransactions: .updateServer(version: 13)
    case .updateServer: .createWithUTF8
    case .createWithUTF8: .usePrimaryServer
    case .usePrimaryServer: .readFromStandby
    case .readFromStandby: .useOwnSchema
    case .useOwnSchema: .useLaterVersion
    case .useLaterVersion: .useConsecutiveKeys
    case .useConsecutiveKeys: .grant("CREATE ON SCHEMA")
    case .grant: .grantOrCreateSchema
    case .grantOrCreateSchema: .openAsOwner
    case .openAsOwner: .migrateAsOwner
    case .migrateAsOwner: .restoreBackup
    case .restoreBackup: .restoreChangedTable("facts")
    case .restoreChangedTable: .undoChange
    case .undoChange: .restoreType("text")
    case .restoreType: .leaveTransactions
    case .leaveTransactions: .correctRow
    case .correctRow: .changeEqualValue
    case .changeEqualValue: .shortenValue
    case .shortenValue: .chooseOtherValue
    case .chooseOtherValue: .splitEntity
    case .splitEntity: .drop("RULE")
    case .drop: .dropAfterSave
    case .dropAfterSave: .renameTable
    case .renameTable: .moveColumn
    case .moveColumn: .relaxColumn
    case .relaxColumn: .recreateView
    case .recreateView: .recreateConstraint
    case .recreateConstraint: .endInheritance
    case .endInheritance: .convertRow
    case .convertRow: .dumpDatabase
    case .dumpDatabase: .continueMigration
    case .continueMigration: .migrateInFile
    case .migrateInFile: nil
    }
  }

  var error: PostgreSQLStoreError { .unusableDatabase(server: "a", reason: "b", remedies: [self]) }

  /// The words of all remedies for programmers.
  static let words = [
    "Let it pool sessions or transactions, not statements, or connect to the server directly.",
    "Use version 13 or later.",
    "Create the database with UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
    "Connect to the primary server, or let the user write.",
    "Name a standby of the same server: PostgreSQLStore(url, readsFrom: …).",
    "Give the store a schema of its own: PostgreSQLStore(url, schema: …).",
    "Use the version that wrote it, or a later one.",
    "Use consecutive keys: PostgreSQLStore(url, keys: .rising).",
    "Grant it: GRANT CREATE ON SCHEMA.",
    "Grant it: GRANT CREATE ON DATABASE, or create the schema and GRANT USAGE, CREATE ON SCHEMA.",
    "Open it once as the owner of the tables: nothing was saved. The store can still be read.",
    "Migrate as the owner of the tables.",
    "Restore a backup.",
    "Another program has changed facts: restore a backup.",
    "Undo the change, or restore a backup.",
    "Restore its type: ALTER TABLE … ALTER COLUMN … TYPE text. Nothing was saved.",
    "Leave that table alone.",
    "Correct it with psql, or restore a backup.",
    "Open it with the model that wrote it, and change one of the two.",
    "Open it with the model that wrote it, and shorten the value; or leave the index out.",
    "Save or search for another value.",
    "Keep some of the attributes in an entity of their own.",
    "Remove it: DROP RULE.",
    "Remove it: DROP TRIGGER, DROP RULE or DROP POLICY. Nothing was saved.",
    "Give it another name: ALTER … RENAME TO.",
    "Move its data to another table, and remove it: ALTER TABLE … DROP COLUMN.",
    "Give the added column a default, or let it be NULL: ALTER TABLE … ALTER COLUMN ….",
    "Drop the view, and create it again after the migration: DROP VIEW.",
    "Drop the constraint, and add it again after the migration: ALTER TABLE … DROP CONSTRAINT.",
    "Move its rows to the table: ALTER TABLE … NO INHERIT.",
    "It does not support text with the character U+0000, or dates before 4713 BC, after 294276, "
      + "or that are not numbers: convert the row with migration: .custom.",
    "Make one with pg_dump, and remove keepingBackup().",
    "Open it with the program that started the migration: it continues where it stopped, and "
      + "nothing is lost.",
    "Copy the store to a file, migrate that, and copy it into a new schema: armature store copy.",
  ]
}
