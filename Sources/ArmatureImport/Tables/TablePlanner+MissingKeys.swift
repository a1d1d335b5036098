import ArmatureModel
import ArmatureSQLite

/// Primary keys with NULL values. SQLite allows them, but they do not identify rows.
extension TablePlanner {
  /// Finds the columns in the primary key of a table that are NULL in some rows, and adds a note about them.
  mutating func findMissingKeys(_ index: Int) throws {
    let (table, entity) = (plan.sources[index].table, plan.sources[index].entity.name)
    // Row numbers, and keys of tables without row numbers, are never NULL.
    if table.text.lacksRowNumbers { return }
    for column in table.columns
    where column.keyPlace > 0 && !column.isRequired && column.name != table.rowNumber {
      let number = table.rowNumberName ?? "NULL"
      try database.forEachRow(
        of: "SELECT count(*), min(\(number)) FROM \(table.name.quotedForSQL)"
          + " WHERE \(column.name.quotedForSQL) IS NULL", columns: 2
      ) { row in
        guard let count = row[0].integer, count > 0 else { return }
        plan.sources[index].missingKeys.insert(column.name)
        let place = row[1].integer.map { ", such as row \($0)" } ?? ""
        note(
          entity, column.name,
          " is in the primary key, but NULL in \(count) \(count == 1 ? "row" : "rows")\(place). "
            + "So that none is lost, it identifies no objects here and may be missing. To make "
            + "it identifying, first give these rows a value in a copy.")
      }
    }
  }
}
