import ArmatureModel
import ArmatureSQL

/// The tables of a full-text index, and the triggers that note which rows have changed.
///
/// One table contains the words of each row as a `tsvector`. The library divides texts into words itself, so that every
/// store finds the same objects. The server cannot do so: triggers therefore only note the keys of changed rows, in the
/// table of the noted rows. A transaction of this library enters their words before it ends, as
/// ``PostgreSQLFullTextUpkeep`` describes. Rows that other programs change are noted as belonging to no transaction, and
/// are entered before the next search.
struct PostgreSQLFullText {
  let rows: SQLFullTextRows
  /// The name of the schema. Triggers also run for programs with another search path.
  private let schema: SQLStatement
  /// The positions of all tables that the index depends on.
  let tables: Set<Int>
  let upkeep: PostgreSQLUpkeepStatements
  var index: SQLFullText { rows.index }

  init(_ index: SQLFullText, _ tables: SQLSchema, schema: String) {
    rows = SQLFullTextRows(index, tables)
    self.schema = "\(name: schema)."
    self.tables = rows.tables
    upkeep = PostgreSQLUpkeepStatements(rows, notes: Self.notes(of: index.name))
  }

  /// The table with one row for each full-text index: its definition, and the numbers that relevance depends on.
  static let directory = "_armature_words"
  /// The names of triggers, functions and tables of noted rows start with this text.
  static let prefix = "_armature_words_"
  /// The setting with the indexes whose words a transaction enters itself, each between two commas.
  private static let setting = "armature.enters_words"

  /// The statement with which a transaction promises to enter the words of some indexes.
  static func promise(_ indexes: [PostgreSQLFullText]) -> String {
    let names = indexes.map { "\($0.index.name)," }.joined()
    let statement: SQLStatement =
      "SET LOCAL \(SQLStatement(text: setting)) TO \(literal: ",\(names)")"
    return statement.text
  }

  /// The number of the transaction of rows that another program has changed.
  static let otherProgram = 0

  /// Names have a maximum length, so they contain a number instead of the name of the index.
  private static func name(_ index: String, _ part: String) -> String {
    var hasher = FingerprintHasher()
    hasher.add(index)
    return "\(prefix)\("\(hasher.fingerprint)".prefix(16))_\(part)"
  }

  /// The table of the noted rows of an index.
  static func notes(of index: String) -> String { name(index, "notes") }

  /// The statement that creates the table of all indexes.
  static let directoryCreation: SQLStatement = """
    CREATE TABLE IF NOT EXISTS \(name: directory) (
      "name" text PRIMARY KEY,
      "definition" text NOT NULL,
      "count" bigint NOT NULL,
      "tokens" bigint NOT NULL
    )
    """

  /// A number that differs between indexes that are created in different ways.
  var definition: String {
    var hasher = FingerprintHasher()
    hasher.add(index.tokenizer.rawValue)
    for text in rows.texts(in: "b") { hasher.add(text.text) }
    for statement in creation { hasher.add(statement.text) }
    return "\(hasher.fingerprint)"
  }

  /// The statements that create the index, except for its content and ``lookupCreation``.
  var creation: [SQLStatement] {
    let (words, notes): (SQLStatement, SQLStatement) = (
      "\(name: index.name)", "\(name: Self.notes(of: index.name))"
    )
    return [
      """
      CREATE TABLE \(words) ("key" bigint PRIMARY KEY, "words" tsvector NOT NULL, "length" bigint NOT NULL)
      """,
      "CREATE TABLE \(notes) (\"transaction\" bigint, \"key\" bigint, PRIMARY KEY (\"transaction\", \"key\"))",
    ] + triggers
  }

  /// The statement that makes the words searchable. Creating this index after the content takes less time.
  var lookupCreation: SQLStatement {
    "CREATE INDEX ON \(name: index.name) USING gin (\"words\")"
  }

  /// The statement that notes all rows.
  var notingAll: SQLStatement {
    """
    INSERT INTO \(name: Self.notes(of: index.name)) \
    SELECT \(Self.otherProgram), \(name: SQLTable.key) \
    FROM \(name: rows.table.name) AS \(name: "b")\(rows.filter(of: "b", " WHERE ")) \
    \(Self.again)
    """
  }

