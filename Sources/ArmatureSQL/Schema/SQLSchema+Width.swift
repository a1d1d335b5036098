extension SQLSchema {
  /// Returns the reason, as a part of a sentence, why the tables exceed a database's maximum number of columns, with
  /// the remedy; `nil` if they do not.
  package func excess(
    over mostColumns: Int, in database: String
  ) -> (reason: String, remedy: String)? {
    let reasons = tables.filter { $0.allColumnCount > mostColumns }.map { table in
      "the entity \(table.entities.first ?? table.name) would have \(table.allColumnCount) columns in its table, with"
        + " those of entities that inherit from it, and \(database) has at most \(mostColumns)"
    }
    return reasons.isEmpty
      ? nil
      : (
        reasons.joined(separator: "; "), "Keep some of the attributes in an entity of their own."
      )
  }
}
