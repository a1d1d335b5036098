import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts that the library keeps in a table of the schema, by name: texts that rarely change.
struct PostgreSQLFacts {
  private var values: [String: String] = [:]

  /// The format number of the tables.
  static let format = 1

  static let identifier = "identifier"
  static let model = "model"
  static let modelFormat = "model_format"
  static let storeFormat = "format"
  static let version = "version"
  static let schema = "made_schema"

  /// Creates the facts of a new store or of a store with another model.
  ///
  /// - Parameter schema: The schema, if it was created for the store.
  init(_ model: ManagedObjectModel, identifier: UUID, madeSchema schema: String? = nil) throws {
    values = [
      Self.identifier: identifier.uuidString, Self.model: try model.keptText,
      Self.modelFormat: "\(ManagedObjectModel.encodedFormat)", Self.storeFormat: "\(Self.format)",
      Self.version: LibraryVersion.current,
    ]
    values[Self.schema] = schema
  }

  /// Reads the facts of a store.
  init(_ connection: PostgreSQLConnection) throws {
    try connection.send("SELECT \"key\", \"value\" FROM \"\(SQLSchema.facts)\"")
    guard let result = try connection.receiveFine().last else { return }
    for row in 0..<result.rowCount {
      if let key = result.text(row, 0) { values[key] = result.text(row, 1) }
    }
  }

  /// The statements that write the facts. Existing rows are updated.
  var statements: [SQLStatement] {
    values.sorted { $0.key < $1.key }.map {
      """
      INSERT INTO \(name: SQLSchema.facts) ("key", "value") \
      VALUES (\(value: .text($0.key)), \(value: .text($0.value))) \
      ON CONFLICT ("key") DO UPDATE SET "value" = EXCLUDED."value"
      """
    }
  }

  /// Locks the facts until the transaction ends, so that no one else changes them.
  static func lock(_ connection: PostgreSQLConnection) throws {
    try connection.run(
      "SELECT 1 FROM \(name: SQLSchema.facts) WHERE \"key\" = \(value: .text(identifier)) FOR UPDATE"
    )
  }

  /// The value of a fact.
  subscript(key: String) -> String? { values[key] }

  func identifier(_ connection: PostgreSQLConnection) throws -> UUID {
    guard let identifier = values[Self.identifier].flatMap(UUID.init(uuidString:)) else {
      throw connection.unusable(
        "its identifier is not a UUID", .restoreChangedTable(SQLSchema.facts))
    }
    return identifier
  }

  var format: Int { values[Self.storeFormat].flatMap { Int($0) } ?? 0 }
  var modelFormat: Int { values[Self.modelFormat].flatMap { Int($0) } ?? 1 }
  var libraryVersion: String? { values[Self.version] }
  /// The schema, if it was created for the store.
  var madeSchema: String? { values[Self.schema] }

  /// Returns the model that the rows were saved with; `nil` if its format is newer.
  func keptModel() -> ManagedObjectModel? {
    guard modelFormat <= ManagedObjectModel.encodedFormat else { return nil }
    return values[Self.model].flatMap { try? ManagedObjectModel(keptText: $0) }
  }

  /// Rejects a store written by a newer version of the library.
  func check(_ connection: PostgreSQLConnection) throws {
    let parts = [
      ("it is", format, Self.format),
      ("its model is", modelFormat, ManagedObjectModel.encodedFormat),
    ]
    for (what, found, known) in parts where found > known || found < 1 {
      let writer = libraryVersion.map { ", written by Armature \($0)" } ?? ""
      throw connection.unusable(
        "\(what) of format \(found)\(writer), but this version of Armature, "
          + "\(LibraryVersion.current), supports \(known)",
        .useLaterVersion)
    }
  }
}

extension PostgreSQLConnection {
  /// Returns whether a schema exists, with or without a store.
  func hasSchema(_ name: String) throws -> Bool {
    try integer(
      "SELECT count(*) FROM pg_catalog.pg_namespace WHERE \"nspname\" = \(value: .text(name))")
      == 1
  }

  /// Returns whether the schema has a store, even without rights to it.
  func hasStore(schema: String) throws -> Bool {
    var (count, mayLook) = (0, true)
    try forEachRow(
      of:
        // The server may not find the name of a schema that another connection is creating, but it knows the number.
        """
        SELECT COALESCE(has_schema_privilege("n".oid, 'USAGE'), TRUE) FROM pg_catalog.pg_class AS "c" \
        JOIN pg_catalog.pg_namespace AS "n" ON "n".oid = "c".relnamespace \
        WHERE "n".nspname = \(value: .text(schema)) AND "c".relkind IN ('r', 'p') \
        AND "c".relname IN (\(value: .text(SQLSchema.facts)), \(value: .text(PostgreSQLState.table)))
        """
    ) { row in
      count += 1
      mayLook = mayLook && row.integer(at: 0) == 1
    }
    // Otherwise no names would be found in it, as if the tables were missing.
    if !mayLook {
      throw PostgreSQLStoreError.unreadable(
        server: server, right: "USAGE ON SCHEMA",
        message: "permission denied for schema \(schema)")
    }
    if count == 1 {
      throw unusable(
        "one of the tables \(SQLSchema.facts) and \(PostgreSQLState.table) is missing",
        .restoreBackup)
    }
    return count == 2
  }

  /// Returns the metadata of the store in a schema; otherwise `nil`.
  func metadata(schema: String) throws -> StoreMetadata? {
    guard try hasStore(schema: schema) else { return nil }
    let (facts, state) = (try PostgreSQLFacts(self), try PostgreSQLState(self))
    return StoreMetadata(
      identifier: try facts.identifier(self), format: facts.format,
      fingerprint: state.isMigrating ? nil : ModelMark(state.mark)?.fingerprint,
      modelFormat: facts.modelFormat,
      model: facts.keptModel(), libraryVersion: facts.libraryVersion)
  }
}
