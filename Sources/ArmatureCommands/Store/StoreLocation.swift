import Armature
import ArmatureModel
import ArmaturePostgreSQL
import ArmatureSQLite

/// A store that an operand names. It is a SQLite file, a JSON file or a PostgreSQL database.
///
/// The content of a file determines its kind. A new file is JSON if its name has this extension.
struct StoreLocation {
  /// The path of the file, or the displayable address of the database.
  let path: String
  let kind: Kind
  private let address: DatabaseAddress?
  /// The key of an encrypted SQLite file; `nil` for other stores.
  private let key: SQLiteKey?
  private let call: Call

  enum Kind: String, Encodable {
    case sqlite = "SQLite"
    case json = "JSON"
    case postgreSQL = "PostgreSQL"
  }

  static let help =
    "a SQLite file; a JSON file, if its name ends in .json; or a database, such as "
    + "postgresql://host/name or host=… dbname=…"
  /// The operand of commands that take a store.
  static let operand = Verb.Operand(name: "store", help: help)
  /// The options of commands that take a store.
  static let options = ModelFile.options + [KeyOption.present.option]
  /// The operand for the model of a store.
  static let modelOperand = Verb.Operand(
    name: "model", help: "\(ModelFile.help); - for the model kept in the store")

  /// Creates the store that the operand `store` names.
  ///
  /// - Throws: ``CommandError`` if the operand cannot be a store.
  init(_ call: Call) throws { try self.init(call.operand("store") ?? "", call) }

  /// Creates the store at a path or address.
  ///
  /// - Parameter option: The option that names the key of an encrypted file.
  /// - Throws: ``CommandError`` if the path cannot be a store, or the option applies to another kind of store.
  init(_ path: String, _ call: Call, key option: KeyOption = .present) throws {
    try self.init(path, call, unlockedBy: option)
    if call.has(option.rawValue) { try mustBe([.sqlite], for: "--\(option.rawValue)") }
  }

  private init(_ path: String, _ call: Call, unlockedBy option: KeyOption) throws {
    if let address = DatabaseAddress(path) {
      if address.schema.isEmpty {
        throw call.wrong(
          "The schema of an address must have a name, as in ?schema=shop, but has none. Leave it out for public."
        )
      }
      self.init(path: address.name, kind: .postgreSQL, address, call: call)
      return
    }
    if let beginning = DatabaseAddress.misspelling(path) {
      // The rest may contain a password.
      throw call.wrong(
        "The address of a database must begin with postgresql:// or host=, but begins with \(beginning.quotedForMessage). "
          + "For a file of that name, write ./ before it.")
    }
    let status = FileStatus(path)
    if let status, status.kind != .file {
      throw CommandError(.noInput, "\(path.shown) must be the file of a store, but is not.")
    }
    try Files.checkName(path, of: "a store")
    let start = status == nil ? [] : try Files.beginning(of: path)
    let isJSON = path.pathEnding == "json" && !start.starts(with: "SQLite format 3".utf8)
    self.init(
      path: path, kind: isJSON ? .json : .sqlite, key: isJSON ? nil : try call.key(option),
      call: call)
  }

  private init(
    path: String, kind: Kind, _ address: DatabaseAddress? = nil, key: SQLiteKey? = nil, call: Call
  ) {
    (self.path, self.kind, self.address, self.key) = (path, kind, address, key)
    self.call = call
  }

  /// Returns whether the file exists, or the database contains a store.
  func exists() throws -> Bool {
    kind == .postgreSQL ? try store().metadata() != nil : FileStatus(path) != nil
  }

  /// - Throws: ``CommandError`` if the store does not exist.
  func mustExist() throws {
    if try exists() { return }
    if kind == .postgreSQL {
      throw CommandError(
        .noInput,
        "\(path.shown) must have a store, but has none. Make one: armature store create, armature load."
      )
    }
    // The model kept in a store cannot create it.
    let remedy =
      call.modelPath == "-"
      ? "Create one with the file of a model: "
        + call.command("store create", model: "model.swift", [path])
      : "Make one: " + call.command("store create", [path])
    throw CommandError(
      .noInput, "\(path.shown) must be a store, but the file does not exist. \(remedy)")
  }

