import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteConnection {
  /// Returns the metadata of the file; `nil` for an empty one.
  func metadata() throws -> StoreMetadata? {
    guard case .own(let format) = try SQLiteCondition(self) else { return nil }
    let modelFormat = try factIfPresent(.modelFormat)
    return StoreMetadata(
      identifier: try identifier(), format: Int(format),
      fingerprint: ModelMark(try text(.fingerprint))?.fingerprint,
      modelFormat: modelFormat.map(Int.init), model: try keptModel(ofFormat: modelFormat),
      libraryVersion: try textIfPresent(.version))
  }

  /// Returns the unique identifier of the store.
  func identifier() throws -> UUID {
    guard let identifier = UUID(uuidString: try text(.identifier)) else {
      throw unusable("its identifier is not a UUID")
    }
    return identifier
  }

  /// Returns the model kept in the file; `nil` if it keeps none, or in a newer format.
  func keptModel() throws -> ManagedObjectModel? {
    try keptModel(ofFormat: factIfPresent(.modelFormat))
  }

  private func keptModel(ofFormat format: Int64?) throws -> ManagedObjectModel? {
    guard let text = try textIfPresent(.model),
      (format ?? 1) <= Int64(ManagedObjectModel.encodedFormat)
    else { return nil }
    do {
      return try ManagedObjectModel(keptText: text)
    } catch {
      throw unusable("the model in its table \(SQLSchema.facts) is invalid (\(error))")
    }
  }

  /// Rejects a file written by a newer version of the library.
  func checkVersions(format: Int64) throws {
    let known = Int64(ManagedObjectModel.encodedFormat)
    // A newer format may have an unknown table of facts.
    let writer = (try? textIfPresent(.version)).flatMap(\.self)
      .map { ", written by Armature \($0)" }
    func newer(_ what: String, _ format: Int64, _ known: Int64) -> SQLiteStoreError {
      unusable(
        "\(what) of format \(format)\(writer ?? ""), but this version of Armature, \(LibraryVersion.current), supports \(known)",
        .useLaterVersion)
    }
    if format > SQLiteCondition.format { throw newer("it is", format, SQLiteCondition.format) }
    if let format = try factIfPresent(.modelFormat), format > known {
      throw newer("its model is", format, known)
    }
  }

  /// Returns the mark of the model that the rows were saved with.
  func mark() throws -> ModelMark {
    guard let mark = ModelMark(try text(.fingerprint)) else {
      throw unusable("its fingerprint is invalid")
    }
    return mark
  }

  /// Rejects a model that stores rows differently from the saved one.
  func check(_ model: ManagedObjectModel) throws {
    let saved = try mark()
    if try saved.difference(to: model, keptModel) == .nothing { return }
    throw PersistentStoreError.modelDiffers(
      path: path, saved: saved.fingerprint, expected: model.fingerprint,
      difference: try keptModel().map(model.difference(from:)))
  }

  /// Returns the SQL of the file's tables, indexes or triggers by name.
  func definitions(_ type: String) throws -> [String: String] {
    var found: [String: String] = [:]
    try forEachRow(
      of: "SELECT name, sql FROM sqlite_schema WHERE type = \(value: .text(type))"
    ) { row in
      guard case .text(let name) = row.value(at: 0) else { return }
      found[name] = if case .text(let sql) = row.value(at: 1) { sql } else { "" }
    }
    return found
  }

  /// Rejects tables that were changed by other means.
  func check(_ schema: SQLSchema, _ dialect: SQLiteDialect) throws {
    let tables = try definitions("table")
    for (name, statement) in schema.tableCreation(dialect)
    where tables[name].map(SQLTableText.init) != SQLTableText(statement.text) {
      throw unusable(
        "its table \(name) is \(tables[name] == nil ? "missing" : "not the one that the model makes")",
        .undoChange)
    }
    for trigger in try SQLiteFullTextObjects(self).foreignTriggers() {
      throw unusable(
        "it has the trigger \(trigger), which would change rows without the store's knowledge",
        .removeTrigger)
    }
  }

  /// Rejects rows of entities that the model does not have. No request would find them.
  ///
  /// - Complexity: O(*n*) in the number of rows of hierarchies.
  func checkEntities(_ schema: SQLSchema) throws {
    guard let row = try schema.strayRow(self) else { return }
    throw unusable(
      "row \(row.key) of its table \(row.table) is of the entity \(row.entity?.quotedForMessage ?? "none"), which the"
        + " model does not have",
      .correctRow)
  }

  /// Stores a model in the file unless it is already there.
  func keep(_ model: ManagedObjectModel) throws {
    let (text, mark) = (try model.keptText, "\(ModelMark(model))")
    if try textIfPresent(.model) == text, try textIfPresent(.version) == LibraryVersion.current,
      try textIfPresent(.fingerprint) == mark
    {
      return
    }
    try setFact(.fingerprint, .text(mark))
    try setFact(.model, .text(text))
    try setFact(.modelFormat, .integer(Int64(ManagedObjectModel.encodedFormat)))
    try setFact(.version, .text(LibraryVersion.current))
  }
}
