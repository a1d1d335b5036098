import Armature
import ArmaturePostgreSQL
import ArmatureSQLite

/// A store that an operand names: a file of SQLite or of JSON, or a database of PostgreSQL.
///
/// What a file is its beginning tells; one that is yet to be made is JSON if its name ends so.
struct StoreFile {
  /// The path of the file; of a database, what people may see of its address.
  let path: String
  let kind: Kind
  private let address: DatabaseAddress?
  private let call: Call

  enum Kind: String, Encodable {
    case sqlite = "SQLite"
    case json = "JSON"
    case postgreSQL = "PostgreSQL"
  }

  static let help =
    "a file of SQLite; of JSON, if its name ends in .json; or a database, as postgresql://host/name or host=… dbname=…"
  /// The operand of verbs that take a store.
  static let operand = Verb.Operand(name: "store", help: help)
  /// The operand of the model of a store.
  static let modelOperand = Verb.Operand(
    name: "model", help: "\(ModelFile.help); - for the one that the store keeps")

  /// The store that the operand of this name names.
  ///
  /// - Throws: ``CommandError`` for what can be no store.
  init(_ call: Call) throws { try self.init(call.operand("store") ?? "", call) }

  /// The store of a path or an address.
  ///
  /// - Throws: ``CommandError`` for what can be no store.
  init(_ path: String, _ call: Call) throws {
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
      // What follows may be a password.
      throw call.wrong(
        "The address of a database must begin with postgresql:// or host=, but begins with \(beginning.quotedForMessage). "
          + "For a file of that name, write ./ in front of it.")
    }
    let status = FileStatus(path)
    if let status, status.kind != .file {
      throw CommandError(.noInput, "\(path.shown) must be the file of a store, but is none.")
    }
    try Files.checkName(path, of: "a store")
    let start = status == nil ? [] : try Files.beginning(of: path)
    let isJSON = path.pathEnding == "json" && !start.starts(with: "SQLite format 3".utf8)
    self.init(path: path, kind: isJSON ? .json : .sqlite, call: call)
  }

  private init(path: String, kind: Kind, _ address: DatabaseAddress? = nil, call: Call) {
    (self.path, self.kind, self.address, self.call) = (path, kind, address, call)
  }

  /// Whether there is the file, or the database has a store.
  func exists() throws -> Bool {
    kind == .postgreSQL ? try store().metadata() != nil : FileStatus(path) != nil
  }

  /// - Throws: ``CommandError`` if there is no file.
  func mustExist() throws {
    if try exists() { return }
    if kind == .postgreSQL {
      throw CommandError(
        .noInput,
        "\(path.shown) must have a store, but has none. Make one: armature store create, armature load."
      )
    }
    // The model that the store keeps makes none.
    let remedy =
      call.modelPath == "-"
      ? "Make one by the file of a model: armature store create model.swift"
      : "Make one: armature store create \(call.modelPath.shown)"
    throw CommandError(
      .noInput,
      "\(path.shown) must be a store, but there is no such file. \(remedy) \(path.shown)")
  }

  /// - Throws: ``CommandError`` if something is there.
  func mustBeNew() throws {
    if try !exists() { return }
    if kind == .postgreSQL {
      throw CommandError(
        .usage,
        "\(path.shown) must have no store yet, but has. Choose another schema: ?schema=name.")
    }
    throw CommandError(.usage, "\(path.shown) must not be there yet, but is. Choose another name.")
  }

  /// Looks whether a new store can be made, as far as can be told without making anything.
  func checkMaking(of model: ManagedObjectModel) throws {
    if kind == .postgreSQL {
      try database.checkMaking(of: model)
    } else {
      try Files.checkWriting(to: path)
    }
  }

  /// - Throws: ``CommandError`` if it is a store of another kind, for which an option means nothing.
  func mustBe(_ kinds: [Kind], for option: String) throws {
    if kinds.contains(kind) { return }
    let names = kinds.map(\.rawValue).joined(separator: " and ")
    throw call.wrong(
      "\(option) is about stores of \(names), but \(path.shown) is one of \(kind.rawValue).")
  }

  /// Why something cannot be done to a database; `remedy` is what can be.
  func refusal(_ done: String, _ remedy: String) -> CommandError {
    CommandError(
      .usage, "Only files can be \(done) so, but \(path.shown) is a database. \(remedy)")
  }

  /// Removes a store that was made for data that are not to stay; of a database the tables, unless others have saved.
  func remove(_ session: Session) {
    session.context = nil
    if kind == .postgreSQL {
      // What was in the way is told already.
      try? database.removeUnused()
      return
    }
    for end in ["", "-wal", "-shm"] { Files.remove(path + end) }
  }

  /// Sees to it that there is one file with all that was saved: the process ends without freeing its objects, and so
  /// without closing it.
  func finishSaving(_ container: PersistentContainer) throws {
    // A file of JSON is made by the first save, which does not happen without changes.
    if kind == .json, try !exists() { _ = try container.store.commit(StoreTransaction([])) }
    try (container.store as? SQLiteStore)?.emptyLog()
  }

  /// The store, which is not open yet.
  ///
  /// - Parameter log: Is told of each statement of SQL.
  func store(keepsHistory: Bool = false, log: SQLiteStore.Log? = nil) throws -> any PersistentStore
  {
    switch kind {
    case .sqlite:
      let store = SQLiteStore(
        path, readOnly: Files.isReadOnly(path), keepsHistory: keepsHistory, log: log)
      call.session.stores.append(store)
      return store
    case .json:
      if keepsHistory {
        throw call.wrong(
          "--history needs a file of SQLite: one of JSON has the present state alone.")
      }
      return JSONFileStore(path)
    case .postgreSQL:
      return PostgreSQLStore(
        address?.text ?? "", schema: address?.schema ?? "", keepsHistory: keepsHistory, log: log)
    }
  }

  /// Opens the store, which must be there, and whose rows must be of the model.
  func open(
    _ model: ManagedObjectModel, log: SQLiteStore.Log? = nil
  ) throws -> PersistentContainer {
    try mustExist()
    return try openOrMake(model, log: log)
  }

  /// Opens the store, and makes it if there is none; its rows must be of the model.
  func openOrMake(
    _ model: ManagedObjectModel, keepsHistory: Bool = false, log: SQLiteStore.Log? = nil
  ) throws -> PersistentContainer {
    do {
      return try PersistentContainer(
        model: model, store: store(keepsHistory: keepsHistory, log: log), migration: .refuse)
    } catch let error as PersistentStoreError {
      guard case .modelDiffers = error else { throw error }
      // The address may have a password.
      let store = kind == .postgreSQL ? ", with the same address" : " \(path.shown)"
      throw CommandError(
        .findings,
        "\(error)\nTo bring it into the form of the model: armature "
          + "migrate \(call.modelPath.shown)\(store)")
    }
  }

  /// Makes a copy that is whole, whoever saves meanwhile.
  ///
  /// - Throws: ``CommandError`` if something is there.
  @discardableResult func backUp(to path: String) throws -> StoreFile {
    if kind == .postgreSQL { throw refusal("copied", "Use pg_dump, or armature store copy.") }
    let copy = StoreFile(path: path, kind: kind, call: call)
    try copy.mustBeNew()
    switch kind {
    case .sqlite:
      let store = SQLiteStore(self.path)
      try store.open(keptModel())
      try store.backUp(to: path)
    case .json:
      try mustExist()
      // Each save puts a whole file into the place of the old one.
      try Files.copy(self.path, to: path)
    case .postgreSQL: break
    }
    return copy
  }

  /// The way of the rows to a model, with what stands in it.
  func migrationPlan(
    to model: ManagedObjectModel, _ migration: StoreMigration
  ) throws -> StoreMigrationPlan {
    try mustExist()
    return switch kind {
    case .sqlite: try SQLiteStore(path).migrationPlan(to: model, migration: migration)
    case .json: try JSONFileStore(path).migrationPlan(to: model, migration: migration)
    case .postgreSQL: try database.migrationPlan(to: model, migration: migration)
    }
  }

  /// The store in a database, without a history of its own.
  private var database: PostgreSQLStore {
    PostgreSQLStore(address?.text ?? "", schema: address?.schema ?? "")
  }

  /// What the store says of itself.
  ///
  /// - Throws: ``CommandError`` if there is no store.
  func metadata() throws -> StoreMetadata {
    try mustExist()
    guard let metadata = try store().metadata() else {
      throw CommandError(
        .badData,
        "\(path.shown) must say that it is a store, but does not. A program that saves to it makes it one; "
          + "armature load reads data of other forms.")
    }
    return metadata
  }

  /// The model that the store keeps, without closures and classes.
  ///
  /// - Throws: ``CommandError`` if it keeps none.
  func keptModel() throws -> ManagedObjectModel {
    if let model = try metadata().model { return model }
    throw CommandError(
      .badData,
      "\(path.shown) must keep its model, but does not: it was saved by another version of the library, or its "
        + "model is not data alone. Name the file that declares it.")
  }
}