  /// - Throws: ``CommandError`` if the store already exists.
  func mustBeNew() throws {
    if try !exists() { return }
    if kind == .postgreSQL {
      throw CommandError(
        .usage,
        "\(path.shown) already has a store. Choose another schema: ?schema=name.")
    }
    throw CommandError(.usage, "\(path.shown) already exists. Choose another name.")
  }

  /// Checks whether a new store can be created, as far as this is possible without creating anything.
  func checkMaking(of model: ManagedObjectModel) throws {
    if kind == .postgreSQL {
      try database.checkMaking(of: model)
    } else {
      try Files.checkWriting(to: path)
    }
  }

  /// - Throws: ``CommandError`` if an option does not apply to this kind of store.
  func mustBe(_ kinds: [Kind], for option: String) throws {
    if kinds.contains(kind) { return }
    let names = kinds.map(\.rawValue).joined(separator: " and ")
    throw call.wrong(
      "\(option) applies to stores of \(names), but \(path.shown) is a store of \(kind.rawValue).")
  }

  /// Returns the error for an operation that databases do not support. The `remedy` names an alternative.
  func refusal(_ done: String, _ remedy: String) -> CommandError {
    CommandError(
      .usage, "\(path.shown) is a database, and cannot be \(done) by this verb. \(remedy)")
  }

  /// Removes a store that was created for data that is not kept. In a database, its tables are removed, unless another
  /// process has saved to them.
  func remove(_ session: Session) {
    session.context = nil
    if kind == .postgreSQL {
      // The original error was already reported.
      try? database.removeUnused()
      return
    }
    for end in ["", "-wal", "-shm"] { Files.remove(path + end) }
  }

  /// Makes sure that a single file contains all saved data. This is necessary because the process exits without freeing
  /// its objects, so the store is never closed.
  func finishSaving(_ container: PersistentContainer) throws {
    // The first save creates a JSON file, but a save without changes is skipped.
    if kind == .json, try !exists() { _ = try container.store.commit(StoreTransaction([])) }
    try (container.store as? SQLiteStore)?.emptyLog()
  }

  /// Returns the store. It is not open yet.
  ///
  /// - Parameter log: A closure that receives each SQL statement.
  func store(keepsHistory: Bool = false, log: SQLiteStore.Log? = nil) throws -> any PersistentStore
  {
    switch kind {
    case .sqlite:
      let store = file(readOnly: Files.isReadOnly(path), keepsHistory: keepsHistory, log: log)
      call.session.stores.append(store)
      return store
    case .json:
      if keepsHistory {
        throw call.wrong(
          "--history needs a SQLite file: a JSON file has only the current state.")
      }
      return JSONFileStore(path)
    case .postgreSQL:
      return PostgreSQLStore(
        address?.text ?? "", schema: address?.schema ?? "", keepsHistory: keepsHistory, log: log)
    }
  }

  /// Returns the store in a SQLite file.
  private func file(
    readOnly: Bool = false, keepsHistory: Bool = false, log: SQLiteStore.Log? = nil
  ) -> SQLiteStore {
    SQLiteStore(
      path, readOnly: readOnly, keepsHistory: keepsHistory, log: log, key: key?.source)
  }

  /// Returns the store in a SQLite file, opened for work on the file as a whole, with the model kept in it.
  func openFile() throws -> SQLiteStore {
    let store = file()
    try store.open(keptModel())
    return store
  }

  /// Opens the store. It must exist, and its rows must match the model.
  func open(
    _ model: ManagedObjectModel, log: SQLiteStore.Log? = nil
  ) throws -> PersistentContainer {
    try mustExist()
    return try openOrMake(model, log: log)
  }

