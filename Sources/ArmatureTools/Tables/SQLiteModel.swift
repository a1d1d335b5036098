public import Armature
public import ArmatureModel
import ArmatureSQLite

/// A model imported from the tables of any SQLite database, with its rows as records.
///
/// ```swift
/// func read() throws {
///   let shop = try SQLiteModel(contentsOf: "shop.sqlite", readsRows: true)
///   let context = ManagedObjectContext(model: shop.model)
///   try context.load(shop.records)
/// }
/// ```
/// Tables become entities, and columns become attributes with their declared types. Foreign keys become relationships
/// with inverses, and join tables become many-to-many relationships. Names are converted to Swift style; the original
/// names remain the keys in data. An `INTEGER PRIMARY KEY`, which is the row number, identifies its object. `NOT NULL`,
/// `UNIQUE`, defaults, indexes and comparisons in `CHECK` become the corresponding declarations. ``issues`` lists the
/// rest, such as views, triggers and computed columns.
///
/// Reading works on a copy of the file and its log, so the original is never changed.
public struct SQLiteModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// A record for each row, one line of JSON each; empty unless the rows are read.
  public let records: LoadSource
  /// The number of records.
  public let count: Int
  /// The differences between the file and the model or records.
  public let issues: [ModelIssue]
  /// Errors about values that cannot be read: text that is invalid in the file's encoding, bytes in a column of another
  /// type, and foreign keys without a row. The records omit these values.
  ///
  /// Each error names the table, the row number, and the column. If there are any, the records are incomplete: do not
  /// save them as a copy of the file.
  public let errors: [ModelIssue]
  /// The columns whose values have another type than the declared one.
  package let retypedColumns: [RetypedColumn]

  /// A column whose values all have the same type, but not the declared one.
  package struct RetypedColumn {
    package let entity: String
    package let property: String
    /// The name with its table: `notes.sfld`.
    package let name: String
    package let type: AttributeType
  }

  /// Reads a database.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its `-wal` file is read as well.
  ///   - readsRows: Whether to read the rows.
  ///   - dropsRowNumbers: Whether to leave out each `INTEGER PRIMARY KEY`, which objects replace by their IDs.
  ///     Otherwise the number identifies the object. Without it, columns that contain such numbers but are not foreign
  ///     keys lose their meaning.
  ///   - types: The types of columns by name, such as `"notes.sfld"`. They replace the declared types, which SQLite
  ///     does not enforce.
  /// - Throws: ``SQLiteImportError`` if the file is damaged, is a store of Armature or Core Data, or has no tables;
  ///   `ModelError` if the model is invalid; the errors of opening SQLite's library.
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
