extension SQLSchema {
  /// Returns the reason why the tables have more columns than a database allows, and the remedy. The reason is a part
  /// of a sentence. Returns `nil` if the tables do not exceed the maximum.
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
