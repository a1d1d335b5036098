import ArmatureSQLite

/// The rows of a join table that a many-to-many relationship cannot represent.
struct TablePairs {
  private let repeats: Rows
  private let gaps: Rows
  /// The column with the row number, which a relationship cannot store. It is `nil` if row numbers are left out.
  private let numbers: String?

  /// The rows of one kind.
  private struct Rows {
    var count: Int64 = 0
    /// The number of the first row; `nil` if rows have no numbers.
    var first: Int64?

    /// Returns the count, a singular or plural phrase, and the first row.
    func phrase(_ one: String, _ several: String) -> String? {
      guard count > 0 else { return nil }
      let place = first.map { count == 1 ? " (row \($0))" : " (the first is row \($0))" } ?? ""
      return count == 1 ? "1 \(one)\(place)" : "\(count) \(several)\(place)"
    }
  }

  /// Queries the rows, unless the table's declaration excludes such rows.
  init(_ table: ForeignTable, _ database: ForeignDatabase, _ options: TableOptions) throws {
    numbers = options.dropsRowNumbers ? nil : table.rowNumber
    let columns = table.links.flatMap(\.columns)
    let isRequired = columns.allSatisfy { table.column($0)?.isRequired ?? false }
    let (name, row) = (table.name.quotedForSQL, table.rowNumberName ?? "NULL")
    func rows(_ statement: String) throws -> Rows {
      var rows = Rows()
      try database.forEachRow(of: statement, columns: 2) { found in
        rows = Rows(count: found[0].integer ?? 0, first: found[1].integer)
      }
      return rows
    }
    let missing = columns.map { "\($0.quotedForSQL) IS NULL" }.joined(separator: " OR ")
    gaps =
      isRequired
      ? Rows() : try rows("SELECT count(*), min(\(row)) FROM \(name) WHERE \(missing)")
    let list = columns.map(\.quotedForSQL).joined(separator: ", ")
    repeats =
      table.isUnique(columns)
      ? Rows()
      : try rows(
        """
        SELECT sum(pairs - 1), min(last) FROM (SELECT count(*) AS pairs, max(\(row)) AS last FROM \(name)
        WHERE NOT (\(missing)) GROUP BY \(list) HAVING count(*) > 1)
        """)
  }

  /// Whether all rows are different pairs, so that a relationship can represent all of them.
  var areOnce: Bool { repeats.count + gaps.count == 0 && numbers == nil }

  /// The reason why the table becomes an entity, written so that it can end a sentence.
  var sentence: String {
    let reasons = [
      repeats.phrase("repeats a pair", "repeat pairs"), gaps.phrase("has NULL", "have NULL"),
    ].compactMap(\.self)
    let kept = " it is an entity, not a many-to-many relationship."
    if !reasons.isEmpty {
      return
        " is a table of pairs, but of its rows \(reasons.joined(separator: " and ")). So that none is lost,\(kept)"
    }
    return
      " is a table of pairs, but its rows have numbers in \(numbers ?? ""). So that these are not lost,\(kept)"
      + " --drop-row-numbers makes it one."
  }
}
