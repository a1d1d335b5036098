import Armature

extension PostgreSQLStoreError {
  /// A way to solve a problem with an unusable database.
  ///
  /// ```swift
  /// do {
  ///   let store = PostgreSQLStore("postgresql://db.example/shop")
  ///   _ = try PersistentContainer(model: model, store: store)
  /// } catch PostgreSQLStoreError.unusableDatabase(_, _, let remedies)
  ///   where remedies.contains(.useOwnSchema)
  /// {
  ///   print("The schema has tables of another program.")
  /// }
  /// ```
  public enum Remedy: Hashable, Sendable {
    /// Let the pooler pool sessions or transactions, or connect to the server directly.
    case poolTransactions
    /// Update the server to the version or a later one.
    case updateServer(version: Int)
    /// Create the database with the encoding UTF8.
    case createWithUTF8
    /// Connect to the primary server, or let the user write.
    case usePrimaryServer
    /// Read from a standby of the server that the store is saved to.
    case readFromStandby
    /// Give the store a schema of its own.
    case useOwnSchema
    /// Use the version of the library that wrote the store, or a later one.
    case useLaterVersion
    /// Use consecutive keys, because all scattered keys are used up.
    case useConsecutiveKeys

    /// Grant the user a right, such as `CREATE ON SCHEMA`.
    case grant(String)
    /// Grant the user the right to create schemas, or create the schema and grant the rights to it.
    case grantOrCreateSchema
    /// Open the store once as the owner of its tables, who may add new parts of the model.
    case openAsOwner
    /// Migrate the store as the owner of its tables.
    case migrateAsOwner

    /// Restore a backup.
    case restoreBackup
    /// Restore a backup, because another program has changed a table. The table is in the reason if it is `nil`.
    case restoreChangedTable(String? = nil)
    /// Undo the change of a table, or restore a backup.
    case undoChange
    /// Change the type of a column back to the type.
    case restoreType(String)
    /// Keep the rows of the table of transactions.
    case leaveTransactions
    /// Correct the row with the program `psql`, or restore a backup.
    case correctRow
    /// Open the store with the model that wrote it, and change one of two equal values.
    case changeEqualValue
    /// Open the store with the model that wrote it, and shorten the value, or remove the index from the model.
    case shortenValue
    /// Save or search for another value.
    case chooseOtherValue
    /// Move some of the attributes to another entity, because a table has too many columns.
    case splitEntity

    /// Remove an addition to a table. The value is its kind in `DROP`, such as `TRIGGER`.
    case drop(String)
    /// Remove the trigger, rule or policy that has prevented a save.
    case dropAfterSave
    /// Give a table of another program another name.
    case renameTable
    /// Move the data of a column to another table, and remove the column.
    case moveColumn
    /// Give a column of another program a default, or let it be NULL.
    case relaxColumn
    /// Remove a view, and create it again after the migration.
    case recreateView
    /// Remove a constraint, and add it again after the migration.
    case recreateConstraint
    /// Move the rows of an inheriting table to the table of the store.
    case endInheritance

    /// Convert the row, because the database does not support its value.
    case convertRow
    /// Back up the database with the program `pg_dump`.
    case dumpDatabase
    /// Continue the migration with the program that started it.
    case continueMigration
    /// Copy the store to a file, migrate the file, and copy it into a new schema.
    case migrateInFile
  }
}

extension PostgreSQLStoreError.Remedy: CustomStringConvertible {
  /// The remedy in one or two sentences.
  public var description: String { words(for: .programmer) }

  func words(for audience: MessageAudience) -> String {
    switch self {
    case .poolTransactions:
      "Let it pool sessions or transactions, not statements, or connect to the server directly."
    case .updateServer(let version): "Use version \(version) or later."
    case .createWithUTF8:
      "Create the database with UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0."
    case .usePrimaryServer: "Connect to the primary server, or let the user write."
    case .readFromStandby:
      audience.words(
        swift: "Name a standby of the same server: PostgreSQLStore(url, readsFrom: …).",
        command: "Name a standby of the same server.")
    case .useOwnSchema:
      "Give the store a schema of its own: "
        + audience.words(
          swift: "PostgreSQLStore(url, schema: …).",
          command: "?schema=name at the end of the address.")
    case .useLaterVersion: "Use the version that wrote it, or a later one."
    case .useConsecutiveKeys:
      audience.words(
        swift: "Use consecutive keys: PostgreSQLStore(url, keys: .rising).",
        command: "Save with a program that uses consecutive keys.")
    case .grant(let right): "Grant it: GRANT \(right)."
    case .grantOrCreateSchema:
      "Grant it: GRANT CREATE ON DATABASE, or create the schema and GRANT USAGE, CREATE ON SCHEMA."
    case .openAsOwner:
      "Open it once as the owner of the tables: nothing was saved. The store can still be read."
    case .migrateAsOwner: "Migrate as the owner of the tables."
    case .restoreBackup: "Restore a backup."
    case .restoreChangedTable(let table):
      "Another program has changed \(table ?? "it"): restore a backup."
    case .undoChange: "Undo the change, or restore a backup."
    case .restoreType(let type):
      "Restore its type: ALTER TABLE … ALTER COLUMN … TYPE \(type). Nothing was saved."
    case .leaveTransactions: "Leave that table alone."
    case .correctRow: "Correct it with psql, or restore a backup."
    case .changeEqualValue: "Open it with the model that wrote it, and change one of the two."
    case .shortenValue:
      "Open it with the model that wrote it, and shorten the value; or leave the index out."
    case .chooseOtherValue: "Save or search for another value."
    case .splitEntity: "Keep some of the attributes in an entity of their own."
    case .drop(let kind): "Remove it: DROP \(kind)."
    case .dropAfterSave: "Remove it: DROP TRIGGER, DROP RULE or DROP POLICY. Nothing was saved."
    case .renameTable: "Give it another name: ALTER … RENAME TO."
    case .moveColumn: "Move its data to another table, and remove it: ALTER TABLE … DROP COLUMN."
    case .relaxColumn:
      "Give the added column a default, or let it be NULL: ALTER TABLE … ALTER COLUMN …."
    case .recreateView: "Drop the view, and create it again after the migration: DROP VIEW."
    case .recreateConstraint:
      "Drop the constraint, and add it again after the migration: ALTER TABLE … DROP CONSTRAINT."
    case .endInheritance: "Move its rows to the table: ALTER TABLE … NO INHERIT."
    case .convertRow:
      "It does not support text with the character U+0000, or dates before 4713 BC, after "
        + "294276, or that are not numbers: "
        + audience.words(
          swift: "convert the row with migration: .custom.",
          command: "migrate with a program that converts the row.")
    case .dumpDatabase:
      audience.words(
        swift: "Make one with pg_dump, and remove keepingBackup().",
        command: "Make one with pg_dump.")
    case .continueMigration:
      "Open it with the program that started the migration: it continues where it stopped, and "
        + "nothing is lost."
    case .migrateInFile:
      "Copy the store to a file, migrate that, and copy it into a new schema: armature store copy."
    }
  }
}
