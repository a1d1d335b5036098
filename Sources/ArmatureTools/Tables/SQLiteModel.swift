public import Armature
public import ArmatureModel
import ArmatureSQLite

/// A model made of the tables of a database of SQLite that another program has made, and its rows as records.
///
/// ```swift
/// func read() throws {
///   let shop = try SQLiteModel(contentsOf: "shop.sqlite", readsRows: true)
///   let context = ManagedObjectContext(model: shop.model)
///   try context.load(shop.records)
/// }
/// ```
/// Tables become entities, columns attributes by their declared types, foreign keys relationships with inverses, and
/// tables of pairs relationships of many to many. Names become such as Swift has, and those of tables and columns are the
/// keys in data. An `INTEGER PRIMARY KEY`, which is the number of the row, identifies its object. `NOT NULL`, `UNIQUE`, defaults, indexes and conditions that compare become what Armature has for them.
/// What it has no word for, such as views, triggers and computed columns, stands in ``issues``.
///
/// What is read is a copy of the file, with the log beside it: nothing in its folder is changed.
public struct SQLiteModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// A record for each row in a line of JSON; none unless they were asked for.
  public let records: LoadSource
  /// How many records there are.
  public let count: Int
  /// What the model or the records have otherwise than the file.
  public let issues: [ModelIssue]
  /// What cannot be read: text that is none in the encoding of the file, bytes in a column of something else, and keys
  /// that lead to no row; records do not have it.
  ///
  /// Each names the table, the row by its number, and the column. With any of them the records are not all that the
  /// file had, and should not be saved as if they were.
  public let errors: [ModelIssue]
  /// The columns whose values have another type than declared.
  package let retypedColumns: [RetypedColumn]

  /// A column whose values have another type than declared, which all of them have.
  package struct RetypedColumn {
    package let entity: String
    package let property: String
    /// The column with its table: `notes.sfld`.
    package let name: String
    package let type: AttributeType
  }

  /// Reads a database.
  ///
  /// - Parameters:
  ///   - path: The file; its `-wal` is read, too.
  ///   - readsRows: Whether to read the rows.
  ///   - dropsRowNumbers: Whether to leave out each `INTEGER PRIMARY KEY`, in place of which an object has an ID.
  ///     Otherwise the number identifies the object. What a column without a foreign key leads to is unknown without it.
  ///   - types: The types of columns by their names, such as `"notes.sfld"`, in place of the declared ones, which SQLite
  ///     does not enforce.
  /// - Throws: ``SQLiteImportError`` for a file that is damaged, a store of Armature or of Core Data, or has no tables;
  ///   `ModelError` for a model that cannot be; what opening SQLite's library throws.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    contentsOf path: String, readsRows: Bool = false, dropsRowNumbers: Bool = false,
    types: [String: AttributeType] = [:]
  ) throws {
    let findings = ImportFindings(file: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do {
      let copy = try CoreDataCopy(of: path)
      if let unfinished = copy.unfinished { findings.note(whole: unfinished) }
      let database = try ForeignDatabase(copy.path)
      let found = try ForeignTables(database, path: path)
      let plan = try TablePlanner(
        found, database, TableOptions(dropsRowNumbers: dropsRowNumbers, types: types), findings
      ).plan
      guard !plan.sources.isEmpty else { throw SQLiteImportError(path, "it has none.") }
      model = try ImportRepair.model(
        ImportNames.entity(name.split(separator: ".").first.map(String.init) ?? name),
        plan.sources.map(\.entity), findings, prefix: TablePlanner.prefix)
      let rows = readsRows ? try TableRecords(plan, database, path: path, name: name) : nil
      let places = rows?.places ?? CoreDataPlaces(file: name)
      records = .lines(rows?.data ?? .init(), name: name) { places.place(ofLine: $0) }
      count = Int(rows?.count ?? 0)
      issues = findings.sortedNotes + (rows?.problems.warnings ?? [])
      errors = rows?.problems.errors ?? []
      retypedColumns = rows?.retypedColumns ?? []
      withExtendedLifetime(copy) {}
    } catch let error as CoreDataStoreError {
      throw SQLiteImportError(path, error.reason)
    } catch let error as SQLiteStoreError {
      throw error.reasonNotToImport.map { SQLiteImportError(path, $0) } ?? error
    }
  }
}
