extension SQLSchema {
  /// Why a database that takes so many columns in a table cannot have the tables, as a part of a sentence, and what to do;
  /// `nil` if it can.
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