  /// Notes a row that is noted already. The note is locked, so whoever enters the words waits for the changed text.
  private static let again: SQLStatement = """
    ON CONFLICT ("transaction", "key") DO UPDATE SET "key" = EXCLUDED."key"
    """

  // MARK: Triggers

  private var triggers: [SQLStatement] {
    let sources = rows.sources
    let own = changes(
      "update", of: sources[0], "VALUES (\(transaction), \(name: "new").\(name: SQLTable.key))",
      filter: rows.filter(of: "new", " AND "))
    let others = sources.dropFirst().enumerated().flatMap { number, source in
      // Rows are deleted after the links to them are cleared, and links lead to rows that exist.
      changes(
        "way\(number)", of: source,
        """
        SELECT \(transaction), \(name: SQLTable.key) FROM (\
        \(rows.rowsLeading(along: source.links, to: "new", place: schema))) AS \(name: "r")
        """)
    }
    return all("insert", "INSERT", "NEW") + all("delete", "DELETE", "OLD") + own + others
  }

  /// The number of the present transaction, if it enters the words itself.
  private var transaction: SQLStatement {
    """
    CASE WHEN pg_catalog.strpos(COALESCE(pg_catalog.current_setting(\(literal: Self.setting), TRUE), ''), \
    \(literal: ",\(index.name),")) > 0 THEN pg_catalog.txid_current() ELSE \(Self.otherProgram) END
    """
  }

  /// A trigger for all rows of a statement that inserts or deletes rows.
  private func all(
    _ name: String, _ event: SQLStatement, _ version: SQLStatement
  ) -> [SQLStatement] {
    // The language of the function has its own meaning of "new" and "old".
    let row = "changed"
    return trigger(
      name,
      """
      AFTER \(event) ON \(name: rows.table.name) REFERENCING \(version) TABLE AS \(name: row) \
      FOR EACH STATEMENT
      """,
      """
      SELECT \(transaction), \(name: row).\(name: SQLTable.key) \
      FROM \(name: row)\(rows.filter(of: row, " WHERE "))
      """)
  }

  /// A trigger for each row whose columns change.
  private func changes(
    _ name: String, of source: SQLFullTextRows.Source, _ noted: SQLStatement,
    filter: SQLStatement = .empty
  ) -> [SQLStatement] {
    trigger(
      name,
      """
      AFTER UPDATE OF \(source.names) ON \(name: source.table.name) FOR EACH ROW \
      WHEN (\(source.differ(by: "IS DISTINCT FROM"))\(filter))
      """, noted)
  }

  private func trigger(
    _ name: String, _ event: SQLStatement, _ noted: SQLStatement
  ) -> [SQLStatement] {
    let name = Self.name(index.name, name)
    // Whoever may change a row may note it, too.
    return [
      """
      CREATE FUNCTION \(name: name)() RETURNS trigger LANGUAGE plpgsql \
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $words$ BEGIN \
      INSERT INTO \(schema)\(name: Self.notes(of: index.name)) \(noted) \(Self.again); RETURN NULL; END $words$
      """,
      "CREATE TRIGGER \(name: name) \(event) EXECUTE FUNCTION \(name: name)()",
    ]
  }

  /// Returns the statements that remove the index. The functions are given by name, since they may be those of another
  /// model.
  static func removal(of index: String, functions: some Sequence<String>) -> [SQLStatement] {
    functions.map { "DROP FUNCTION \(name: $0) CASCADE" }
      + [
        "DROP TABLE IF EXISTS \(name: index)", "DROP TABLE IF EXISTS \(name: notes(of: index))",
        "DELETE FROM \(name: directory) WHERE \(name: "name") = \(value: .text(index))",
      ]
  }

  /// Returns whether a function belongs to an index.
  static func isFunction(_ name: String, of index: String) -> Bool {
    name.hasPrefix(Self.name(index, ""))
  }
}
