import ArmatureModel
import ArmatureSQL

/// The full-text indexes that a file contains. They may belong to several models whose rows have the same form.
struct SQLiteFullTextObjects {
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Creates the missing full-text indexes of a model, and replaces those that have changed. Runs in a transaction.
  func update(_ schema: SQLSchema, isNew: Bool = false) throws {
    try checkLibrary(schema)
    if schema.fullTexts.isEmpty { return }
    let present = try definitions()
    var hasChanged = false
    for index in schema.fullTexts {
      let wanted = SQLiteFullText(index, schema)
      let statements = wanted.creation
      let own = present.filter { Self.belongs($0.key, to: index.name) }
      if Set(statements.map(\.text)) == Set(own.values) { continue }
      hasChanged = true
      let triggers = own.keys.filter { $0.hasPrefix(SQLiteFullText.triggerPrefix) }
      let removal = SQLiteFullText.removal(of: index.name, triggers: triggers)
      for statement in removal + statements { try connection.run(statement) }
      if !isNew { try connection.run(wanted.filling) }
    }
    guard hasChanged else { return }
    let triggers = try connection.definitions("trigger")
      .filter { $0.key.hasPrefix(SQLiteFullText.triggerPrefix) }
    try connection.setFact(
      .fullText, .text(triggers.values.sorted().joined(separator: ";\n")))
  }

  /// Whether the file lacks an index of a model, or has an older form of it.
  func needsUpdate(_ schema: SQLSchema) throws -> Bool {
    if schema.fullTexts.isEmpty { return false }
    return try available(schema).count < schema.fullTexts.count
  }

  /// Returns the names of the model's indexes that the file contains.
  func available(_ schema: SQLSchema) throws -> Set<String> {
    if schema.fullTexts.isEmpty || !connection.supportsFullText { return [] }
    let present = try definitions()
    let names = schema.fullTexts.filter { index in
      let own = present.filter { Self.belongs($0.key, to: index.name) }
      return Set(SQLiteFullText(index, schema).creation.map(\.text)) == Set(own.values)
    }.map(\.name)
    return Set(names)
  }

  /// Fills the indexes of a model from the rows, and removes those of other models.
  func rebuild(_ schema: SQLSchema) throws {
    if !connection.supportsFullText { return }
    let available = try available(schema)
    for index in try names() where !available.contains(index) { try remove(index) }
    for index in schema.fullTexts where available.contains(index.name) {
      try connection.run(SQLiteFullText(index, schema).filling)
    }
  }

  /// Rejects an index that differs from the rows. FTS5 compares them.
  func check() throws {
    if !connection.supportsFullText { return }
    for index in try names() {
      do {
        // This is an INSERT in the language of FTS5, but inserts nothing.
        try connection.run(
          "INSERT INTO \(name: index) (\(name: index), \(name: "rank")) VALUES ('integrity-check', 1)"
        )
      } catch SQLiteStoreError.database(_, let code, _) where code & 0xFF == SQLiteCode.corrupt {
        throw connection.unusable(
          "its full-text index \(index) differs from the rows", .rebuildFullText)
      }
    }
  }

  /// Removes all full-text indexes. A migration does so before it changes tables; they are created again afterwards.
  func removeAll() throws { for index in try names() { try remove(index) } }

  private func remove(_ index: String) throws {
    let triggers = try connection.definitions("trigger").keys
      .filter { $0.hasPrefix(SQLiteFullText.triggerPrefix) && Self.belongs($0, to: index) }
    for statement in SQLiteFullText.removal(of: index, triggers: triggers.sorted()) {
      try connection.run(statement)
    }
  }

  /// The names of all full-text indexes in the file.
  private func names() throws -> [String] {
    try connection.definitions("table").filter { Self.isIndex($0.value) }.keys.sorted()
  }

  /// Rejects a library without FTS5, if the model or the file needs it. Without FTS5, the triggers would fail.
  func checkLibrary(_ schema: SQLSchema) throws {
    if connection.supportsFullText { return }
    let isInFile = try connection.definitions("table").values.contains(where: Self.isIndex)
    guard isInFile || !schema.fullTexts.isEmpty else { return }
    let who = schema.fullTexts.first.map { "the entity \($0.entity) has" } ?? "the file has"
    throw connection.unusable(
      "\(who) a full-text index, which needs FTS5, but this library of SQLite was built without it",
      .useFullTextLibrary)
  }

  /// Returns the triggers that belong to no full-text index.
  func foreignTriggers() throws -> [String] {
    let triggers = try connection.definitions("trigger")
    if triggers.isEmpty { return [] }
    let known = try connection.textIfPresent(.fullText) ?? ""
    return triggers.filter { name, text in
      !name.hasPrefix(SQLiteFullText.triggerPrefix) || !known.contains(text)
    }.keys.sorted()
  }

  private func definitions() throws -> [String: String] {
    try connection.definitions("table").filter { Self.isIndex($0.value) }
      .merging(connection.definitions("view")) { first, _ in first }
      .merging(connection.definitions("trigger")) { first, _ in first }
  }

  private static func isIndex(_ definition: String) -> Bool {
    definition.hasPrefix("CREATE VIRTUAL TABLE") && definition.contains("tokenize = 'armature ")
  }

  private static func belongs(_ name: String, to index: String) -> Bool {
    name == index || name == "\(index)_text"
      || name.hasPrefix("\(SQLiteFullText.triggerPrefix)\(index)_")
  }
}
