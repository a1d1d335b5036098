public import Armature
public import ArmatureModel
public import ArmatureSQLite

/// A model that was imported from the tables of a SQLite database. It can include the rows as records.
///
/// ```swift
/// func read() throws {
///   let shop = try SQLiteModel(contentsOf: "shop.sqlite", readsRows: true)
///   let context = ManagedObjectContext(model: shop.model)
///   try context.load(shop.records)
/// }
/// ```
/// The database is converted like this:
/// - Tables become entities. Columns become attributes with their declared types.
/// - Foreign keys become relationships with inverses. Join tables become many-to-many relationships.
/// - Names are converted to Swift style. In data, the original names are used as keys.
/// - An `INTEGER PRIMARY KEY`, which is the row number, becomes an identifying attribute.
/// - `NOT NULL`, `UNIQUE`, defaults, indexes and comparisons in `CHECK` become the corresponding declarations.
/// - Everything else is listed in ``issues``, such as views, triggers and computed columns.
///
/// The file and its log are copied before they are read, so the original file is never changed.
public struct SQLiteModel: Sendable {
  /// The model.
  public let model: ManagedObjectModel
  /// The records, with one line of JSON for each row. It is empty if the rows were not read.
  public let records: LoadSource
  /// The number of records.
  public let count: Int
  /// The differences between the file and the model or records.
  public let issues: [ModelIssue]
  /// Errors about values that cannot be read. These values are missing from the records.
  ///
  /// The values are text that is invalid in the encoding of the file, bytes in a column of another type, and foreign
  /// keys that refer to a missing row. Each error names the table, the row number and the column. If the array is not
  /// empty, the records are incomplete. Do not save them as a copy of the file.
  public let errors: [ModelIssue]
  /// The columns whose values have another type than the declared one.
  package let retypedColumns: [RetypedColumn]

  /// A column whose values all have the same type, which is not the declared type.
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
  ///   - readsRows: A Boolean value that indicates whether the rows are read.
  ///   - dropsRowNumbers: A Boolean value that indicates whether each `INTEGER PRIMARY KEY` is left out. Objects have
  ///     IDs, so they often do not need these numbers. If a column contains such numbers but is not a foreign key, it
  ///     loses its meaning. By default, the number identifies the object.
  ///   - types: The types of columns by name, such as `"notes.sfld"`. They replace the declared types, which SQLite
  ///     does not enforce.
  ///   - key: The key of an encrypted file; `nil` for a plain file.
  /// - Throws: ``SQLiteImportError`` if the file is damaged, has no tables, or is a store of Armature or Core Data.
  ///   `ModelError` if the model is invalid. If SQLite's library cannot be opened, its error is thrown.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    contentsOf path: String, readsRows: Bool = false, dropsRowNumbers: Bool = false,
    types: [String: AttributeType] = [:], key: SQLiteKey? = nil
  ) throws {
    let findings = ImportFindings(file: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do {
      let copy = try CoreDataCopy(of: path)
      if let unfinished = copy.unfinished { findings.note(whole: unfinished) }
      let database = try ForeignDatabase(copy.path, key: key)
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

/// An error that is thrown when a file cannot be imported as a SQLite database.
///
/// ```swift
/// do {
///   _ = try SQLiteModel(contentsOf: "none.sqlite")
/// } catch let error as SQLiteImportError {
///   print(error.reason)  // the file does not exist.
/// } catch {
///   print("no library of SQLite")
/// }
/// ```
public struct SQLiteImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The reason, written so that it can end a sentence.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// A sentence with the path, the requirement and the reason.
  public var description: String {
    "\(path) must be a SQLite database with tables of its own, but \(reason)"
  }
}

/// The options for importing a database.
struct TableOptions {
  /// Whether each `INTEGER PRIMARY KEY` is left out; otherwise it identifies objects.
  var dropsRowNumbers = false
  /// The types of columns by name, such as `notes.sfld`. They replace the declared types.
  var types: [String: AttributeType] = [:]

  /// Returns the type given for a column under any of its names.
  func type(of names: String...) -> AttributeType? {
    let names = names.map { $0.lowercased() }
    return types.first { names.contains($0.key.lowercased()) }?.value
  }
}