  /// Opens or creates the store. Existing rows must match the model.
  func openOrMake(
    _ model: ManagedObjectModel, keepsHistory: Bool = false, log: SQLiteStore.Log? = nil
  ) throws -> PersistentContainer {
    do {
      return try PersistentContainer(
        model: model, store: store(keepsHistory: keepsHistory, log: log), migration: .refuse)
    } catch let error as PersistentStoreError {
      guard case .modelDiffers = error else { throw error }
      // The address can contain a password.
      let command =
        kind == .postgreSQL
        ? call.command("migrate", []) + ", with the same address" : call.command("migrate", [path])
      throw CommandError(
        .findings, "\(error.message(for: .commandUser))\nTo migrate it to the model: \(command)")
    }
  }

  /// Creates a consistent copy. Other processes may save at the same time.
  ///
  /// - Throws: ``CommandError`` if the path already exists.
  @discardableResult func backUp(to path: String) throws -> StoreLocation {
    if kind == .postgreSQL { throw refusal("copied", "Use pg_dump, or armature store copy.") }
    if call.has(KeyOption.new.rawValue) {
      try mustBe([.sqlite], for: "--\(KeyOption.new.rawValue)")
    }
    let copyKey = try call.key(.new) ?? key
    let copy = StoreLocation(path: path, kind: kind, key: copyKey, call: call)
    try copy.mustBeNew()
    switch kind {
    case .sqlite:
      // The key of the file keeps its pages as they are.
      let store = try openFile()
      if call.has(KeyOption.new.rawValue) {
        try store.backUp(to: path, key: copyKey)
      } else {
        try store.backUp(to: path)
      }
    case .json:
      try mustExist()
      // Each save replaces the file atomically.
      try Files.copy(self.path, to: path)
    case .postgreSQL: break
    }
    return copy
  }

  /// Returns the plan of a migration to a model, with its obstacles.
  func migrationPlan(
    to model: ManagedObjectModel, _ migration: StoreMigration
  ) throws -> StoreMigrationPlan {
    try mustExist()
    return switch kind {
    case .sqlite: try file().migrationPlan(to: model, migration: migration)
    case .json: try JSONFileStore(path).migrationPlan(to: model, migration: migration)
    case .postgreSQL: try database.migrationPlan(to: model, migration: migration)
    }
  }

  /// The store in the database, without history.
  private var database: PostgreSQLStore {
    PostgreSQLStore(address?.text ?? "", schema: address?.schema ?? "")
  }

  /// Returns the metadata of the store.
  ///
  /// - Throws: ``CommandError`` if the store does not exist.
  func metadata() throws -> StoreMetadata {
    try mustExist()
    guard let metadata = try store().metadata() else {
      let model = call.modelPath == "-" ? "model.swift" : call.modelPath
      throw CommandError(
        .badData,
        "\(path.shown) must be a store, but is a JSON file with records, such as an export. Load "
          + "it into a store: \(call.command("load", model: model, ["new.sqlite", path]))")
    }
    return metadata
  }

  /// Returns the model that the store contains, without closures and classes.
  ///
  /// - Throws: ``CommandError`` if the store contains no model.
  func keptModel() throws -> ManagedObjectModel {
    if let model = try metadata().model { return model }
    throw CommandError(
      .badData,
      "\(path.shown) must contain its model, but does not: it was saved by another version of "
        + "the library, or its model contains code. Name the file that declares the model.")
  }
}

/// The statements that a store has executed.
///
/// `@unchecked Sendable`: a lock protects the statements.
final class StatementLog: @unchecked Sendable {
  private let lock = Lock()
  private var statements: [String] = []

  func note(_ statement: String) { lock.withLock { statements.append(statement) } }

  func removeAll() { lock.withLock { statements.removeAll() } }

  /// The statements that read rows of objects, without the library's own.
  var questions: [String] {
    lock.withLock { statements }.filter { $0.hasPrefix("SELECT") && !$0.contains("_armature") }
  }
}
