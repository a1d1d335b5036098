import ArmatureSQL

/// The statements that enter the words of noted rows. They are generated once, because each save with changed texts runs
/// them.
struct PostgreSQLUpkeepStatements {
  /// Takes the keys of the rows that the present transaction or another program has noted.
  let taking: SQLStatement
  /// Locks the rows to which links lead from rows with the given keys.
  let locking: [SQLStatement]
  /// Reads the keys and texts of rows with the given keys.
  let reading: SQLStatement
  /// Removes the old words of rows with the given keys, and changes the numbers about all rows: the number of new rows,
  /// the number of their tokens, and the name of the index follow.
  let replacing: SQLStatement
  /// Enters the key, the words and their number.
  let entry: SQLStatement
  /// Enters many rows.
  let copy: SQLStatement

  init(_ rows: SQLFullTextRows, notes: String) {
    let (key, table): (SQLStatement, SQLStatement) = (
      "\(name: SQLTable.key)", "\(name: rows.table.name)"
    )
    let words: SQLStatement = "\(name: rows.index.name)"
    taking = """
      DELETE FROM \(name: notes) WHERE "transaction" IN (\(PostgreSQLFullText.otherProgram), \
      pg_catalog.txid_current()) RETURNING "key"
      """
    locking = rows.sources.dropFirst().map { source in
      let own: SQLStatement = "SELECT \(key) FROM \(table) WHERE \(key) = ANY(?)"
      return """
        SELECT 1 FROM \(name: source.table.name) WHERE \(key) IN (\
        \(rows.rowsReached(along: source.links, from: own))) ORDER BY \(key) FOR SHARE
        """
    }
    reading = """
      SELECT \(name: "b").\(key), \(rows.texts(in: "b").joined(by: ", ")) FROM \(table) AS \(name: "b") \
      WHERE \(name: "b").\(key) = ANY(?)\(rows.filter(of: "b", " AND "))
      """
    replacing = """
      WITH "gone" AS (DELETE FROM \(words) WHERE "key" = ANY(?) RETURNING "length") \
      UPDATE \(name: PostgreSQLFullText.directory) SET \
      "count" = "count" - (SELECT COUNT(*) FROM "gone") + CAST(? AS bigint), \
      "tokens" = "tokens" - (SELECT CAST(COALESCE(SUM("length"), 0) AS bigint) FROM "gone") + CAST(? AS bigint) \
      WHERE "name" = ?
      """
    entry = "INSERT INTO \(words) (\"key\", \"words\", \"length\") VALUES (?, ?, ?)"
    copy = "COPY \(words) FROM STDIN (FORMAT binary)"
  }
}
